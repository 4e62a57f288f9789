import { examOn } from '../support/exam-screen.ts'
import { courseWithExam, freshStudent, shortenAttempt } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('desaprobar dice el puntaje y el mínimo; al segundo intento se aprueba y hay certificado', {
  tag: '@gate',
}, async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { values: [10, 10, 10], intentos: 2 })
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  await page.goto(path)
  await expect(page.getByText('Te quedan 2 de 2 intentos')).toBeVisible()
  await exam.start()
  await exam.choose('B')
  await exam.next()
  await exam.choose('A')
  await exam.send()
  await expect(exam.result('Examen No Aprobado')).toBeFocused()
  await expect(page.getByText('Obtuviste 10 de 30 puntos')).toBeVisible()
  await expect(page.getByText('El mínimo para aprobar es 18 (60 %).')).toBeVisible()
  await expect(page.getByText('Te queda 1 intento.')).toBeVisible()
  await expect(page.getByText('Certificado Generado')).toBeHidden()

  await page.getByRole('button', { name: 'Intentar otra vez' }).click()
  await exam.start()
  for (const place of [1, 2, 3]) {
    await exam.choose('B')
    if (place < 3) await exam.next()
  }
  await exam.send()
  await expect(exam.result('¡Aprobaste!')).toBeVisible()
  await expect(page.getByText('Obtuviste 30 de 30 puntos')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Certificado Generado' })).toContainText(/CERT-[A-Z0-9]{9}/)
})

test('el tiempo termina: se envía solo con lo guardado', { tag: '@gate' }, async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { values: [10, 10], intentos: 1 })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await exam.choose('B')
  await expect(exam.saved).toBeVisible()
  await page.reload()
  await expect(page.getByText('Tienes un intento abierto. El tiempo sigue corriendo.')).toBeVisible()
  await shortenAttempt(database, student.id, 20)
  await exam.resume()
  const over = page.getByRole('dialog', { name: 'Tiempo Terminado' })
  await expect(over).toBeVisible({ timeout: 40_000 })
  await expect(over.getByText('Presione OK para enviar')).toBeVisible()
  await over.getByRole('button', { name: 'OK' }).click()
  await expect(exam.result('Examen No Aprobado')).toBeVisible()
  await expect(page.getByText('Obtuviste 10 de 20 puntos')).toBeVisible()
  await expect(page.getByText('No te quedan intentos.')).toBeVisible()
})

test('el reloj avisa a los 5 minutos y al minuto', async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { duracion: 20 })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await expect(exam.timer).toHaveText(/^(20:00|19:5\d)$/)
  for (const [seconds, warning] of [
    [301, 'Quedan menos de 5 minutos.'],
    [61, 'Queda menos de 1 minuto.'],
  ] as const) {
    await shortenAttempt(database, student.id, seconds)
    await page.reload()
    await exam.resume()
    await expect(page.getByRole('status').filter({ hasText: warning })).toBeAttached()
  }
})

test('con preguntas abiertas queda pendiente de calificación', async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { values: [10], open: [10] })
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await exam.choose('B')
  await exam.next()
  await page.getByRole('textbox', { name: 'Tu respuesta' }).fill('Porque la luz difusa rodea a los objetos.')
  await expect(exam.saved).toBeVisible()
  await exam.send()
  await expect(exam.result('Enviado')).toBeVisible()
  await expect(page.getByText('Pendiente de calificación', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Certificado Generado')).toBeHidden()
})

test('una encuesta es anónima, sin nota, y se responde una vez', async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { modelo: 2, values: [0, 0] })
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  await page.goto(path)
  await page.getByRole('button', { name: 'Responder encuesta' }).click()
  await exam.choose('A')
  await exam.next()
  await exam.choose('C')
  await exam.send()
  await expect(exam.result('Enviado')).toBeVisible()
  await page.goto(path)
  await expect(page.getByText('Ya respondiste esta encuesta', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Responder encuesta' })).toBeHidden()
})

test('fuera de su fecha no hay botón para comenzar', async ({ page, database, login }) => {
  const day = 86_400_000
  const { course, path } = await courseWithExam(database, {
    fecha_apertura: new Date(Date.now() - 2 * day).toISOString(),
    fecha_cierre: new Date(Date.now() - day).toISOString(),
  })
  await login(page, await freshStudent(database, [course.id]))
  await page.goto(path)
  await expect(page.getByText('Ya cerró')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Comenzar examen' })).toBeHidden()
})
