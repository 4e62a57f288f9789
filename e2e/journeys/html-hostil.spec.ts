import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { cleanHtml } from '../../server/src/kit/html/html.ts'
import { aCourse } from '../../server/test/builders.ts'
import { HOSTILE } from '../../server/test/hostile-html.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

// The content security policy is off, so that the allow-list is tested alone.
test.use({ bypassCSP: true })

/** PostgreSQL stores no NUL. */
const TEXTS = HOSTILE.map(({ html }) => html.replaceAll('\0', ''))
/** A brand, unlike a student, may show pictures of other hosts. */
const OF_AN_ACADEMY = TEXTS.filter((text) => !/<img src="https:/.test(cleanHtml(text)))
const TITLE = `"'><img src=x onerror=alert(1)></title></script><script>alert(1)</script>`

/** A course whose every text is an attack, raw in the database: description, lesson, comments and forum. */
async function aHostileCourse(database: TestDatabase) {
  const course = await aCourse(database.db, { nombre: `${TITLE} ${Date.now()}` })
  const [modulo] = course.modulos
  const lesson = modulo?.lecciones[0]
  if (!modulo || !lesson) throw new Error('the course has no lesson')
  const student = await freshStudent(database, [course.id])
  const whole = OF_AN_ACADEMY.join('')
  const { sql } = database
  await sql`UPDATE cursos SET descripcion = ${whole} WHERE id = ${course.id}`
  await sql`UPDATE lecciones SET contenido = ${whole}, titulo = ${TITLE} WHERE id = ${lesson.id}`
  const [first] = await sql<{ id: number }[]>`INSERT INTO comentarios (comentario, id_usuario, id_leccion)
    VALUES (${TITLE}, ${student.id}, ${lesson.id}) RETURNING id`
  await sql`INSERT INTO comentarios (comentario, id_usuario, id_leccion, parent_id)
    SELECT left(t, 2000), ${student.id}, ${lesson.id}, ${first?.id ?? 0} FROM unnest(${TEXTS}::text[]) t`
  const [forum] = await sql<{ id: number }[]>`
    INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, descripcion, contenido, texto, total_posts, total_raices)
    VALUES (2, ${student.id}, 'curso', ${course.id}, ${TITLE}, ${TITLE}, ${whole}, ${whole}, ${TEXTS.length}, 6) RETURNING id`
  const posts = await aThread(database, forum?.id ?? 0, student.id)
  const code = `CERT-${Array.from({ length: 9 }, () => String.fromCharCode(65 + randomInt(26))).join('')}`
  await sql`INSERT INTO certificados
      (id_usuario, id_curso, codigo_certificado, alumno, curso, modulo, nota, horas, fecha_inicio, fecha_fin)
    VALUES (${student.id}, ${course.id}, ${code}, ${TITLE}, ${TITLE}, ${TITLE}, 90, 4, '2026-01-01', '2026-01-31')`
  const path = `/miscursos/${course.id}`
  return {
    course,
    student,
    forum: forum?.id ?? 0,
    posts,
    code,
    path,
    lesson: `${path}/modulos/${modulo.id}/leccion/${lesson.id}`,
  }
}

/** All attacks on one page: six top-level posts and their replies. */
async function aThread({ sql }: TestDatabase, forum: number, author: number): Promise<number> {
  const tops = await sql<{ id: number }[]>`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto)
    SELECT ${forum}, ${author}, t, '' FROM unnest(${TEXTS.slice(0, 6)}::text[]) t RETURNING id`
  await sql`INSERT INTO posts_foro (id_foro, id_usuario, parent_id, raiz_id, contenido, texto)
    SELECT ${forum}, ${author}, a.id, a.id, t, '' FROM unnest(${TEXTS.slice(6)}::text[]) WITH ORDINALITY AS x (t, n)
    JOIN (SELECT id, row_number() OVER () AS k FROM unnest(${tops.map(({ id }) => id)}::bigint[]) id) a ON a.k = x.n % 6 + 1`
  await sql`UPDATE posts_foro r SET respuestas = (SELECT count(*) FROM posts_foro h WHERE h.raiz_id = r.id)
    WHERE id_foro = ${forum} AND parent_id IS NULL`
  return TEXTS.length
}

/** Detects requests to other hosts, dialogs and navigation. */
function watchFor(page: Page, baseURL = ''): { done: string[] } {
  const done: string[] = []
  const inside = new URL(baseURL).origin
  page.on('dialog', (dialog) => {
    done.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== inside) done.push(`request: ${request.url()}`)
  })
  page.on('popup', (popup) => done.push(`window: ${popup.url()}`))
  return { done }
}

