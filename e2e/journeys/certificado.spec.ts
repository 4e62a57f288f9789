import { examOn } from '../support/exam-screen.ts'
import { courseWithExam, freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('aprobar da el certificado y cómo compartirlo; un intento mejor lo actualiza sin cambiar su código', async ({
  page,
  database,
  login,
  baseURL,
}) => {
  const { course, path } = await courseWithExam(database, { values: [10, 10, 10], intentos: 2 })
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  const sit = async (options: string[]) => {
    await page.goto(path)
    await exam.start()
    for (const [at, option] of options.entries()) {
      await exam.choose(option)
      if (at < options.length - 1) await exam.next()
    }
    await exam.send()
    await expect(exam.result('¡Aprobaste!')).toBeVisible()
  }
  const news = (text: string) => page.getByRole('status').filter({ hasText: text })
  await sit(['B', 'B', 'A'])
  await expect(news('Certificado Generado')).toContainText(/CERT-[A-Z]{9}/)
  const code = (await news('Certificado Generado').textContent())?.match(/CERT-[A-Z]{9}/)?.[0]
  const [module] = course.modulos
  const linkOf = async (name: string) =>
    new URL((await page.getByRole('link', { name, exact: true }).getAttribute('href')) ?? '', baseURL)
  const address = `${baseURL}/certificado/${code}`
  const linkedIn = await linkOf(`Añadir a LinkedIn: ${module?.nombre}`)
  expect(Object.fromEntries(linkedIn.searchParams)).toMatchObject({ certId: code, certUrl: address })
  const whatsApp = await linkOf(`Enviar ${module?.nombre} por WhatsApp`)
  expect(whatsApp.searchParams.get('text')).toContain(address)
  const pdf = await page.request.get((await linkOf(`Descargar PDF de ${module?.nombre}`)).href)
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  await sit(['B', 'B', 'B'])
  await expect(news('Certificado Actualizado')).toContainText(code ?? 'no code')
})

test('si el certificado no se pudo generar, se dice y se pide otra vez', async ({ page, database, login, watch }) => {
  watch.allow(/status of 500/)
  const { course, path } = await courseWithExam(database, { values: [10] })
  await login(page, await freshStudent(database, [course.id]))
  // As if the page had not received the certificate with the submission.
  await page.route(/\/api\/detalle-evaluacion\/\d+$/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, certificado: null } } })
  })
  const message = 'Ocurrió un error inesperado.'
  await page.route(/\/api\/certificados$/, (route) =>
    route.fulfill({ status: 500, json: { message, mensaje: message, code: 'ERROR_INESPERADO' } }),
  )
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await exam.choose('B')
  await exam.send()
  await expect(exam.result('¡Aprobaste!')).toBeVisible()
  const again = page.getByRole('button', { name: 'Generar certificado' })
  await again.click()
  const alert = page.getByRole('alert').filter({
    hasText: 'No se pudo generar el certificado. Por favor, intente nuevamente.',
  })
  await expect(alert).toContainText('Error')
  await page.unroute(/\/api\/certificados$/)
  await again.click()
  await expect(page.getByRole('status').filter({ hasText: 'Certificado Generado' })).toContainText(/CERT-[A-Z]{9}/)
})
