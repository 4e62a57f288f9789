import { aCourse, anExam } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { hasFocus, press, tabTo } from '../support/keyboard.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** A course of three lessons and an exam, and a student of it. */
async function threeLessons(database: TestDatabase, nombre: string) {
  const course = await aCourse(database.db, { modules: 1, lessons: 3, nombre })
  const [modulo] = course.modulos
  if (!modulo) throw new Error('the course has no module')
  await anExam(database.db, { id_curso: course.id, id_modulo: modulo.id, nombre: 'Examen de los tres pasos' })
  const lessons = modulo.lecciones.map(({ id }) => `/miscursos/${course.id}/modulos/${modulo.id}/leccion/${id}`)
  const [first = '', second = '', third = ''] = lessons
  return { course, first, second, third, student: await freshStudent(database, [course.id]) }
}

test('una última lección abierta y sin terminar sigue ahí en todas las pantallas', async ({
  page,
  database,
  login,
}) => {
  const { course, first, second, third, student } = await threeLessons(database, 'Curso de los tres pasos')
  await login(page, student)
  await page.goto(first)
  const finish = page.getByRole('button', { name: 'Completar y seguir' })
  await finish.click()
  await expect(page).toHaveURL(second)
  await finish.click()
  await expect(page).toHaveURL(third)
  await expect(page.getByRole('heading', { level: 1, name: 'Lección 1.3' })).toBeFocused()
  await page.goto(first)

  await page.getByRole('link', { name: 'Siguiente: Lección 1.3' }).click()
  await expect(page).toHaveURL(third)
  const main = page.getByRole('main')
  await page.goto('/inicio')
  await expect(main.getByRole('heading', { level: 2, name: 'Lección 1.3' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Continuar', exact: true })).toHaveAttribute('href', third)
  await expect(main.getByRole('article').getByRole('link', { name: /^Continuar: / })).toHaveAttribute('href', third)
  await page.goto('/miscursos')
  await expect(main.getByRole('link', { name: `Continuar: ${course.nombre}` })).toHaveAttribute('href', third)
  await page.goto(`/miscursos/${course.id}/modulos`)
  await expect(main.getByRole('link', { name: 'Continuar', exact: true })).toHaveAttribute('href', third)
  await expect(main.getByRole('link', { name: /Continúa aquí/ })).toHaveAttribute('href', third)
  await page.goto('/miscertificados')
  await expect(main.getByRole('link', { name: `Seguir con el curso ${course.nombre}` })).toHaveAttribute('href', third)
  await page.goto(second)
  await expect(main.getByRole('link', { name: 'Siguiente: Lección 1.3' })).toHaveAttribute('href', third)
})

test('una lección se completa y la siguiente se abre sin ratón', async ({ page, database, login }) => {
  const { course, second, third, student } = await threeLessons(database, 'Curso sin ratón')
  await login(page, student)
  await page.goto(`/miscursos/${course.id}/modulos`)
  await press(page, page.getByRole('main').getByRole('link', { name: 'Empezar el curso' }))
  const title = (place: number) => page.getByRole('heading', { level: 1, name: `Lección 1.${place}` })
  await expect(title(1)).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Completar y seguir' }))
  await expect(page).toHaveURL(second)
  await expect(title(2)).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Completar y seguir' }), 'Space')
  await expect(page).toHaveURL(third)
  await expect(title(3)).toBeFocused()
  const undo = page.getByRole('button', { name: 'Deshacer' })
  await tabTo(page, undo)
  expect(await hasFocus(page, undo), 'the mark can be taken back while its note shows').toBe(true)
})
