import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aDocument } from '../../server/test/builders.ts'
import { changePrice, openCart, soldCourse, storedIds, withPercentage } from '../support/cart.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const row = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
const sum = (page: Page, label: string) => page.locator('dl > div, dl').filter({ hasText: label }).last().locator('dd')
const buy = (page: Page) => page.getByRole('button', { name: 'Comprar ahora' })
const dialog = (page: Page) => page.getByRole('dialog')
const PREFERENCE = '**/api/mercadopago/preference'

test('suma como dice la especificación, acepta repetidos y quita por posición', { tag: '@gate' }, async ({
  page,
  database,
}) => {
  const [one, two] = [await soldCourse(database, 'Álgebra'), await soldCourse(database, 'Bordado')]
  await changePrice(database, two, 9990)
  await openCart(page, [one, two, one])
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Quitar/ }) })).toHaveCount(3)
  await expect(row(page, 'Bordado')).toContainText('S/ 119.88')
  await expect(row(page, 'Bordado')).toContainText('S/ 99.90')
  // 1.2 × (149 + 99.90 + 149), 0.2 ×, and the sum of the prices.
  await expect(sum(page, 'Precio regular')).toHaveText('S/ 477.48')
  await expect(sum(page, 'Descuento')).toHaveText('−S/ 79.58')
  await expect(sum(page, 'Total')).toHaveText('S/ 397.90')

  await page.getByRole('button', { name: 'Quitar Álgebra' }).first().click()
  expect(await storedIds(page)).toEqual([two.id, one.id])
  await expect(sum(page, 'Total')).toHaveText('S/ 248.90')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  expect(await storedIds(page)).toEqual([one.id, two.id, one.id])

  await page.reload()
  await expect(sum(page, 'Total')).toHaveText('S/ 397.90')
  for (const name of ['Álgebra', 'Bordado', 'Álgebra'])
    await page
      .getByRole('button', { name: `Quitar ${name}` })
      .first()
      .click()
  await expect(page.getByRole('heading', { name: 'No hay productos en el carrito.' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('main').getByRole('link', { name: 'Ver los cursos' }).click()
  await expect(page).toHaveURL(/\/cursos$/)
})

test('un precio que cambió se dice, y uno que cambia al comprar detiene la compra', { tag: '@gate' }, async ({
  page,
  database,
  login,
  watch,
}) => {
  watch.allow(/status of 503/)
  const course = await soldCourse(database, 'Cerámica')
  await login(page, await freshStudent(database))
  await openCart(page, [course], 120)
  await expect(page.getByRole('status').filter({ hasText: 'cambió' })).toHaveText(
    'El precio de Cerámica cambió: antes S/ 120.00, ahora S/ 149.00.',
  )
  // What is shown is remembered; the answer has to be there before the price changes again.
  const read = page.waitForResponse('**/api/carrito?*')
  await page.reload()
  await (await read).finished()
  await expect(sum(page, 'Total')).toHaveText('S/ 149.00')
  await expect(page.getByText('El precio de Cerámica cambió')).toHaveCount(0)

  let asked = 0
  await page.route(PREFERENCE, (route) => {
    asked++
    return route.fulfill({ status: 503, json: { message: 'x', mensaje: 'x', code: 'NO_DISPONIBLE' } })
  })
  await changePrice(database, course, 19_900)
  await buy(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Algunos precios cambiaron' })).toBeVisible()
  await expect(page.getByText('El precio de Cerámica cambió: antes S/ 149.00, ahora S/ 199.00.')).toBeVisible()
  await expect(sum(page, 'Total')).toHaveText('S/ 199.00')
  expect(asked).toBe(0)
  await buy(page).click()
  await expect.poll(() => asked).toBe(1)
})

test('lo que ya tiene, lo repetido y lo que no se vende se marcan, y la compra espera', async ({
  page,
  database,
  login,
}) => {
  const [owned, free] = [await soldCourse(database, 'Dibujo'), await soldCourse(database, 'Escritura')]
  await login(page, await freshStudent(database, [owned.id]))
  await openCart(page, [owned, free, free, { id: 999_999_999, nombre: 'Fotografía de otra academia' }])
  await expect(row(page, 'Dibujo').getByText('Ya tienes este curso')).toBeVisible()
  await expect(row(page, 'Dibujo').getByRole('link', { name: 'Ir al curso Dibujo' })).toHaveAttribute(
    'href',
    `/miscursos/${owned.id}/modulos`,
  )
  await expect(row(page, 'Escritura').nth(1).getByText('Repetido')).toBeVisible()
  await expect(row(page, 'Fotografía').getByText(/^No está disponible en /)).toBeVisible()

  await buy(page).press('Enter')
  const mend = page.getByRole('alert').filter({ hasText: 'Quítalos para poder comprar' })
  await expect(mend).toBeFocused()
  await mend.getByRole('button', { name: 'Quitar los no disponibles' }).click()
  await expect(
    page.getByText('Hay cursos repetidos o que ya tienes. Quítalos para poder comprar.').first(),
  ).toBeVisible()
  await mend.getByRole('button', { name: 'Quitar repetidos' }).click()
  expect(await storedIds(page)).toEqual([free.id])
  await expect(mend).toHaveCount(0)
  await expect(sum(page, 'Total')).toHaveText('S/ 149.00')
})

test('lo de una marca no se vende en otra', async ({ page, database }) => {
  const course = await soldCourse(database, 'Guitarra')
  await openCart(page, [course])
  await page.goto('/carrito?marca=1')
  await expect(row(page, 'Guitarra').getByText(/^No está disponible en /)).toBeVisible()
  await expect(buy(page)).toHaveAttribute('aria-disabled', 'true')
  await page.goto('/carrito?marca=2')
  await expect(buy(page)).not.toHaveAttribute('aria-disabled', 'true')
})

test('el código de referido: malo, propio, de gracias y con descuento', async ({ page, database, login, baseURL }) => {
  const course = await soldCourse(database, 'Huerto')
  const [buyer, friend] = [await freshStudent(database), await freshStudent(database)]
  const code = `REF${10_000 + (friend.id % 80_000)}`
  await database.sql`INSERT INTO referidos (codigo, id_usuario, numero) VALUES (${code}, ${friend.id}, 1)`
  await openCart(page, [course])
  const field = page.getByLabel('Código de referido')
  await field.fill('REF0000')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('El código no existe.')
  await expect(field).toHaveValue('REF0000')
  await field.fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page.getByText('¡Gracias! Recordaremos quién te invitó.')).toBeVisible()
  await expect(field).toHaveValue(code)
  await expect(sum(page, 'Total')).toHaveText('S/ 149.00')

  await page.route('**/api/carrito?*', withPercentage(10))
  await page.reload()
  await expect(field).toHaveValue(code)
  await expect(page.getByText('Código aplicado: 10 % menos.')).toBeVisible()
  await expect(sum(page, 'Referido (−10 %)')).toHaveText('−S/ 14.90')
  await expect(sum(page, 'Total')).toHaveText('S/ 134.10')
  await page.unroute('**/api/carrito?*')

  // What was typed and not applied counts as well: it goes with the purchase, or says why not.
  await page.getByRole('button', { name: 'Quitar código' }).click()
  await login(page, buyer)
  await page.goto('/carrito')
  await field.fill(code)
  const sent = page.waitForRequest(PREFERENCE)
  await buy(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ codigo_referido: code, items: [{ id: course.id, quantity: 1 }] })
  await expect(page).toHaveURL(new RegExp(`^${baseURL}/pasarela-de-prueba/`))

  await login(page, friend)
  await page.goto('/carrito')
  await expect(field).toHaveAccessibleDescription('No puedes usar tu propio código.')
})

