import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aDocument } from '../../server/test/builders.ts'
import { changePrice, openCart, soldCourse, storedIds, withPercentage } from '../support/cart.ts'
import { goOffline } from '../support/offline.ts'
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
  await expect(row(page, 'Álgebra').nth(1)).toContainText('Repetido, se cobra una vez')
  await expect(row(page, 'Álgebra').nth(1)).not.toContainText('S/')
  // 1.2 × (149 + 99.90), 0.2 ×, and the sum of the prices: each course once.
  await expect(sum(page, 'Precio regular')).toHaveText('S/ 298.68')
  await expect(sum(page, 'Descuento')).toHaveText('−S/ 49.78')
  await expect(sum(page, 'Total')).toHaveText('S/ 248.90')
  await expect(page.getByText(/^Pagas en el paso siguiente y entras a tus cursos/)).toBeVisible()

  await page.getByRole('button', { name: 'Quitar Álgebra' }).first().click()
  expect(await storedIds(page)).toEqual([two.id, one.id])
  await expect(sum(page, 'Total')).toHaveText('S/ 248.90')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  expect(await storedIds(page)).toEqual([one.id, two.id, one.id])

  await page.reload()
  await expect(row(page, 'Álgebra')).toHaveCount(2)
  await expect(sum(page, 'Total')).toHaveText('S/ 248.90')
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
  // The first response must have arrived before the price changes again.
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

