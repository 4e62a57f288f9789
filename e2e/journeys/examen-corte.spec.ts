import type { Page } from '@playwright/test'
import type { TestDatabase } from '../../server/test/sql.ts'
import { examOn } from '../support/exam-screen.ts'
import { courseWithExam, freshStudent, savedAnswers, shortenAttempt } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ watch }) => watch.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 409/))

/** What an outage gave back to the open attempt, which now ends in this many seconds. */
const giveBack = ({ sql }: TestDatabase, student: number, returned: number, seconds: number) => sql`
  UPDATE intentos_evaluacion i SET segundos_devueltos = ${returned}, limite = now() + make_interval(secs => ${seconds})
  FROM detalle_evaluacion d WHERE d.id = i.id_detalle AND d.id_alumno = ${student} AND i.estado = 'abierto'`

/** The server is away for this page; counts the calls that would end the exam, and those that ask whether it is back. */
async function serverAway(page: Page) {
  const submits: string[] = []
  const probes: string[] = []
  await page.route('**/api/**', (route) => {
    if (route.request().url().endsWith('/api/salud/viva')) probes.push('asked')
    if (route.request().method() === 'PUT' && /detalle-evaluacion/.test(route.request().url())) submits.push('sent')
    return route.abort()
  })
  return { submits, probes, back: () => page.unroute('**/api/**') }
}

/** The first question is saved, the second only on the device; then time ends while the server is away. */
async function cutAtTheEnd(page: Page, database: TestDatabase, student: number) {
  const exam = examOn(page)
  await exam.start()
  await exam.choose('B')
  await expect(exam.saved).toBeVisible()
  await shortenAttempt(database, student, 15)
  await page.reload()
  await exam.resume()
  const server = await serverAway(page)
  await expect(exam.question(2, 3)).toBeVisible()
  await exam.choose('B')
  await expect(page.getByText('Sin conexión: guardado aquí').first()).toBeVisible()
  const over = page.getByRole('dialog', { name: 'Tiempo Terminado' })
  await expect(over.getByRole('status')).toHaveText(/^No hay conexión\..*Presione OK para enviar$/, {
    timeout: 30_000,
  })
  return { exam, server, over }
}

test('un corte que cruza el final devuelve el tiempo: se dice, y el examen sigue con todo lo respondido', async ({
  page,
  database,
  login,
}) => {
  const { course, path } = await courseWithExam(database, { values: [10, 10, 10] })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  await page.goto(path)
  const { exam, server, over } = await cutAtTheEnd(page, database, student.id)
  // The note below every screen asks once in 15 seconds.
  await expect.poll(() => server.probes.length).toBeGreaterThan(2)
  await giveBack(database, student.id, 125, 60)
  await server.back()
  await expect(over).toBeHidden()
  await expect(
    page.getByRole('status').filter({ hasText: 'Tuvimos una falla de 2 min 5 s: te los devolvimos.' }),
  ).toBeVisible()
  expect(await savedAnswers(database, student.id)).toBe(2)
  expect(server.submits, 'sent before its time').toEqual([])
  await expect(exam.timer).toHaveText(/^00:[1-5]\d$/)
  await exam.next()
  await exam.choose('B')
  await exam.send()
  await expect(page.getByText('Obtuviste 30 de 30 puntos')).toBeVisible()
})

test('si el corte fue del alumno, la página nombra la respuesta que no llegó', async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { values: [10, 10, 10] })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  await page.goto(path)
  const { server, over } = await cutAtTheEnd(page, database, student.id)
  await giveBack(database, student.id, 0, -30)
  await server.back()
  const missed = page.getByText('No llegó a tiempo la respuesta de la pregunta 2.')
  await expect(over).toContainText('El tiempo terminó y enviamos tus respuestas.')
  await expect(missed).toBeVisible()
  await over.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Obtuviste 10 de 30 puntos')).toBeVisible()
  await expect(missed).toBeVisible()
})

test('un corte que nadie notó al responder tampoco envía el examen antes de tiempo', async ({
  page,
  database,
  login,
}) => {
  const { course, path } = await courseWithExam(database, { values: [10] })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await shortenAttempt(database, student.id, 6)
  await page.reload()
  await exam.resume()
  await giveBack(database, student.id, 41, 60)
  await expect(page.getByRole('status').filter({ hasText: 'Tuvimos una falla de 41 s' })).toBeVisible()
  await exam.choose('B')
  await exam.send()
  await expect(page.getByText('Obtuviste 10 de 10 puntos')).toBeVisible()
})
