import type { Locator, Page } from '@playwright/test'
import { aCourse, anEnrolment, aPerson, PASSWORD } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { freshStudent, sessionEndsAt } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** A forum of this test's own, opened by a classmate, in a course with a teacher. */
async function aForum(database: TestDatabase) {
  const teacher = await aPerson(database.db, { nombres: 'Elena', apellidos: 'Ríos', tipo_cliente: 'Docente' })
  const course = await aCourse(database.db, { nombre: 'Curso con foros', teacher: teacher.id })
  const student = await freshStudent(database, [course.id])
  const asker = await aPerson(database.db, { nombres: 'Luis', apellidos: 'Paredes' })
  const [row] = await database.sql<{ id: number }[]>`
    INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, descripcion, contenido, texto)
    VALUES (2, ${asker.id}, 'curso', ${course.id}, '¿Cómo ilumino?', '', '<p>Sin flash.</p>', 'Sin flash.') RETURNING id`
  const id = row?.id ?? 0
  /** Writes a post as the asker, older than anything that the page writes. */
  async function say(text: string, parent: { id: number; root: number } | null = null) {
    const [made] = await database.sql<{ id: number }[]>`
      INSERT INTO posts_foro (id_foro, parent_id, raiz_id, id_usuario, contenido, texto, fecha)
      VALUES (${id}, ${parent?.id ?? null}, ${parent?.root ?? null}, ${asker.id}, ${`<p>${text}</p>`}, ${text}, now() - interval '1 day')
      RETURNING id`
    const post = made?.id ?? 0
    if (parent) await database.sql`UPDATE posts_foro SET respuestas = respuestas + 1 WHERE id = ${parent.root}`
    await database.sql`UPDATE foros SET total_posts = total_posts + 1, total_raices = total_raices + ${parent ? 0 : 1} WHERE id = ${id}`
    return { id: post, root: parent?.root ?? post }
  }
  return {
    id,
    course,
    student,
    teacher: { ...teacher, password: PASSWORD, nombre: 'Elena Ríos' },
    asker: { ...asker, password: PASSWORD, nombre: 'Luis Paredes' },
    path: `/foro/${id}`,
    say,
  }
}

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const answer = (page: Page) => page.getByRole('textbox', { name: 'Tu respuesta' })
/** Drafts of this device that were not sent. */
const KEPT = `Object.keys(localStorage).filter((key) => key.startsWith('borrador-')).map((key) => localStorage.getItem(key)).join()`
/** Waits until the page has the text, because the editor reports changes a moment later. */
async function write(page: Page, field: ReturnType<typeof answer>, text: string): Promise<void> {
  await field.fill(text)
  await expect.poll(() => page.evaluate(KEPT)).toContain(text)
}
const send = (page: Page) =>
  page.getByRole('button', { name: 'Responder', exact: true }).and(page.locator('[type=submit]'))
/** On phones what the author does with a text is in its menu. */
async function own(page: Page, text: Locator, name: 'Editar' | 'Eliminar'): Promise<void> {
  const button = text.getByRole('button', { name })
  const menu = text.getByRole('button', { name: /^Más opciones/ })
  await menu.waitFor()
  if (await button.isVisible()) return button.click()
  await menu.click()
  await page.getByRole('menuitem', { name }).click()
}
const wrong = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title })