test('lo que ya tiene y lo que nadie vende sale solo del carrito; lo repetido se cobra una vez', async ({
  page,
  database,
  login,
}) => {
  const [owned, free] = [await soldCourse(database, 'Dibujo'), await soldCourse(database, 'Escritura')]
  await login(page, await freshStudent(database, [owned.id]))
  await openCart(page, [owned, free, free, { id: 999_999_999, nombre: 'Fotografía de otra academia' }])
  const note = page.getByRole('status').filter({ hasText: 'Dibujo: Ya está en Mis cursos · Ir' })
  await expect(note.getByRole('link', { name: 'Ir a Dibujo' })).toHaveAttribute(
    'href',
    `/miscursos/${owned.id}/modulos`,
  )
  await expect(row(page, 'Dibujo')).toHaveCount(0)
  expect(await storedIds(page)).toEqual([free.id, free.id])
  const gone = 'Fotografía de otra academia: ya no está a la venta, así que salió de tu carrito.'
  await expect(page.getByRole('status').filter({ hasText: gone })).toBeVisible()
  await expect(row(page, 'Fotografía')).toHaveCount(0)

  await expect(sum(page, 'Total')).toHaveText('S/ 149.00')
  await buy(page).click()
  await expect(page).toHaveURL(/\/pasarela-de-prueba\//)
  await expect(page.getByText('S/ 149.00')).toBeVisible()
})

test('@telefono el total y el botón están siempre a mano', async ({ page, database }) => {
  await openCart(page, [await soldCourse(database, 'Escultura'), await soldCourse(database, 'Fresco')])
  await expect(buy(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('S/ 298.00').last()).toBeInViewport()
  await expect(page.getByText('7 días para arrepentirte')).toBeVisible()
})

test('un curso de otra marca se nombra con ella y lleva a comprarlo allí; lo demás se vende', async ({
  page,
  database,
}) => {
  const [here, foreign] = [await soldCourse(database, 'Guitarra'), await soldCourse(database, 'Oratoria')]
  await database.sql`UPDATE cursos SET id_cliente = 1, id_categoria = (SELECT min(id) FROM categorias WHERE id_cliente = 1)
    WHERE id = ${foreign.id}`
  await openCart(page, [foreign, here])
  await expect(row(page, 'Oratoria').getByText('Se vende en Escuela Cumbre')).toBeVisible()
  await expect(row(page, 'Oratoria').getByRole('link', { name: 'Verlo en Escuela Cumbre' })).toHaveAttribute(
    'href',
    `/detallecurso/${foreign.id}?marca=1`,
  )
  await expect(sum(page, 'Total')).toHaveText('S/ 149.00')
  await expect(buy(page)).not.toHaveAttribute('aria-disabled', 'true')
  const student = await freshStudent(database)
  await buy(page).click()
  await dialog(page).getByRole('button', { name: 'Inicia sesión' }).click()
  await dialog(page).getByLabel('Correo electrónico').fill(student.correo)
  await dialog(page).getByLabel('Contraseña', { exact: true }).fill(student.password)
  await dialog(page).getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page).toHaveURL(/\/pago$/)
  const sent = page.waitForRequest(PREFERENCE)
  await page.getByRole('button', { name: 'Pagar S/ 149.00' }).click()
  expect((await sent).postDataJSON().items.map(({ id }: { id: number }) => id)).toEqual([here.id])
})

test('lo de una marca no se vende en otra', async ({ page, database }) => {
  const course = await soldCourse(database, 'Guitarra')
  await openCart(page, [course])
  await page.goto('/carrito?marca=1')
  await expect(row(page, 'Guitarra').getByText('Se vende en Academia Qhapaq')).toBeVisible()
  // Nothing to buy: no total of S/ 0.00 and no button that does nothing.
  await expect(page.getByText(/^Nada de tu carrito se vende aquí/)).toBeVisible()
  await expect(buy(page)).toHaveCount(0)
  await expect(page.getByText('S/ 0.00')).toHaveCount(0)
  await page.goto('/carrito?marca=2')
  await expect(buy(page)).toBeVisible()
})

test('el código de referido: malo, propio, de gracias y con descuento', async ({
  page,
  database,
  login,
  baseURL,
  watch,
}) => {
  // The purchase without the code is held back.
  watch.allow(/ERR_FAILED/)
  const course = await soldCourse(database, 'Huerto')
  const [buyer, friend] = [await freshStudent(database), await freshStudent(database)]
  const code = `REF${10_000 + (friend.id % 80_000)}`
  await database.sql`INSERT INTO referidos (codigo, id_usuario, numero) VALUES (${code}, ${friend.id}, 1)`
  await openCart(page, [course])
  const field = page.getByLabel('Código de referido')
  await field.fill('REF0000')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('Ese código no existe: puedes seguir sin él.')
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

  // A typed code that was not applied is checked with the purchase.
  await page.getByRole('button', { name: 'Quitar código' }).click()
  await login(page, buyer)
  await page.goto('/carrito')
  await field.fill('REF0000')
  // A wrong code costs no sale: it is told, and the sale goes on without it.
  await page.route(PREFERENCE, (route) => route.abort())
  const without = page.waitForRequest(PREFERENCE)
  await buy(page).click()
  expect((await without).postDataJSON().codigo_referido).toBeUndefined()
  await expect(page.getByText('Ese código no existe: seguimos sin él.')).toBeVisible()
  await page.unroute(PREFERENCE)
  await field.fill(code)
  const sent = page.waitForRequest(PREFERENCE)
  await buy(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ codigo_referido: code, items: [{ id: course.id, quantity: 1 }] })
  await expect(page).toHaveURL(new RegExp(`^${baseURL}/pasarela-de-prueba/`))

  await login(page, friend)
  await page.goto('/carrito')
  await expect(field).toHaveAccessibleDescription('No puedes usar tu propio código: puedes seguir sin él.')
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
  // A new device begins with the registration; its button is in view.
  await expect(dialog(page).getByRole('heading', { name: 'Crea tu cuenta para comprar' })).toBeVisible()
  await expect(dialog(page).getByLabel('DNI')).toBeFocused()
  await expect(dialog(page).getByRole('button', { name: 'Crear Cuenta' })).toBeInViewport({ ratio: 1 })
  await dialog(page).getByRole('button', { name: 'Inicia sesión' }).click()
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
  await expect(dialog(page).getByLabel('Correo electrónico', { exact: true })).toHaveValue(student.correo)
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

test('un equipo conocido abre en el ingreso, y el correo va a recuperar la contraseña', async ({ page, database }) => {
  const [course, student] = [await soldCourse(database, 'Origami'), await freshStudent(database)]
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill(student.correo)
  await page.getByLabel('Contraseña', { exact: true }).fill(student.password)
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/inicio$/)
  await page.evaluate(() => {
    localStorage.removeItem('token')
    localStorage.removeItem('usuario')
  })
  await openCart(page, [course])
  await buy(page).click()
  await expect(dialog(page).getByRole('heading', { name: 'Inicia sesión para comprar' })).toBeVisible()
  await dialog(page).getByLabel('Correo electrónico').fill(student.correo)
  await dialog(page).getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Recuperar contraseña' })).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(student.correo)
  expect(await storedIds(page)).toEqual([course.id])
})

test('quien entra y ya tenía el curso se entera, y no paga nada', async ({ page, database }) => {
  const course = await soldCourse(database, 'Joyería')
  const student = await freshStudent(database, [course.id])
  await openCart(page, [course])
  await buy(page).click()
  await dialog(page).getByRole('button', { name: 'Inicia sesión' }).click()
  await dialog(page).getByLabel('Correo electrónico').fill(student.correo)
  await dialog(page).getByLabel('Contraseña', { exact: true }).fill(student.password)
  await dialog(page).getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Joyería: Ya está en Mis cursos · Ir' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No hay productos en el carrito.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ir a Mis cursos' })).toHaveAttribute('href', '/miscursos')
  await expect(page.getByRole('region', { name: 'Para empezar' }).getByRole('article')).toHaveCount(3)
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
  const [known] = await database.sql`SELECT numero_documento AS dni, correo FROM usuarios WHERE id = ${taken.id}`
  await openCart(page, [course])
  await buy(page).click()
  const create = dialog(page).getByRole('button', { name: 'Crear Cuenta' })
  const fieldOf = (label: string) => dialog(page).getByLabel(label, { exact: true })
  await create.click()
  for (const [label, text] of [
    ['DNI', 'El DNI debe tener 8 dígitos.'],
    ['Nombres', 'Escribe tus nombres.'],
    ['Apellidos', 'Escribe tus apellidos.'],
    ['Correo electrónico', 'Escribe tu correo.'],
    ['Contraseña', /La contraseña debe tener como mínimo 8 caracteres\./],
  ] as const)
    await expect(fieldOf(label)).toHaveAccessibleDescription(text)
  await expect(fieldOf('DNI')).toBeFocused()

  await fieldOf('DNI').fill(String(known?.dni))
  await fieldOf('Nombres').fill('Íñigo')
  await fieldOf('Apellidos').fill('Quispe Ñahui')
  await fieldOf('Correo electrónico').fill(String(known?.correo))
  await fieldOf('Contraseña').fill('Clave-segura-1')
  await fieldOf('Confirmar Contraseña').fill('Otra-clave-2')
  await create.click()
  await expect(fieldOf('Confirmar Contraseña')).toHaveAccessibleDescription('Las contraseñas no coinciden')
  await fieldOf('Confirmar Contraseña').fill('Clave-segura-1')
  await create.click()
  await expect(fieldOf('DNI')).toHaveAccessibleDescription('Ya existe una cuenta con este DNI.')
  await expect(fieldOf('DNI')).toBeFocused()
  await fieldOf('DNI').fill(aDocument())
  // Both at once; and a known mail goes along to the login.
  await expect(fieldOf('Correo electrónico')).toHaveAccessibleDescription('Ya existe una cuenta con este correo.')
  await expect(dialog(page).getByRole('link', { name: 'Recuperar contraseña' })).toBeVisible()
  await dialog(page).getByText('¿Es tuya?').getByRole('button', { name: 'Inicia sesión' }).click()
  await expect(dialog(page).getByLabel('Correo electrónico')).toHaveValue(String(known?.correo))
  await expect(dialog(page).getByLabel('Contraseña', { exact: true })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Regístrate' }).click()
  await fieldOf('Correo electrónico').fill(`${randomUUID()}@prueba.pe`)

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

test('una orden de S/ 0.00 se completa sin pasarela y lleva a la primera lección', async ({
  page,
  database,
  login,
}) => {
  const course = await soldCourse(database, 'Jardín en casa')
  await changePrice(database, course, 0)
  await login(page, await freshStudent(database))
  await openCart(page, [course], 0)
  await expect(sum(page, 'Total')).toHaveText('S/ 0.00')
  await expect(page.getByText('No pagas nada: entras a tus cursos de inmediato.')).toBeVisible()
  await expect(page.getByText('Precio regular')).toHaveCount(0)
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await buy(page).click()
  await expect(page.getByRole('heading', { level: 2, name: '¡Listo! Ya puedes estudiar' })).toBeVisible()
  await expect(page.getByText('Tu matrícula está lista')).toBeVisible()
  expect(visited.filter((path) => path.startsWith('/pasarela'))).toEqual([])
  expect(await storedIds(page)).toEqual([])
  const start = page.getByRole('link', { name: 'Empezar ahora' })
  // The course's page until its first lesson is known.
  await expect(start).toHaveAttribute('href', /\/leccion\/\d+$/)
  await start.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lección 1.1' })).toBeVisible()
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
    // The earlier error disappears while the purchase is retried.
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

  await goOffline(page)
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
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Aplicar' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('radio', { name: 'Boleta' })).toBeFocused()
  for (const name of ['Términos y condiciones', 'Política de reembolsos']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link', { name })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(buy(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('DNI')).toBeFocused()
  // The focus stays inside the dialog and skips the hidden form.
  const inside = () => page.evaluate('document.activeElement.closest("dialog") !== null')
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
  test('el carrito, el registro y el ingreso explican qué hacer', async ({ page }) => {
    for (const path of ['/carrito', '/registro', '/login', '/login?vista=recuperar']) {
      await page.goto(path)
      await expect(page.getByText(/tu navegador necesita JavaScript/)).toBeVisible()
    }
  })
})
