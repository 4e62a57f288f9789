import { call, openSession } from '../support/api.ts'
import { freshStaff } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('soporte responde un mensaje con el teclado, y quien lo escribió lee la respuesta', { tag: '@gate' }, async ({
  page,
  newDevice,
  student,
  login,
  database,
  baseURL,
  axe,
}) => {
  const base = baseURL ?? ''
  const mensaje = `No puedo abrir el video de la lección. ${student.correo}`
  const { token } = await openSession(base, student.correo, student.password)
  const { numero } = await call<{ numero: number }>(base, '/enviar-soporte', token, {
    method: 'POST',
    body: { mensaje },
  })
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto('/gestion')
  await page
    .getByRole('link', { name: /^Soporte sin responder/ })
    .last()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: new RegExp(student.correo) }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: student.nombre })).toBeVisible()
  await page.getByLabel('Tu respuesta').focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Escribe una respuesta.')).toBeVisible()
  await page.keyboard.type('Ya lo arreglamos: vuelve a abrir la lección.')
  await axe(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Este mensaje ya está atendido.').or(page.getByText('Todo al día.'))).toBeVisible()

  const theirs = await newDevice()
  await login(theirs, student)
  await theirs.goto('/soporte')
  const ticket = theirs.getByRole('article', { name: `N.º ${numero}` })
  await expect(ticket).toContainText('Ya lo arreglamos: vuelve a abrir la lección.')
  await theirs.goto('/notificaciones')
  await theirs.getByText(`Respondimos a tu pedido de soporte N.º ${numero}.`).first().click()
  await theirs.getByRole('dialog', { name: 'Aviso' }).getByRole('link', { name: 'Ir a soporte' }).click()
  await expect(theirs).toHaveURL(/\/soporte$/)
})

test('un mensaje de la segunda página se abre sin dejarla', async ({ page, student, login, database }) => {
  await database.sql`INSERT INTO tickets_soporte (id_cliente, numero, id_usuario, mensaje, estado)
    SELECT 2, 1000 * ${student.id}::int + n, ${student.id}, 'Mensaje de prueba ' || n, 'cerrado' FROM generate_series(1, 51) n`
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto('/gestion/soporte?estado=cerrado&pagina=2')
  await page.getByRole('navigation', { name: 'Mensajes' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/estado=cerrado&pagina=2$/)
  await expect(page.getByText(/^N\.º \d+ · /)).toBeVisible()
})