test('un visitante entra sobre el carrito, nada se pierde, y sigue a pagar', { tag: '@gate' }, async ({
  page,
  database,
  watch,
}) => {
  watch.allow(/status of 401/)
  const course = await soldCourse(database, 'Inglés')
  const student = await freshStudent(database)
  await openCart(page, [course])
  await buy(page).click()
  await expect(dialog(page).getByRole('heading', { name: 'Inicia sesión para comprar' })).toBeVisible()
  const mail = dialog(page).getByLabel('Correo electrónico')
  await expect(mail).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(mail).toHaveAccessibleDescription('Escribe tu correo.')
  await mail.fill(student.correo)
  await dialog(page).getByLabel('Contraseña', { exact: true }).fill('no-es-esta-clave')
  await dialog(page).getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Correo o contraseña incorrectos.')

  await dialog(page).getByRole('button', { name: 'Regístrate' }).click()
  await expect(dialog(page).getByLabel('DNI')).toBeFocused()
  await dialog(page).getByLabel('DNI').fill('4567')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(buy(page)).toBeFocused()
  await buy(page).click()
  await expect(dialog(page).getByLabel('DNI')).toHaveValue('4567')
  await dialog(page).getByRole('button', { name: 'Inicia sesión' }).click()
  await expect(mail).toHaveValue(student.correo)
  await dialog(page).getByLabel('Contraseña', { exact: true }).fill(student.password)
  await dialog(page).getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page).toHaveURL(/\/pago$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Datos de Pago' })).toBeVisible()
  expect(await storedIds(page)).toEqual([course.id])
})

