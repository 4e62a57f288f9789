import { randomUUID } from 'node:crypto'
import { openCart, soldCourse } from '../support/cart.ts'
import { freshStaff, freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('una factura: se llena antes de entrar, dice qué falta, se paga y la academia escribe su número', {
  tag: '@gate',
}, async ({ page, database, login, axe }) => {
  const course = await soldCourse(database, 'Serigrafía')
  const who = await freshStudent(database)
  await openCart(page, [course])
  await expect(page.getByRole('radio', { name: 'Boleta' })).toBeChecked()
  await page.getByRole('radio', { name: 'Boleta' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Factura' })).toBeChecked()
  await page.getByLabel('RUC').fill('20-13131295-6')
  await page.getByRole('button', { name: 'Comprar ahora' }).filter({ visible: true }).first().click()
  await expect(page.getByText('Revisa el RUC: uno de sus dígitos no corresponde.')).toBeVisible()
  await expect(page.getByText('Escribe la razón social.')).toBeVisible()
  await expect(page.getByLabel('RUC')).toBeFocused()
  await axe(page)
  await page.getByLabel('RUC').fill('20-13131295-5')
  await page.getByLabel('Razón social').fill('Minera Sur S.A.C.')
  await page.getByLabel('Dirección fiscal').fill('Av. Los Ingenieros 120, Arequipa')
  await page.getByRole('button', { name: 'Comprar ahora' }).filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Inicia sesión' }).click()
  await dialog.getByLabel('Correo electrónico').fill(who.correo)
  await dialog.getByRole('textbox', { name: 'Contraseña', exact: true }).fill(who.password)
  await dialog.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page).toHaveURL(/\/pago$/)
  await expect(page.getByLabel('Razón social')).toHaveValue('Minera Sur S.A.C.')
  await axe(page)
  await page.getByRole('button', { name: 'Pagar S/ 149.00' }).click()
  await page.getByRole('button', { name: 'Aprobar el pago', exact: true }).click()
  await expect(page.getByText('RUC 20131312955 · Minera Sur S.A.C.')).toBeVisible({ timeout: 20_000 })
  const numero = new URL(page.url()).searchParams.get('orden') ?? ''

  await login(page, await freshStaff(database, ['marca']))
  await page.goto(`/gestion/ordenes/${numero}`)
  const receipt = page.getByRole('region', { name: 'Comprobante: Factura sin número' })
  await expect(receipt).toContainText('Av. Los Ingenieros 120, Arequipa')
  await receipt.getByRole('button', { name: 'Escribir número' }).click()
  const written = `F001-${Date.now() % 1_000_000}`
  await page.getByLabel('Número del comprobante').fill(written.toLowerCase().replace('-', ' – '))
  await axe(page)
  await page.getByLabel('Número del comprobante').press('Enter')
  await expect(page.getByRole('region', { name: `Comprobante: Factura ${written}` })).toBeVisible()
  await expect(page.getByText(`escribió el número del comprobante: ${written}`)).toBeVisible()
  await axe(page)

  await login(page, who)
  await page.goto('/compras')
  await expect(page.getByText(`Factura ${written}`)).toBeVisible()
})

test('@escritorio la venta pide una factura, y contabilidad descarga el mes con la contraseña', async ({
  page,
  database,
  login,
  axe,
}) => {
  const name = `Vitral ${randomUUID().slice(0, 8)}`
  const { id } = await soldCourse(database, name)
  const owner = await freshStaff(database, ['marca'])
  const buyer = await freshStudent(database)
  await login(page, owner)
  await page.goto(`/gestion/ventas/nueva?curso=${id}&persona=${buyer.id}`)
  await page.getByText('Efectivo', { exact: true }).click()
  await page.getByText('Factura', { exact: true }).click()
  await page.getByRole('button', { name: 'Registrar venta de S/ 149.00' }).click()
  await expect(page.getByText('Escribe el RUC.')).toBeVisible()
  await expect(page.getByLabel('RUC')).toBeFocused()
  await page.getByLabel('RUC').fill('20131312955')
  await page.getByLabel('Razón social').fill('Minera Sur S.A.C.')
  await page.getByLabel('Dirección fiscal').fill('Arequipa')
  await axe(page)
  await page.getByRole('button', { name: 'Registrar venta de S/ 149.00' }).click()
  await page.getByRole('link', { name: 'Ver la venta' }).click()
  await page.getByRole('button', { name: 'Cambiar datos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Datos del comprobante' })
  await dialog.getByText('Boleta', { exact: true }).click()
  await dialog.getByLabel('Documento').selectOption('DNI')
  await dialog.getByLabel('Número').fill('4050607')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('El DNI debe tener 8 dígitos.')).toBeVisible()
  await axe(page)
  await dialog.getByLabel('Número').fill('40506071')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('region', { name: 'Comprobante: Boleta sin número' })).toContainText('DNI 40506071')

  await page.goto('/gestion/ventas')
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Descargar para contabilidad…' }).click()
  await axe(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Descargar' }).click()
  await page.getByRole('textbox', { name: 'Escribe tu contraseña para continuar.' }).fill(owner.password)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Descargar' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^ventas-\d{4}-\d{2}-01-a-\d{4}-\d{2}-\d{2}\.csv$/)
})