/** Runs in the page: lists elements and attributes that are not allowed. */
const FOREIGN = `(() => {
  const TAGS = new Set('P BR STRONG B EM I U S UL OL LI BLOCKQUOTE CODE PRE H2 H3 H4 A IMG HR TABLE THEAD TBODY TR TH TD SPAN'.split(' '))
  const NAMES = new Set(['href', 'title', 'rel', 'src', 'alt', 'width', 'height', 'data-mencion', 'align', 'tabindex', 'loading', 'decoding', 'srcset', 'sizes'])
  const found = []
  const tell = (element, what) => found.push(what + ' in ' + element.outerHTML.slice(0, 120))
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) tell(element, name)
      if (/^\\s*(java|vb|live)script:|^\\s*data:text/i.test(value)) tell(element, value)
      if (/malo\\.pe/.test(value) && !(name === 'href' && element.localName === 'a') && name !== 'alt' && name !== 'title')
        tell(element, name + '=' + value)
    }
  }
  for (const element of document.querySelectorAll('base, object, embed, applet, frame, portal, [srcdoc], meta[http-equiv=refresh]'))
    tell(element, element.localName)
  for (const form of document.forms) if (new URL(form.action).origin !== location.origin) tell(form, 'action')
  const texts = [...document.querySelectorAll('[class*="prose"]')]
  for (const text of texts)
    for (const element of text.querySelectorAll('*')) {
      if (!TAGS.has(element.tagName)) tell(element, element.tagName)
      for (const { name } of element.attributes) if (!NAMES.has(name)) tell(element, name)
      if (element.localName === 'a' && !/noopener/.test(element.rel)) tell(element, 'rel')
    }
  if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the window: ' + document.documentElement.scrollWidth)
  return { found, texts: texts.length }
})()`

/** Pictures of the campus that the attacks name and that do not exist. */
const NO_PICTURE = /404 \(Not Found\) \(\S+\/(a\.png|x\.png|api\/logout)\)/

/** Two frames, so that handlers have run. */
const SETTLED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))'

/** The page shows at least this many of the texts and none of them acts. */
async function expectInert(page: Page, seen: { done: string[] }, texts: number): Promise<void> {
  const inspected = await page.evaluate<{ found: string[]; texts: number }>(FOREIGN)
  expect(inspected.found).toEqual([])
  expect(inspected.texts, 'texts on the page').toBeGreaterThanOrEqual(texts)
  expect(seen.done).toEqual([])
}

const answer = (page: Page) => page.getByRole('textbox', { name: 'Tu respuesta' })

test('trescientos ataques en un foro no hacen nada, y en él se escribe', async ({
  page,
  database,
  login,
  baseURL,
  watch,
}) => {
  watch.allow(NO_PICTURE)
  const { student, forum, posts } = await aHostileCourse(database)
  await login(page, student)
  const seen = watchFor(page, baseURL)
  await page.goto(`/foro/${forum}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE)
  await page.getByRole('button', { name: 'Escribe una respuesta…' }).click()
  await answer(page).fill('Sigo aquí')
  const asked = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.keyboard.press('Control+Enter')
  expect((await asked).status()).toBe(201)
  await expect(page.getByRole('article').filter({ hasText: 'Sigo aquí' })).toBeVisible()
  await page.evaluate(SETTLED)
  await expectInert(page, seen, posts)
})

test('ni en las páginas públicas que muestran textos, con y sin JavaScript', async ({
  page,
  browser,
  database,
  baseURL,
  watch,
}) => {
  watch.allow(NO_PICTURE)
  const { course, code } = await aHostileCourse(database)
  const seen = watchFor(page, baseURL)
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const rendered = await plain.newPage()
  const there = watchFor(rendered, baseURL)
  // Texts of a brand are tested in server/test/hostile-pages.test.ts.
  const places: [path: string, texts: number][] = [
    [`/detallecurso/${course.id}`, 1],
    [`/certificado/${code}`, 0],
    [`/cursos?buscar=${encodeURIComponent(TITLE)}`, 0],
  ]
  for (const [path, texts] of places) {
    await rendered.goto(path)
    await expect(rendered.getByRole('main')).toContainText(TITLE)
    await expectInert(rendered, there, texts)
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText(TITLE)
    await page.evaluate(SETTLED)
    await expectInert(page, seen, texts)
  }
  await plain.close()
})

test('ni en la lección, sus comentarios y la lista de foros', async ({ page, database, login, baseURL, watch }) => {
  watch.allow(NO_PICTURE)
  const { student, path, lesson } = await aHostileCourse(database)
  const seen = watchFor(page, baseURL)
  await login(page, student)
  await page.goto(lesson)
  // Comments load when they are near the viewport.
  await page.getByRole('heading', { name: /^Comentarios/ }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectInert(page, seen, 1)
  await page.goto(`${path}/foros`)
  await expect(page.getByRole('article').getByText(TITLE).first()).toBeVisible()
  await page.evaluate(SETTLED)
  await expectInert(page, seen, 0)
})