test('quien entra y ya tenía el curso se queda a arreglar su carrito', async ({ page, database }) => {
  const course = await soldCourse(database, 'Joyería')
  const student = await freshStudent(database, [course.id])
  await openCart(page, [course])
  await buy(page).click()
  await dialog(page).getByLabel('Correo electrónico').fill(student.correo)
  await dialog(page).getByLabel('Contraseña', { exact: true }).fill(student.password)
  await dialog(page).getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(row(page, 'Joyería').getByText('Ya tienes este curso')).toBeVisible()
  await expect(page).toHaveURL(/\/carrito$/)
})

test('se registra sobre el carrito, con cada error en su campo, y compra', async ({
  page,
  database,
  watch,
  baseURL,
}) => {
  watch.allow(/status of (422|500)/)
  const course = await soldCourse(database, 'Kirigami')
  const taken = await freshStudent(database)
  const [known] = await database.sql`SELECT numero_documento AS dni FROM usuarios WHERE id = ${taken.id}`
  await openCart(page, [course])
  await buy(page).click()
  await dialog(page).getByRole('button', { name: 'Regístrate' }).click()
  const create = dialog(page).getByRole('button', { name: 'Crear Cuenta' })
  const fieldOf = (label: string) => dialog(page).getByLabel(label, { exact: true })
  await create.click()
  for (const [label, text] of [
    ['DNI', 'El DNI debe tener 8 dígitos.'],
    ['Nombres', 'Escribe tus nombres.'],
    ['Apellidos', 'Escribe tus apellidos.'],
    ['Correo', 'Escribe tu correo.'],
    ['Contraseña', /La contraseña debe tener como mínimo 8 caracteres\./],
  ] as const)
    await expect(fieldOf(label)).toHaveAccessibleDescription(text)
  await expect(fieldOf('DNI')).toBeFocused()

  await fieldOf('DNI').fill(String(known?.dni))
  await fieldOf('Nombres').fill('Íñigo')
  await fieldOf('Apellidos').fill('Quispe Ñahui')
  await fieldOf('Correo').fill(`${randomUUID()}@prueba.pe`)
  await fieldOf('Contraseña').fill('Clave-segura-1')
  await fieldOf('Confirmar Contraseña').fill('Otra-clave-2')
  await create.click()
  await expect(fieldOf('Confirmar Contraseña')).toHaveAccessibleDescription('Las contraseñas no coinciden')
  await fieldOf('Confirmar Contraseña').fill('Clave-segura-1')
  await create.click()
  await expect(fieldOf('DNI')).toHaveAccessibleDescription('Ya existe una cuenta con este DNI.')
  await expect(fieldOf('DNI')).toBeFocused()
  await fieldOf('DNI').fill(aDocument())

  await page.route('**/api/auth/register*', (route) => route.fulfill({ status: 500, body: 'upstream down' }))
  await create.click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Error al crear cuenta.')
  await page.unroute('**/api/auth/register*')
  await expect(dialog(page).getByRole('checkbox')).not.toBeChecked()
  await create.click()

  const done = page.getByRole('dialog', { name: 'Cuenta Creada' })
  await expect(done.getByText('¡Registro exitoso!')).toBeVisible()
  await expect(done.getByText('Ya puedes proceder con tu compra.')).toBeVisible()
  expect(await storedIds(page)).toEqual([course.id])
  const sent = page.waitForRequest(PREFERENCE)
  await done.getByRole('button', { name: 'Continuar con mi compra' }).click()
  expect((await sent).postDataJSON().items).toEqual([
    { id: course.id, nombre: 'Kirigami', costo: 149, quantity: 1, imagen: null },
  ])
  await expect(page).toHaveURL(new RegExp(`^${baseURL}/pasarela-de-prueba/`))
})

