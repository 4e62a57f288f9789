import { randomUUID } from 'node:crypto'
import { aCourse, aPerson, limaDay } from '../../server/test/builders.ts'
import { call, openSession } from '../support/api.ts'
import { freshStaff } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('caja empieza por su caja, la cuenta y la cierra con el teclado, y quien administra ve el cierre', {
  tag: '@gate',
}, async ({ page, database, login, baseURL, axe }) => {
  const { db } = database
  const course = await aCourse(db, { nombre: `Repujado ${randomUUID().slice(0, 8)}` })
  const cashier = await freshStaff(database, ['caja'])
  const reason = `Di mal un vuelto ${randomUUID().slice(0, 8)}.`
  const buyer = await aPerson(db, { nombres: 'Lucía', apellidos: 'Rojas' })
  await login(page, cashier)
  await page.goto('/gestion')
  await expect(page).toHaveURL(/\/gestion\/caja$/)
  await expect(page.getByText('Todavía no registraste ventas.')).toBeVisible()
  await axe(page)

  const { token } = await openSession(baseURL ?? '', cashier.correo, cashier.password)
  const sale = { medio: 'efectivo', dia: limaDay(), total: 149, envio: randomUUID(), id_usuario: buyer.id }
  const answer = await page.request.post('/api/gestion/ventas', {
    headers: { authorization: `Bearer ${token}` },
    data: { ...sale, cursos: [course.id] },
  })
  expect(answer.ok()).toBe(true)
  await page.reload()
  await expect(page.getByRole('list', { name: 'Lo que registraste' })).toContainText('Lucía Rojas')
  await axe(page)
  await page.getByRole('button', { name: 'Cerrar caja' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cerrar caja' })
  await expect(dialog.getByText('En efectivo deberías tener S/ 149.00.')).toBeVisible()
  await expect(dialog.getByLabel('Efectivo contado')).toBeFocused()
  await page.keyboard.type('140')
  await expect(dialog.getByText('Faltan S/ 9.00.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Escribe por qué no cuadra.')).toBeVisible()
  await expect(dialog.getByLabel('Por qué no cuadra')).toBeFocused()
  await axe(page)
  await page.keyboard.type(reason)
  await dialog.getByRole('button', { name: 'Cerrar caja' }).press('Enter')
  await expect(page.getByText('Cerraste tu caja. Faltan S/ 9.00.')).toBeVisible()
  await expect(page.getByText('Todavía no registraste ventas.')).toBeVisible()
  await expect(page.getByText(/^Desde tu último cierre/)).toBeVisible()
  expect(await call(baseURL ?? '', '/gestion/caja', token)).toMatchObject({ total: 0 })

  await login(page, await freshStaff(database, ['marca']))
  await page.goto('/gestion/caja/cierres')
  const main = page.getByRole('main')
  await expect(main.getByText(cashier.nombre).filter({ visible: true })).toBeVisible()
  await expect(main.getByText(reason).filter({ visible: true })).toBeVisible()
  await axe(page)
  await page.getByRole('link', { name: 'Caja de hoy' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Caja de hoy' })).toBeVisible()
})