test('escribe, responde a alguien, edita y elimina', { tag: '@gate' }, async ({
  page,
  database,
  login,
  axe,
  isMobile,
}) => {
  const { student, path, say, course } = await aForum(database)
  await login(page, student)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: '¿Cómo ilumino?' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No hay respuestas aún' })).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: 'Ruta de navegación' })
  await expect(crumbs.getByRole('listitem')).toHaveText(['Mis cursos', 'Módulos', 'Foros', '¿Cómo ilumino?'])
  if (isMobile) await page.getByText('Información del foro').click()
  await expect(page.getByRole('link', { name: 'Volver a Foros' })).toHaveAttribute(
    'href',
    `/miscursos/${course.id}/foros`,
  )
  await expect(page.getByRole('link', { name: 'Ir al Inicio' })).toHaveAttribute('href', '/inicio')
  await axe(page)

  await page.getByRole('button', { name: 'Escribe una respuesta…' }).click()
  await expect(answer(page)).toBeVisible()
  await send(page).click()
  await expect(wrong(page, 'Contenido requerido')).toContainText('Debes escribir una respuesta.')
  await write(page, answer(page), 'Con la ventana de costado')
  await send(page).click()
  await expect(toast(page, 'Respuesta enviada')).toBeVisible()
  await expect(post(page, 'Con la ventana de costado')).toContainText('ahora mismo')
  await expect(page.getByRole('heading', { name: 'Respuestas (1)' })).toBeVisible()

  const first = await say('¿Y de noche?')
  await page.reload()
  await post(page, '¿Y de noche?').getByRole('button', { name: 'Responder a Luis Paredes' }).click()
  const banner = page.getByText('Respondiendo a Luis Paredes')
  await expect(banner).toBeVisible()
  await write(page, answer(page), 'Una lámpara y papel manteca')
  // Otherwise axe measures targets that the header half covers.
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
  await axe(page)
  // The recipient is cleared; the text stays and moves to the next recipient.
  await page.getByRole('form', { name: 'Responder a Luis Paredes' }).getByRole('button', { name: 'Cancelar' }).click()
  await expect(banner).toBeHidden()
  await expect(answer(page)).toContainText('Una lámpara')
  await post(page, '¿Y de noche?').getByRole('button', { name: 'Responder a Luis Paredes' }).click()
  await expect(banner).toBeVisible()
  await expect(answer(page)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Respuestas a Luis Paredes' })).toContainText(
    'Una lámpara y papel manteca',
  )
  const [row] = await database.sql<{ parent_id: number }[]>`
    SELECT parent_id FROM posts_foro WHERE id_usuario = ${student.id} ORDER BY id DESC LIMIT 1`
  expect(row?.parent_id).toBe(first.id)

  await own(page, post(page, 'Una lámpara'), 'Editar')
  const field = page.getByRole('textbox', { name: 'Editar respuesta' })
  await expect(field).toContainText('papel manteca')
  // By keys, because the editor sets its caret a moment after the focus and would lose a selection.
  await expect(field).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Backspace')
  await expect(field.locator('.is-editor-empty')).toBeVisible()
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(wrong(page, 'Contenido requerido')).toContainText('El contenido no puede estar vacío.')
  await write(page, field, 'Dos lámparas')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(toast(page, 'Post actualizado')).toBeVisible()
  await post(page, 'Dos lámparas')
    .getByRole('button', { name: /^editado/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Historial de cambios' })).toContainText('Una lámpara y papel manteca')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await own(page, post(page, 'Dos lámparas'), 'Eliminar')
  const ask = page.getByRole('dialog', { name: '¿Eliminar respuesta?' })
  await expect(ask).toContainText('Esta acción no se puede deshacer.')
  await ask.getByRole('button', { name: 'Cancelar' }).click()
  await expect(ask).toBeHidden()
  await own(page, post(page, 'Dos lámparas'), 'Eliminar')
  await ask.getByRole('button', { name: 'Sí, eliminar' }).click()
  await expect(toast(page, 'Respuesta eliminada')).toBeVisible()
  await expect(post(page, 'Dos lámparas')).toHaveCount(0)
})

test('el like responde al instante y se deshace cuando el servidor no lo acepta', async ({
  page,
  database,
  login,
  watch,
}) => {
  watch.allow(/500/)
  const { student, path, say } = await aForum(database)
  await say('Me sirvió mucho')
  await login(page, student)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let broken = true
  await page.route('**/api/posts-foro/*/like', async (route) => {
    if (!broken) return route.continue()
    await held
    await route.fulfill({ status: 500, body: '' })
  })
  await page.goto(path)
  const like = (n: number) => post(page, 'Me sirvió mucho').getByRole('button', { name: `Me gusta: ${n}` })
  await like(0).click()
  await expect(like(1)).toHaveAttribute('aria-pressed', 'true')
  release()
  await expect(page.getByRole('alert').filter({ hasText: 'No se pudo procesar el like.' })).toBeVisible()
  await expect(like(0)).toHaveAttribute('aria-pressed', 'false')
  broken = false
  const taken = page.waitForResponse(/\/like$/)
  await like(0).click()
  await taken
  await expect(like(1)).toHaveAttribute('aria-pressed', 'true')
  const withdrawn = page.waitForResponse(/\/unlike$/)
  await like(1).click()
  expect((await withdrawn).status()).toBe(200)
  await expect(like(0)).toHaveAttribute('aria-pressed', 'false')
})

test('un enlace lleva a su respuesta, por profunda que esté; lo demás llega por páginas', async ({
  page,
  database,
  login,
  watch,
}) => {
  watch.allow(/404/)
  const { id, student, asker, path, say } = await aForum(database)
  const roots = []
  for (let n = 1; n <= 16; n++) roots.push(await say(`Tema ${n}.`))
  const [, second] = roots
  if (!second) throw new Error('there is no second post')
  let last = second
  for (let n = 1; n <= 9; n++) last = await say(`Hondo ${n}.`, last)
  await database.sql`INSERT INTO posts_foro (id_foro, parent_id, raiz_id, id_usuario, contenido, texto)
    SELECT ${id}, ${second.id}, ${second.id}, ${asker.id}, '<p>Resto ' || n || '.</p>', n::text FROM generate_series(1, 60) n`
  await database.sql`UPDATE posts_foro SET respuestas = 69 WHERE id = ${second.id}`
  await database.sql`UPDATE foros SET total_posts = 85 WHERE id = ${id}`
  const target = roots[15]?.id ?? 0
  await login(page, student)
  await page.goto(`${path}?post=${target}#post-${target}`)
  await expect(post(page, 'Tema 16.')).toBeInViewport()
  await expect(post(page, 'Tema 16.')).toHaveAttribute('data-marked')
  await expect(post(page, 'Tema 16.')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Página 2' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Página 1' }).click()
  await expect(post(page, 'Tema 1.')).toBeVisible()
  await expect(page).toHaveURL(/\?pagina=1#respuestas$/)

  const deep = post(page, 'Hondo 9.')
  await expect(deep).toBeVisible()
  const box = await deep.boundingBox()
  expect(box?.width, 'the indent ends').toBeGreaterThan(200)
  await page.getByRole('button', { name: 'Ver 19 respuestas más' }).click()
  await expect(post(page, 'Resto 60.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Ver \d+ respuesta/ })).toBeHidden()
  await post(page, 'Hondo 1.').getByRole('button', { name: 'Ocultar 8 respuestas' }).press('Enter')
  await expect(deep).toHaveCount(0)
  await post(page, 'Hondo 1.').getByRole('button', { name: 'Mostrar 8 respuestas' }).press('Enter')
  await expect(deep).toBeVisible()

  const [end] = await database.sql<
    { id: number }[]
  >`SELECT max(id)::int AS id FROM posts_foro WHERE raiz_id = ${second.id}`
  await page.goto(`${path}?post=${end?.id}#post-${end?.id}`)
  await expect(post(page, 'Resto 60.')).toBeInViewport()
  await page.goto(`${path}?post=999999999#post-999999999`)
  await expect(page.getByText('Esa respuesta ya no está disponible.')).toBeVisible()
})

test('sigue donde dejó de leer, y lo leído queda leído', async ({ page, database, login }) => {
  const { id, student, path, say } = await aForum(database)
  const old = await say('Ya leída.')
  for (let n = 1; n <= 15; n++) await say(`Antigua ${n}.`)
  await database.sql`INSERT INTO lecturas_foro (id_usuario, id_foro, ultimo_post)
    SELECT ${student.id}, ${id}, max(id) FROM posts_foro WHERE id_foro = ${id}`
  const fresh = await say('Recién llegada.', old)
  await say('La última.')
  await login(page, student)
  await page.goto(path)
  await expect(page.getByText('2 sin leer')).toBeVisible()
  await page.getByRole('link', { name: 'Ir a la primera sin leer' }).click()
  await expect(post(page, 'Recién llegada.')).toBeInViewport()
  await expect(post(page, 'Recién llegada.')).toContainText('Nuevo desde aquí')
  await expect(page).toHaveURL(new RegExp(`post=${fresh.id}`))
  const marked = page.waitForResponse((reply) => reply.url().endsWith('/leido') && reply.ok())
  await page.getByRole('link', { name: 'Página 2' }).click()
  await expect(post(page, 'La última.')).toBeVisible()
  await post(page, 'La última.').scrollIntoViewIfNeeded()
  await marked
  await expect
    .poll(async () => {
      const [row] = await database.sql<{ leido: boolean }[]>`SELECT ultimo_post = (SELECT max(id) FROM posts_foro
        WHERE id_foro = ${id}) AS leido FROM lecturas_foro WHERE id_usuario = ${student.id} AND id_foro = ${id}`
      return row?.leido
    })
    .toBe(true)

  const saved = page.waitForResponse((reply) => reply.url().endsWith('/seguimiento'))
  await page.getByRole('button', { name: /^Avisos de este foro/ }).click()
  await page.getByRole('menuitemradio', { name: /^Silenciado/ }).click()
  await saved
  await expect(page.getByRole('button', { name: 'Avisos de este foro: Silenciado' })).toBeVisible()
})

test('lo escrito sobrevive a la red, a la sesión y a cerrar la página', async ({ page, database, login, watch }) => {
  watch.allow(/401|ERR_FAILED|ERR_INTERNET/)
  const { student, path, say } = await aForum(database)
  await say('Una pregunta')
  await login(page, student)
  await page.goto(path)
  await post(page, 'Una pregunta')
    .getByRole('button', { name: /^Responder a/ })
    .click()
  await expect(answer(page)).toBeVisible()
  const kept = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.url().includes('borradores'))
  await write(page, answer(page), 'Con mucho cuidado')
  await kept
  await page.reload()
  await expect(page.getByText('Respondiendo a Luis Paredes')).toBeVisible()
  await expect(answer(page)).toContainText('Con mucho cuidado')

  let away = true
  await page.route('**/api/posts-foro', (route) =>
    away && route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.fallback(),
  )
  await send(page).click()
  await expect(wrong(page, 'No se pudo enviar la respuesta.')).toContainText('Tu texto está guardado')
  await expect(answer(page)).toContainText('Con mucho cuidado')
  away = false
  await page.unroute('**/api/posts-foro')
  await sessionEndsAt(page, database, student.id, /\/api\/posts-foro$/)
  await send(page).click()
  await page.getByLabel('Contraseña', { exact: true }).fill(student.password)
  await page.getByRole('button', { name: /^(Ingresar|Iniciar)/ }).click()
  await expect(toast(page, 'Respuesta enviada')).toBeVisible()
  await expect(post(page, 'Con mucho cuidado')).toHaveCount(1)
  await expect(answer(page)).toBeHidden()
})

test('quien pregunta y quien enseña marcan la mejor respuesta; cualquiera reporta', { tag: '@escritorio' }, async ({
  page,
  database,
  login,
  newDevice,
}) => {
  const { id, student, teacher, path, say } = await aForum(database)
  await say('Usa dos luces.')
  await login(page, teacher)
  await page.goto(path)
  const more = (on: Page) => post(on, 'Usa dos luces.').getByRole('button', { name: /^Más opciones/ })
  await more(page).click()
  await page.getByRole('menuitem', { name: 'Marcar como mejor respuesta' }).click()
  await expect(toast(page, 'Marcada como mejor respuesta')).toBeVisible()
  await expect(post(page, 'Usa dos luces.')).toContainText('Mejor respuesta')
  const solution = page.getByRole('link', { name: 'Solución por Luis' })
  await solution.click()
  await expect(post(page, 'Usa dos luces.')).toBeFocused()

  const other = await newDevice()
  await login(other, student)
  await other.goto(path)
  await expect(post(other, 'Usa dos luces.').getByRole('button', { name: 'Editar' })).toHaveCount(0)
  await more(other).press('Enter')
  await expect(other.getByRole('menuitem')).toHaveText(['Copiar enlace', 'Citar', 'Reportar'])
  await expect(other.getByRole('menuitem', { name: 'Copiar enlace' })).toBeFocused()
  await other.keyboard.press('ArrowDown')
  await other.keyboard.press('ArrowDown')
  await expect(other.getByRole('menuitem', { name: 'Reportar' })).toBeFocused()
  await other.keyboard.press('Enter')
  const dialog = other.getByRole('dialog', { name: 'Reportar respuesta' })
  await dialog.getByRole('button', { name: 'Enviar reporte' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Elige un motivo.')
  await dialog.getByLabel('Es publicidad o spam').check()
  await dialog.getByRole('button', { name: 'Enviar reporte' }).click()
  await expect(toast(other, 'Gracias. El equipo lo revisará.')).toBeVisible()
  const [row] = await database.sql<{ motivo: string }[]>`SELECT r.motivo FROM reportes_post r
    JOIN posts_foro p ON p.id = r.id_post WHERE p.id_foro = ${id}`
  expect(row?.motivo).toBe('spam')
})

test('el texto que abre el tema tiene lo que tienen las respuestas', async ({
  page,
  database,
  login,
  newDevice,
  axe,
}) => {
  const { id, student, asker, path, course, say } = await aForum(database)
  await anEnrolment(database.db, asker.id, course.id)
  await say('Con dos luces.')
  const opening = (on: Page) => on.getByRole('article', { name: '¿Cómo ilumino?' })
  const menu = (on: Page, name: string) =>
    opening(on)
      .getByRole('button', { name: 'Más opciones: tema' })
      .click()
      .then(() => on.getByRole('menuitem', { name, exact: true }).click())
  await login(page, student)
  await page.goto(path)

  await menu(page, 'Citar')
  await expect(answer(page).locator('blockquote')).toHaveText('Luis Paredes: Sin flash.')
  await menu(page, 'Reportar')
  const report = page.getByRole('dialog', { name: 'Reportar foro' })
  await report.getByLabel('Es publicidad o spam').check()
  await report.getByRole('button', { name: 'Enviar reporte' }).click()
  await expect(toast(page, 'Gracias. El equipo lo revisará.')).toBeVisible()
  const [row] = await database.sql<{ motivo: string }[]>`SELECT motivo FROM reportes_post WHERE id_foro = ${id}`
  expect(row?.motivo).toBe('spam')
  await expect(opening(page).getByRole('button', { name: /^(Editar|Eliminar)/ })).toHaveCount(0)

  const author = await newDevice()
  await login(author, asker)
  await author.goto(path)
  await own(author, opening(author), 'Editar')
  const dialog = author.getByRole('dialog', { name: 'Editar foro' })
  const text = dialog.getByRole('textbox', { name: 'Cuéntalo con detalle' })
  await expect(text).toHaveText('Sin flash.')
  await write(author, text, 'Sin flash y de noche.')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(toast(author, 'Foro actualizado')).toBeVisible()
  await expect(opening(author)).toContainText('Sin flash y de noche.')
  await opening(author)
    .getByRole('button', { name: /^editado/ })
    .click()
  await expect(author.getByRole('dialog', { name: 'Historial de cambios' })).toContainText('Sin flash.')
  await author.keyboard.press('Escape')
  await expect(author.getByRole('dialog')).toBeHidden()
  await axe(author)
  await own(author, opening(author), 'Eliminar')
  await author.getByRole('dialog', { name: '¿Eliminar foro?' }).getByRole('button', { name: 'Sí, eliminar' }).click()
  await expect(toast(author, 'Foro eliminado')).toBeVisible()
  await expect(author).toHaveURL(`/miscursos/${course.id}/foros`)
})

test('responder está a la mano desde el comienzo de un tema largo', async ({ page, database, login }) => {
  const { id, student, path, say } = await aForum(database)
  const titulo = 'Preséntate: ¿quién eres y qué historia quieres contar?'
  const contenido = `<p>${'Cuéntanos cómo te llamas y desde dónde nos lees. '.repeat(3)}</p>`
  await database.sql`UPDATE foros SET titulo = ${titulo}, contenido = ${contenido}, pinned = true,
    descripcion = 'Lo que quieres terminar este año.' WHERE id = ${id}`
  for (let n = 1; n <= 12; n++) await say(`Idea ${n}`)
  await login(page, student)
  await page.goto(path)
  await expect(post(page, 'Idea 1').first()).toBeVisible()
  const open = page.getByRole('button', { name: 'Escribe una respuesta…' })
  await expect(open).toBeInViewport({ ratio: 1 })
  const text = await page.getByRole('article', { name: titulo }).locator('p').first().boundingBox()
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThan((await open.boundingBox())?.y ?? 0)
  expect(await page.evaluate('scrollY')).toBe(0)
  await open.click()
  await expect(answer(page)).toBeFocused()
  await expect(send(page)).toBeInViewport()
})

test('las opciones de una respuesta se abren y se cierran por teclado, también la primera vez', async ({
  page,
  database,
  login,
}) => {
  const { student, path, say } = await aForum(database)
  await say('Idea 1')
  await login(page, student)
  await page.goto(path)
  for (const more of [
    post(page, 'Idea 1').getByRole('button', { name: /^Más opciones/ }),
    page.getByRole('button', { name: /: Sin seguir$/ }),
  ])
    for (const _time of ['first', 'second']) {
      await more.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menu')).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await expect(page.locator('[role^="menuitem"]:focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(more).toBeFocused()
    }
})

test('un foro que no se puede abrir lo dice, y nunca parece otro', async ({ page, database, login, watch }) => {
  watch.allow(/500|404/)
  const { id, student, path } = await aForum(database)
  await login(page, student)
  let broken = true
  await page.route(`**/api/foros/${id}`, (route) =>
    broken ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await page.goto(path)
  await expect(page.getByRole('alert').filter({ hasText: 'No se pudo cargar el foro.' })).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '¿Cómo ilumino?' })).toBeVisible()
  await page.goto('/foro/999999999')
  await expect(page.getByRole('heading', { name: 'No encontramos este foro' })).toBeVisible()
  await page.goto('/foro/hola')
  await expect(page.getByText('No se pudo identificar el foro. Por favor, regresa a la lista de cursos.')).toBeVisible()
  await expect(page).toHaveURL(/\/miscursos$/)
})