test('un pago que falla lo dice y conserva todo', { tag: '@gate' }, async ({ page, database, login, watch }) => {
  watch.allow(/status of (422|503)/, /ERR_INTERNET_DISCONNECTED/)
  const course = await soldCourse(database, 'Lettering')
  await login(page, await freshStudent(database))
  await openCart(page, [course])
  await expect(sum(page, 'Precio regular')).toHaveText('S/ 178.80')
  const failed = page.getByRole('alert').filter({ hasText: 'Hubo un problema al procesar el pago.' })
  const text = 'Hubo un problema al procesar el pago.'
  const order = { id: 'x', orden: randomUUID() }
  for (const answer of [
    { status: 503, json: { message: text, mensaje: text, code: 'PAGO_NO_DISPONIBLE' } },
    { json: { ...order, init_point: '' } },
    { json: { ...order, init_point: 'https://ejemplo.pe/pagar' } },
    { json: { ...order, init_point: 'javascript:alert(1)' } },
  ]) {
    const asked = Promise.withResolvers<void>()
    await page.route(PREFERENCE, async (route) => {
      await asked.promise
      await route.fulfill(answer)
    })
    await buy(page).click()
    // What was said of the purchase before is gone while this one is asked.
    await expect(failed).toBeHidden()
    asked.resolve()
    await expect(failed).toBeVisible()
    await expect(page).toHaveURL(/\/carrito$/)
    await page.unroute(PREFERENCE)
  }
  const refused = { message: 'Ya tienes «Lettering».', errors: { items: ['Ya tienes «Lettering».'] } }
  await page.route(PREFERENCE, (route) => route.fulfill({ status: 422, json: refused }))
  await buy(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Ya tienes «Lettering».' })).toBeVisible()
  await page.unroute(PREFERENCE)

  await page.context().setOffline(true)
  await buy(page).click()
  await expect(failed).toContainText('No se pudo conectar con el servidor.')
  await expect(buy(page)).toBeEnabled()
  expect(await storedIds(page)).toEqual([course.id])
  await page.context().setOffline(false)
})

test('?agregar pone el curso una vez y limpia la dirección', async ({ page, database }) => {
  const course = await soldCourse(database, 'Mosaico')
  await page.goto(`/carrito?agregar=${course.id}`)
  await expect(row(page, 'Mosaico')).toBeVisible()
  await expect(page).toHaveURL(/\/carrito$/)
  await page.goto(`/carrito?agregar=${course.id}`)
  await expect(page).toHaveURL(/\/carrito$/)
  await expect(row(page, 'Mosaico')).toHaveCount(1)
  expect(await storedIds(page)).toEqual([course.id])
  await page.goto('/carrito?agregar=999999999')
  await expect(page.getByText(/^Ese curso no está disponible en /)).toBeVisible()
})

test('@escritorio el carrito se maneja solo con el teclado', async ({ page, database }) => {
  const [one, two] = [await soldCourse(database, 'Náutica'), await soldCourse(database, 'Origami')]
  await openCart(page, [one, two])
  await page.getByRole('button', { name: 'Quitar Náutica' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Quitar Origami' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Seguir viendo cursos' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Código de referido')).toBeFocused()
  for (const name of ['Términos y condiciones', 'Política de reembolsos']) {
    await page.keyboard.press('Tab')
    if (name === 'Términos y condiciones') await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link', { name })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(buy(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Correo electrónico')).toBeFocused()
  // Round the dialog: the focus does not leave it, and skips the form that is hidden.
  const inside = () => page.evaluate('document.activeElement.closest(\'[role="dialog"]\') !== null')
  for (let step = 0; step < 9; step++) {
    await page.keyboard.press('Tab')
    expect(await inside(), `step ${step}`).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(buy(page)).toBeFocused()
})

test('la compra no llega dos veces aunque se presione dos veces', async ({ page, database, login }) => {
  const course = await soldCourse(database, 'Pintura')
  await login(page, await freshStudent(database))
  await openCart(page, [course])
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/preference')) asked++
  })
  await buy(page).dblclick()
  await expect(page).toHaveURL(/\/pasarela-de-prueba\//)
  expect(asked).toBe(1)
  await page.goBack()
  await expect(buy(page)).toBeEnabled()
  expect(await storedIds(page)).toEqual([course.id])
})

test.describe('sin JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('el carrito y el registro explican qué hacer', async ({ page }) => {
    for (const path of ['/carrito', '/registro']) {
      await page.goto(path)
      await expect(page.getByText(/tu navegador necesita JavaScript/)).toBeVisible()
    }
  })
})
