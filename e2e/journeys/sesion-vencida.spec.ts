import type { Page } from '@playwright/test'
import { openSession } from '../support/api.ts'
import { openCart, soldCourse, storedIds } from '../support/cart.ts'
import { freshStudent, revokeSessions } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { keepSession } from '../support/visit.ts'

const dialogs = (page: Page) => page.getByRole('dialog')
const asGuest = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' })

test('tras días sin venir, lo público se ve como visita, sin un login encima', async ({
  page,
  database,
  baseURL,
  course,
  watch,
}) => {
  watch.allow(/status of 401/)
  const base = baseURL ?? ''
  const student = await freshStudent(database)
  const session = await openSession(base, student.correo, student.password)
  const sold = await soldCourse(database, 'Cerámica')
  await revokeSessions(database, student.id)
  for (const path of ['/', '/cursos', `/detallecurso/${course.id}`, '/premios', '/referidos']) {
    await keepSession(page, base, session)
    await page.goto(path)
    await expect(asGuest(page), path).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(dialogs(page), path).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('token')), path).toBeNull()
  }
  await keepSession(page, base, session)
  await openCart(page, [sold])
  await expect(asGuest(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Comprar ahora' }).first()).toBeEnabled()
  await expect(dialogs(page)).toHaveCount(0)
  expect(await storedIds(page)).toEqual([sold.id])
})

test('lo que una página pública pedía cuando la sesión terminó llega como a una visita', async ({
  page,
  database,
  login,
  watch,
}) => {
  watch.allow(/status of 401/)
  const student = await freshStudent(database)
  const sold = await soldCourse(database, 'Platería')
  await login(page, student)
  await revokeSessions(database, student.id)
  await page.goto(`/carrito?agregar=${sold.id}`)
  await expect(page.getByRole('main').getByRole('link', { name: 'Platería' })).toBeVisible()
  await expect(asGuest(page)).toBeVisible()
  expect(await storedIds(page)).toEqual([sold.id])
})

test('si la sesión vence antes de comprar, el carrito pide entrar y la compra sigue', async ({
  page,
  database,
  login,
  watch,
}) => {
  watch.allow(/status of 401/)
  const student = await freshStudent(database)
  const sold = await soldCourse(database, 'Orfebrería')
  await login(page, student)
  // As a login on the page leaves it.
  await page.evaluate(() => localStorage.setItem('dispositivo_conocido', '1'))
  await openCart(page, [sold])
  const buy = page.getByRole('button', { name: 'Comprar ahora' }).first()
  await expect(buy).toBeEnabled()
  await revokeSessions(database, student.id)
  await buy.click()
  const dialog = page.getByRole('dialog', { name: 'Inicia sesión para comprar' })
  await dialog.getByLabel('Correo electrónico').fill(student.correo)
  await dialog.getByLabel('Contraseña', { exact: true }).fill(student.password)
  await dialog.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page).toHaveURL(/\/pago$/)
  await expect(page.getByRole('main').getByText('Orfebrería')).toBeVisible()

  // The payment page has no dialog of its own: its button leads to the login and back.
  await revokeSessions(database, student.id)
  const again = page.getByRole('link', { name: 'Iniciar sesión para pagar' })
  // The page may learn of it before the press.
  await Promise.race([page.getByRole('button', { name: /^Pagar/ }).click(), again.waitFor()])
  await expect(again).toBeVisible()
  expect(await storedIds(page)).toEqual([sold.id])
})

test('si la sesión vence sobre el libro de reclamaciones, lo escrito sigue y se puede borrar del todo', async ({
  page,
  database,
  login,
  watch,
}) => {
  watch.allow(/status of 401/)
  const student = await freshStudent(database)
  const detail = page.getByRole('textbox', { name: 'Detalle', exact: true })
  const drafts = () =>
    page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith('libro-'))
        .map((key) => key.slice(8)),
    )
  await login(page, student)
  await page.goto('/libro-de-reclamaciones')
  await detail.fill('El video no se ve.')
  await expect.poll(drafts).toEqual([String(student.id)])
  await revokeSessions(database, student.id)
  await page.reload()
  await expect(asGuest(page)).toBeVisible()
  await expect(dialogs(page)).toHaveCount(0)
  await expect(detail).toHaveValue('El video no se ve.')
  await detail.fill('El video no se ve desde ayer.')
  await expect.poll(drafts).toEqual(['visita'])
  await page.getByRole('button', { name: 'Borrar todo' }).click()
  expect(await drafts()).toEqual([])
})
