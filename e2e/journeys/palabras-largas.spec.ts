import type { Page } from '@playwright/test'
import { award } from '../../server/src/features/awards/awards.ts'
import { aCourse, aPerson, PASSWORD } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { openCart } from '../support/cart.ts'
import { freshStudent, type Student } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const WORD = 'm'.repeat(120)
const NAME = 'Wenceslao'.repeat(12).slice(0, 55)
const COURSE = 'Electroencefalografista'.repeat(3).slice(0, 60)

/** Runs in the page: how wide it is, and what of it lies beyond its sides, cannot be scrolled to and has no ellipsis. */
const STICKS_OUT = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement
  const isMeant = (element) => {
    if (!element) return false
    const { overflowX, textOverflow } = getComputedStyle(element)
    return /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || isMeant(element.parentElement)
  }
  const out = [...document.querySelectorAll('main :is(a, button, input, textarea, h1, h2, h3, p, span, strong)')]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (right > clientWidth + 1 || left < -1) && !isMeant(element.parentElement)
    })
    .map((element) => element.tagName + ' ' + element.className + ' ' + element.textContent.slice(0, 30))
  return scrollWidth > clientWidth ? ['scrollWidth ' + scrollWidth, ...out] : out
})()`

const fits = (page: Page) => expect.poll(() => page.evaluate(STICKS_OUT), page.url()).toEqual([])

/** A student and a course with the longest words, a forum, a comment and a post of theirs, and a place in the ranking. */
async function longWords({ db, sql }: TestDatabase) {
  const course = await aCourse(db, { nombre: COURSE, lessons: 2 })
  const [modulo] = course.modulos
  const [lesson] = modulo?.lecciones ?? []
  await sql`UPDATE modulos SET nombre = ${WORD} WHERE id = ${modulo?.id}`
  await sql`UPDATE lecciones SET titulo = ${WORD} WHERE id = ${lesson?.id}`
  await sql`UPDATE cursos SET descripcion = ${`<p>${WORD}</p>`} WHERE id = ${course.id}`
  const { id, correo } = await aPerson(db, { nombres: NAME, apellidos: NAME })
  await sql`INSERT INTO matriculas (id_usuario, id_curso) VALUES (${id}, ${course.id})`
  await sql`INSERT INTO comentarios (comentario, id_usuario, id_leccion) VALUES (${WORD}, ${id}, ${lesson?.id})`
  const [forum] = await sql<{ id: number }[]>`
    INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, descripcion, contenido, texto, total_posts, total_raices)
    VALUES (2, ${id}, 'curso', ${course.id}, ${WORD}, ${WORD}, ${`<p>${WORD}</p>`}, ${WORD}, 1, 1) RETURNING id`
  await sql`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto) VALUES (${forum?.id}, ${id}, ${`<p>${WORD}</p>`}, ${WORD})`
  const exam = { usuario: id, motivo: 'examen', clave: `largo:${id}`, detalle: WORD, puntos: 100 } as const
  await db.transaction((tx) => award(tx, exam))
  const student: Student = { id, correo, password: PASSWORD, nombre: `${NAME} ${NAME}`, nombres: NAME }
  const modules = `/miscursos/${course.id}/modulos`
  return {
    student,
    course,
    paths: [
      '/inicio',
      modules,
      `${modules}/${modulo?.id}/leccion/${lesson?.id}`,
      `/miscursos/${course.id}/foros`,
      `/foro/${forum?.id}`,
      '/premios',
      `/detallecurso/${course.id}`,
      `/cursos?buscar=${COURSE}`,
    ],
  }
}

test('@telefono palabras de 120 letras no empujan ninguna página', async ({ page, database, login }) => {
  const { student, course, paths } = await longWords(database)
  await login(page, student)
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByText(new RegExp(`${NAME}|${COURSE}|${WORD}`)).last()).toBeAttached()
    await fits(page)
  }
  await openCart(page, [{ id: course.id, nombre: COURSE }])
  await expect(page.getByText(COURSE).last()).toBeVisible()
  await fits(page)
})

/** Twelve columns and a line of code, in a lesson's text. */
const CELLS = (tag: string) => Array.from({ length: 12 }, (_, at) => `<${tag}>Columna ${at + 1}</${tag}>`).join('')
const WIDE = `<table><thead><tr>${CELLS('th')}</tr></thead><tbody><tr>${CELLS('td')}</tr></tbody></table>
<pre><code>${'const escena = render(plano, luz, sonido); '.repeat(6)}</code></pre>`

/** Whether an element can be scrolled sideways to its end, by itself. */
const scrolls = (page: Page, name: string) =>
  page.evaluate(`(() => {
    const element = document.querySelector('main ${name}')
    element.scrollLeft = 1e6
    return element.scrollLeft > 100
  })()`)

test('una tabla ancha y un código largo se deslizan dentro de la lección', { tag: '@telefono' }, async ({
  page,
  database,
  login,
}) => {
  const { db, sql } = database
  const course = await aCourse(db, { lessons: 1, nombre: 'Curso con tablas' })
  const [modulo] = course.modulos
  const [lesson] = modulo?.lecciones ?? []
  await sql`UPDATE lecciones SET contenido = ${WIDE} WHERE id = ${lesson?.id}`
  await login(page, await freshStudent(database, [course.id]))
  await page.goto(`/miscursos/${course.id}/modulos/${modulo?.id}/leccion/${lesson?.id}`)
  await expect(page.getByRole('main').getByRole('columnheader', { name: 'Columna 12' })).toBeAttached()
  expect(await scrolls(page, 'table')).toBe(true)
  expect(await scrolls(page, 'pre')).toBe(true)
  await fits(page)
})
