import type { Page } from '@playwright/test'
import { aCourse, anExam } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const HOUR_MS = 3_600_000
const NAMED = /\(hora de Lima\)/

async function aClass(database: TestDatabase) {
  const course = await aCourse(database.db, { lessons: 1, nombre: 'Curso con reloj' })
  const [modulo] = course.modulos
  const [lesson] = modulo?.lecciones ?? []
  if (!modulo || !lesson) throw new Error('the course has no lesson')
  const path = `/miscursos/${course.id}/modulos/${modulo.id}/leccion/${lesson.id}`
  return { course, modulo, lesson, path, student: await freshStudent(database, [course.id]) }
}

/** A live session of one hour that begins in this many minutes. */
const aSession = ({ sql }: TestDatabase, lesson: number, nombre: string, minutes: number) => sql`
  INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
  VALUES (${lesson}, ${nombre}, now() + make_interval(mins => ${minutes}), 'https://meet.example.com/aula', ${minutes})`

const next = (page: Page) => page.getByRole('region', { name: 'Próxima clase en vivo' })

test('la clase empieza y termina mientras la página sigue abierta', async ({ page, database, login }) => {
  const { lesson, path, student } = await aClass(database)
  await aSession(database, lesson.id, 'Clase de hoy', 30)
  await aSession(database, lesson.id, 'Clase siguiente', 300)
  await login(page, student)
  await page.clock.install()

  await page.goto('/inicio')
  await expect(next(page)).toContainText('Clase de hoy')
  await expect(next(page)).not.toContainText('En vivo ahora')
  await page.clock.fastForward(HOUR_MS)
  await expect(next(page)).toContainText('En vivo ahora, desde las')

  await page.goto(path)
  const row = page.getByRole('listitem').filter({ hasText: 'Clase de hoy' }).last()
  await expect(row).toContainText('En vivo ahora, desde las')

  await page.goto('/inicio')
  await expect(next(page)).toContainText('En vivo ahora, desde las')
  await database.sql`UPDATE sesiones SET inicio = now() - interval '3 hours' WHERE nombre = 'Clase de hoy' AND id_leccion = ${lesson.id}`
  await page.clock.fastForward(HOUR_MS)
  await expect(next(page)).toContainText('Clase siguiente')
  await expect(next(page)).not.toContainText('Clase de hoy')
})

test.describe('desde Madrid', () => {
  test.use({ timezoneId: 'Europe/Madrid' })

  test('toda hora en que el alumno actúa dice que es la de Lima', async ({ page, database, login }) => {
    const { course, modulo, lesson, path, student } = await aClass(database)
    await aSession(database, lesson.id, 'Clase de mañana', 24 * 60)
    const days = (n: number) => new Date(Date.now() + n * 24 * HOUR_MS).toISOString()
    const exam = { id_curso: course.id, id_modulo: modulo.id }
    const waiting = await anExam(database.db, { ...exam, nombre: 'Examen por abrir', fecha_apertura: days(2) })
    const open = await anExam(database.db, { ...exam, nombre: 'Examen abierto', fecha_cierre: days(3) })
    await login(page, student)

    await page.goto('/inicio')
    await expect(next(page).getByText(/^Mañana, \d\d:\d\d \(hora de Lima\)$/)).toBeVisible()
    await expect(next(page)).toContainText(/Podrás entrar.* \d\d:\d\d \(hora de Lima\)$/)

    await page.goto(path)
    await expect(page.getByRole('listitem').filter({ hasText: 'Clase de mañana' }).last()).toContainText(NAMED)

    await page.goto(`/miscursos/${course.id}/modulos`)
    await expect(page.getByText(/^Abre el .* \(hora de Lima\)$/)).toBeVisible()

    await page.goto(`/examen/${waiting.id}/${modulo.id}/modulo`)
    await expect(page.getByText(/^Podrás comenzar el .* \(hora de Lima\)\.$/)).toBeVisible()
    await page.goto(`/examen/${open.id}/${modulo.id}/modulo`)
    await expect(page.getByText(/^Hasta el .* \(hora de Lima\)$/)).toBeVisible()
  })

  test('en la tienda también: la próxima clase y el fin de una oferta', async ({ page, database }) => {
    const { course, lesson } = await aClass(database)
    await aSession(database, lesson.id, 'Clase abierta', 24 * 60)
    await page.goto(`/detallecurso/${course.id}`)
    await expect(page.getByText(/próxima clase en vivo: .* \(hora de Lima\)$/)).toBeVisible()
    await page.goto('/cursos?marca=3')
    await page.getByRole('link', { name: 'Gamificación en el aula', exact: true }).first().click()
    await expect(page.getByText(/^Hasta el .* \(hora de Lima\)$/)).toBeVisible()
  })
})
