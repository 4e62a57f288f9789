import type { Page } from '@playwright/test'
import { examOn } from '../support/exam-screen.ts'
import { goOffline } from '../support/offline.ts'
import { courseWithExam, freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

// Every other journey blocks the worker, so that it meets the network itself.
test.use({ serviceWorkers: 'allow' })
test.setTimeout(90_000)
test.beforeEach(({ watch }) => watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|503|sw\.js|Failed to fetch/))

/** Whether an address with this part is in a cache of the browser. */
const held = (page: Page, cache: string, part: string) =>
  expect.poll(
    () =>
      page.evaluate(
        `caches.has('${cache}').then(async (there) => there &&
          (await (await caches.open('${cache}')).keys()).some(({ url }) => url.includes('${part}')))`,
      ),
    { message: `${part} in ${cache}`, timeout: 30_000 },
  )

/** The worker rules the page. */
async function guarded(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), { timeout: 20_000 }).toBe(true)
}

test('una lección abierta se lee sin conexión, y salir de la cuenta no deja nada', { tag: '@telefono' }, async ({
  page,
  context,
  course,
  student,
  login,
}) => {
  await login(page, student)
  await page.goto('/inicio')
  await guarded(page)
  const lesson = `/miscursos/${course.id}/modulos/${course.modulo}/leccion/${course.leccion}`
  await page.goto(lesson)
  const title = page.getByRole('heading', { level: 1 })
  await expect(page.getByRole('button', { name: 'Ver el video' })).toBeVisible()
  const name = (await title.textContent()) ?? ''
  await held(page, 'campus-datos', `/api/lecciones/detallado/${course.leccion}`).toBe(true)
  await held(page, 'campus-paginas', '/miscursos/0/modulos/0/leccion/0').toBe(true)

  await goOffline(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Sin conexión. Puedes seguir leyendo')).toBeVisible()
  // What was never opened says so, in a page of ours.
  await page.goto('/premios')
  await expect(page.getByRole('heading', { name: 'Sin conexión' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sin conexión', { timeout: 20_000 })

  await page.goto('/inicio')
  await page.getByRole('button', { name: /^Menú de/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/')
  await held(page, 'campus-datos', '/api/').toBe(false)
  await goOffline(page)
  const other = { id: student.id + 1, nombres: 'Otra', apellidos: 'Persona', id_cliente: 2, tipo_cliente: 'Alumno' }
  await page.evaluate((user) => {
    localStorage.setItem('token', 'otra')
    localStorage.setItem('usuario', user)
  }, JSON.stringify(other))
  await page.goto(lesson)
  await expect(page.getByText('Sin conexión').first()).toBeVisible()
  await expect(page.getByText(name, { exact: true })).toHaveCount(0)
})

test('recargar un examen sin conexión vuelve a la pregunta con lo respondido y el tiempo que queda', {
  tag: '@telefono',
}, async ({ page, context, database, login }) => {
  const { course, exam: made, path } = await courseWithExam(database, { values: [10, 10, 10] })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  await page.goto('/inicio')
  await guarded(page)
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await held(page, 'campus-datos', `/api/preguntas/evaluacion/${made.id}`).toBe(true)
  await exam.choose('B')
  await expect(exam.saved).toBeVisible()
  await exam.next()

  await goOffline(page)
  await exam.choose('A')
  await page.reload()
  await exam.resume()
  await expect(exam.timer).toBeVisible()
  for (const [number, answer] of [
    [1, 'B'],
    [2, 'A'],
  ] as const) {
    await page.getByRole('button', { name: `Pregunta ${number}, respondida` }).click()
    await expect(page.getByRole('radio', { name: answer, exact: true })).toBeChecked()
  }
  await context.setOffline(false)
  await expect(exam.saved).toBeVisible({ timeout: 40_000 })
})

test('sin conexión, tocar un curso que no se abrió lo dice en la página y se recupera sola', {
  tag: '@telefono',
}, async ({ page, context, course }) => {
  await page.goto('/cursos')
  await guarded(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The course page's program is loaded ahead.
  await held(page, 'campus-archivos', 'course-detail-page').toBe(true)
  await goOffline(page)
  await page
    .getByRole('link', { name: new RegExp(course.nombre) })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Sin conexión' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: course.nombre })).toBeVisible({ timeout: 20_000 })
})
