import { examOn } from '../support/exam-screen.ts'
import { goOffline } from '../support/offline.ts'
import { courseWithExam, freshStudent, savedAnswers, sessionEndsAt, shortenAttempt } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('recargar a la mitad continúa con lo respondido, también en otro dispositivo', { tag: '@gate' }, async ({
  page,
  database,
  login,
  newDevice,
}) => {
  const { course, path } = await courseWithExam(database, { values: [10, 10, 10] })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await exam.choose('B')
  await expect(exam.saved).toBeVisible()
  await page.reload()
  await exam.resume()
  await expect(exam.question(2, 3), 'the first question without an answer').toBeVisible()
  await page.getByRole('button', { name: 'Pregunta 1, respondida' }).click()
  await expect(page.getByRole('radio', { name: 'B', exact: true })).toBeChecked()

  const other = await newDevice()
  const elsewhere = examOn(other)
  await login(other, student)
  await other.goto(path)
  await elsewhere.resume()
  await expect(elsewhere.question(2, 3)).toBeVisible()
  await elsewhere.choose('B')
  await elsewhere.next()
  await elsewhere.choose('B')
  await expect(elsewhere.saved).toBeVisible()
  await elsewhere.send()
  await expect(elsewhere.result('¡Aprobaste!')).toBeVisible()
  await expect(other.getByText('Obtuviste 30 de 30 puntos')).toBeVisible()

  // The first device refetches on focus.
  await page.evaluate("dispatchEvent(new Event('focus'))")
  await expect(exam.result('¡Aprobaste!')).toBeVisible()
})

test('sin conexión la respuesta se guarda en el equipo y se envía al volver', { tag: '@gate' }, async ({
  page,
  database,
  login,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const { course, path } = await courseWithExam(database, { values: [10, 10] })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await goOffline(page)
  await exam.choose('B')
  await expect(page.getByText('Sin conexión: guardado aquí').first()).toBeVisible()
  await exam.next()
  await exam.choose('B')
  expect(await savedAnswers(database, student.id)).toBe(0)
  await exam.send()
  const failure = page.getByRole('alert').filter({ hasText: 'No hay conexión.' })
  await expect(failure).toBeVisible()
  await page.context().setOffline(false)
  await expect(exam.saved).toBeVisible({ timeout: 15_000 })
  await expect(failure).toBeHidden()
  await expect.poll(() => savedAnswers(database, student.id)).toBe(2)
  await page.getByRole('button', { name: 'Enviar examen' }).click()
  await expect(page.getByText('Obtuviste 20 de 20 puntos')).toBeVisible()
})

test('si la sesión termina a la mitad, el login se abre encima y nada se pierde', { tag: '@gate' }, async ({
  page,
  database,
  login,
  watch,
}) => {
  watch.allow(/status of 401/)
  const { course, path } = await courseWithExam(database, { values: [10, 10] })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await sessionEndsAt(page, database, student.id, /\/api\/respuestas/)
  await exam.choose('B')
  const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Contraseña', { exact: true }).fill(student.password)
  await dialog.getByRole('button', { name: 'Ingresar' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByRole('radio', { name: 'B', exact: true })).toBeChecked()
  await expect(exam.saved).toBeVisible()
  expect(await savedAnswers(database, student.id)).toBe(1)
  await exam.next()
  await exam.choose('B')
  await exam.send()
  await expect(page.getByText('Obtuviste 20 de 20 puntos')).toBeVisible()
})

test('salir del examen pregunta antes', async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database)
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await page.getByRole('link', { name: 'Salir del examen' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Salir del examen?' })
  await dialog.getByRole('button', { name: 'Seguir en el examen' }).click()
  await expect(exam.question(1, 2)).toBeVisible()
  await page.getByRole('link', { name: 'Salir del examen' }).click()
  await dialog.getByRole('button', { name: 'Salir', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: course.nombre })).toBeVisible()
})

test('se rinde solo con el teclado', { tag: '@escritorio' }, async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { values: [10, 10, 10] })
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  const right = page.getByRole('radio', { name: 'B', exact: true })
  await page.goto(path)
  await page.getByRole('button', { name: 'Comenzar examen' }).focus()
  await page.keyboard.press('Enter')

  await expect(exam.question(1, 3)).toBeVisible()
  for (const digit of ['1', '2', '3', '4']) {
    await page.keyboard.press(digit)
    if (await right.isChecked()) break
  }
  await expect(right).toBeChecked()
  await page.keyboard.press('Enter')

  // Arrows move through the options and choose.
  await expect(exam.question(2, 3)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  for (let presses = 0; presses < 4 && !(await right.isChecked()); presses++) await page.keyboard.press('ArrowDown')
  await expect(right).toBeChecked()
  await page.keyboard.press('Enter')

  await expect(exam.question(3, 3)).toBeVisible()
  await page.keyboard.press('ArrowUp')
  for (let presses = 0; presses < 4 && !(await right.isChecked()); presses++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Antes de enviar' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Enviar examen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Obtuviste 30 de 30 puntos')).toBeVisible()
})

test('al terminar el tiempo un servidor lleno se vuelve a intentar sin perder la última respuesta', async ({
  page,
  database,
  login,
  watch,
}) => {
  watch.allow(/503/)
  const { course, path } = await courseWithExam(database, { values: [10, 10] })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await shortenAttempt(database, student.id, 5)
  await page.reload()
  await exam.resume()
  const submits: number[] = []
  const full = { status: 503, headers: { 'retry-after': '2' }, json: {} }
  let saves = 0
  await page.route('**/api/respuestas', (route) => (saves++ < 2 ? route.fulfill(full) : route.continue()))
  await page.route('**/api/detalle-evaluacion/*', (route) =>
    submits.push(Date.now()) < 3 ? route.fulfill(full) : route.continue(),
  )
  await exam.choose('B')
  const over = page.getByRole('dialog', { name: 'Tiempo Terminado' })
  await expect(over.getByRole('status')).toHaveText('Presione OK para enviar')
  // The one press leads to the result, however often it is tried until then.
  await over.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => submits.length).toBe(3)
  await expect(page.getByText('Obtuviste 10 de 20 puntos')).toBeVisible()
  const waits = submits.slice(1).map((at, place) => at - (submits[place] ?? at))
  expect(submits, 'none after the one that was taken').toHaveLength(3)
  for (const wait of waits) expect(wait, 'Retry-After').toBeGreaterThanOrEqual(2000)
})
