import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openCart, soldCourse } from '../support/cart.ts'
import { freshStaff, freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const sum = (page: Page, label: string) => page.locator('dl > div, dl').filter({ hasText: label }).last().locator('dd')
const buy = (page: Page) => page.getByRole('button', { name: 'Comprar ahora' })
const field = (page: Page) => page.getByLabel('Código de referido o cupón')

/** A coupon of 20 % with one use, made by staff with the keyboard. */
async function makeCoupon(page: Page, nombre: string, codigo: string): Promise<void> {
  await page.goto('/gestion/cupones')
  const keys = page.keyboard
  await page.getByRole('button', { name: 'Nuevo cupón' }).focus()
  await keys.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Nuevo cupón' })
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await keys.type(nombre)
  await keys.press('Tab')
  await keys.press('Tab')
  await expect(dialog.getByLabel('Código', { exact: true })).toBeFocused()
  await keys.type(codigo)
  await dialog.getByLabel('Descuento').focus()
  await keys.type('veinte')
  await dialog.getByLabel('Usos en total').focus()
  await keys.type('1')
  await keys.press('Enter')
  await expect(dialog.getByLabel('Descuento')).toHaveAccessibleDescription(/Escribe un porcentaje entero/)
  await expect(dialog.getByLabel('Descuento')).toBeFocused()
  await dialog.getByLabel('Descuento').fill('20 %')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: nombre })).toBeVisible()
}

test('un cupón que se agota: quien llega tarde lo sabe antes de pagar, y lo que se paga de más se ve', {
  tag: '@gate',
}, async ({ page, browser, database, login, axe, baseURL, watch }) => {
  watch.allow(/status of 422/)
  const { sql } = database
  const course = await soldCourse(database, `Marquetería ${randomUUID().slice(0, 6)}`)
  const codigo = `MADRE${randomUUID().slice(0, 5)}`.toUpperCase()
  const staff = await freshStaff(database, ['marca'])
  await login(page, staff)
  const nombre = `Feria ${codigo}`
  await makeCoupon(page, nombre, codigo)
  await axe(page)
  await expect(page.getByText('0 de 1')).toBeVisible()

  const [first, second] = [await freshStudent(database), await freshStudent(database)]
  await login(page, first)
  await openCart(page, [course])
  await field(page).fill(codigo.toLowerCase())
  await field(page).press('Enter')
  await expect(page.getByText('Cupón aplicado: 20 % menos.')).toBeVisible()
  await expect(sum(page, `Cupón ${codigo}`)).toHaveText('−S/ 29.80')
  await expect(sum(page, 'Total')).toHaveText('S/ 119.20')
  await axe(page)

  // Somebody else sees the same, and comes second.
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const rival = await context.newPage()
  await login(rival, second)
  await openCart(rival, [course])
  await field(rival).fill(codigo)
  await rival.getByRole('button', { name: 'Aplicar' }).click()
  await expect(sum(rival, 'Total')).toHaveText('S/ 119.20')
  await buy(page).click()
  await expect(page).toHaveURL(new RegExp(`^${baseURL}/pasarela-de-prueba/`))
  const late = page.url().split('/').at(-1) ?? ''
  await buy(rival).click()
  await expect(field(rival)).toHaveAccessibleDescription(/^Otra compra tiene apartado este cupón/)
  await expect(sum(rival, 'Total')).toHaveText('S/ 149.00')
  await expect(rival).toHaveURL(/\/carrito$/)

  // The first one did not pay in time: the use goes to the second.
  await sql`UPDATE cupon_usos SET retenido_hasta = now() WHERE id_orden = (SELECT id FROM ordenes WHERE numero = ${late})`
  await rival.reload()
  await expect(rival.getByText('Cupón aplicado: 20 % menos.')).toBeVisible()
  await buy(rival).click()
  await rival.getByRole('button', { name: 'Aprobar el pago', exact: true }).click()
  await expect(rival.getByText('Empezar ahora')).toBeVisible({ timeout: 20_000 })
  await context.close()

  // Then the first one pays all the same.
  await page.getByRole('button', { name: 'Aprobar el pago', exact: true }).click()
  await expect(page.getByText('Empezar ahora')).toBeVisible({ timeout: 20_000 })
  await expect(sum(page, `Cupón ${codigo}`)).toHaveText('−S/ 29.80')

  await login(page, staff)
  await page.goto('/gestion')
  await page.getByRole('link', { name: /^Cupones que pasaron su límite/ }).click()
  await page.getByRole('link', { name: nombre }).click()
  await expect(page.getByRole('link', { name: '2 de 1: ver las ventas' })).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Marcar como visto' }).click()
  await expect(page.getByText('1 compra pasó el límite del cupón')).toHaveCount(0)
  await page.getByRole('link', { name: '2 de 1: ver las ventas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ventas' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`codigo=${codigo}$`))
  await expect(page.getByText('2 resultados')).toBeVisible()
})
