import type { Page } from '@playwright/test'
import { aCourse } from '../../server/test/builders.ts'
import { call, openSession } from '../support/api.ts'
import { freshStudent, letterTo, type Student } from '../support/people.ts'
import { test as base, expect } from '../support/test.ts'
import { keepSession } from '../support/visit.ts'

type Buyer = { base: string; who: Student; token: string; curso: { id: number; nombre: string } }

/** A student with a course that they may buy, and an order of it made through the API. */
const test = base.extend<{ buyer: Buyer; order: (page: Page) => Promise<string> }>({
  buyer: async ({ database, baseURL }, use) => {
    const base = baseURL ?? ''
    const who = await freshStudent(database)
    const { id, nombre } = await aCourse(database.db, { nombre: `Cerámica andina ${who.id}` })
    await use({ base, who, token: (await openSession(base, who.correo, who.password)).token, curso: { id, nombre } })
  },
  order: async ({ buyer: { base, who, token, curso } }, use) => {
    await use(async (page) => {
      await keepSession(page, base, await openSession(base, who.correo, who.password))
      const answer = await page.request.post('/api/mercadopago/preference', {
        headers: { authorization: `Bearer ${token}` },
        data: { items: [{ id: curso.id }] },
      })
      return (await answer.json()).orden
    })
  },
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const state = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title })
/** Runs in the page: every heading and button of the content that ever showed, however briefly. */
const recordWords = (page: Page) =>
  page.addInitScript(`{
    const seen = (window.seenWords = new Set())
    new MutationObserver(() => {
      for (const node of document.querySelectorAll('main h2, main button, main a')) seen.add(node.textContent)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }`)
const seenWords = (page: Page) => page.evaluate<string>("[...window.seenWords].join('\\n')")

/** The gateway's notification is processed by jobs. */
const SETTLED = { timeout: 20_000 }
const paid = (page: Page) => expect(state(page, '¡Listo! Ya puedes estudiar')).toBeVisible(SETTLED)
const bank = (page: Page) => expect(page.getByText('Pasarela de prueba: no se cobra nada')).toBeVisible()
const cartOf = (page: Page) => page.evaluate(() => localStorage.getItem('cart'))

const places = async ({ base, who, token }: Buyer) =>
  (await call<unknown[]>(base, `/matriculas/usuario/${who.id}`, token)).length

const stateOf = async ({ base, token }: Buyer, numero: string) =>
  (await call<{ estado: string }>(base, `/ordenes/${numero}`, token)).estado

/** Acts on the sandbox without its page. */
const bankDoes = (page: Page, numero: string, accion: string) =>
  page.request.post(`/api/pasarela-de-prueba/${numero}`, { data: { accion } })

test('de la página del curso al curso abierto, y el botón Atrás no cobra otra vez', { tag: '@gate' }, async ({
  page,
  buyer,
  dataDir,
  axe,
}) => {
  const { who, curso } = buyer
  await recordWords(page)
  await page.goto(`/detallecurso/${curso.id}`)
  await page.getByRole('button', { name: '¡Comprar ahora!' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible()
  await press(page, 'Comprar ahora')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Inicia sesión' }).click()
  await dialog.getByLabel('Correo electrónico').fill(who.correo)
  await dialog.getByRole('textbox', { name: 'Contraseña', exact: true }).fill(who.password)
  await dialog.getByRole('button', { name: 'Iniciar Sesión' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Datos de Pago' })).toBeVisible()
  await expect(page).toHaveURL(/\/pago$/)
  await page.getByRole('button', { name: 'Pagar S/ 149.00' }).click()
  await bank(page)
  await expect(page.getByText('S/ 149.00')).toBeVisible()
  await axe(page)
  await press(page, 'Aprobar el pago')

  await paid(page)
  // From the gateway to the celebration nothing asked for the money again.
  const words = await seenWords(page)
  expect(words).toContain('Estamos confirmando tu pago…')
  expect(words).not.toMatch(/Falta pagar|lista para pagar|Pagar ahora|Verificar pago/)
  const numero = new URL(page.url()).searchParams.get('orden') ?? ''
  await expect(page.getByText(numero)).toBeVisible()
  expect(await cartOf(page)).toBeNull()
  await expect(page.getByRole('link', { name: 'Empezar ahora' })).toHaveAttribute(
    'href',
    new RegExp(`^/miscursos/${curso.id}/modulos/\\d+/leccion/\\d+$`),
  )
  await axe(page)
  await letterTo(dataDir, who.correo, { text: numero })
  await page.getByRole('link', { name: 'Empezar ahora' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lección 1.1' })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Datos de Pago' })).toBeVisible()
  await page.goBack()
  await bank(page)
  await expect(page.getByText('Pagada, ya puedes estudiar')).toBeVisible()
  await page.goForward()
  await page.getByRole('link', { name: `Ir al curso ${curso.nombre}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: curso.nombre })).toBeVisible()
  expect(await places(buyer)).toBe(1)
})

test('rechazado y después pagado', { tag: '@gate' }, async ({ page, buyer, order }) => {
  const numero = await order(page)
  await page.goto(`/pasarela-de-prueba/${numero}`)
  await press(page, 'Rechazar el pago')
  await expect(state(page, 'El pago fue rechazado')).toBeVisible(SETTLED)
  await expect(page.getByText('La tarjeta no tiene saldo suficiente.')).toBeVisible()
  await expect(page.getByText('Lo que suele ayudar:')).toBeVisible()
  expect(await places(buyer)).toBe(0)
  await recordWords(page)
  await press(page, 'Intentar de nuevo')
  await bank(page)
  await press(page, 'Aprobar el pago')
  await paid(page)
  // The rejection of the first attempt is not shown again.
  expect(await seenWords(page)).not.toMatch(/rechazado|Intentar de nuevo|Falta pagar/)
  expect(await places(buyer)).toBe(1)
})

test('en espera advierte antes de pagar dos veces, y Verificar pago lo confirma', async ({ page, order, axe }) => {
  const numero = await order(page)
  await page.goto(`/pasarela-de-prueba/${numero}`)
  await press(page, 'Dejarlo pendiente')
  await expect(state(page, 'Estamos esperando la confirmación del pago')).toBeVisible(SETTLED)
  await expect(page.getByText('No pagues otra vez mientras tanto.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pagar con otro medio' })).toBeHidden()
  await page.getByText('¿No terminaste ese pago?').click()
  await press(page, 'Pagar con otro medio')
  const warning = page.getByRole('dialog', { name: 'Ya hay un pago en camino' })
  await expect(warning).toContainText('se te cobrará dos veces')
  await axe(page)
  await warning.getByRole('button', { name: 'Esperar' }).click()
  await press(page, 'Verificar pago')
  await expect(page.getByText('Preguntamos ahora: todavía no hay novedades.')).toBeVisible()
  await bankDoes(page, numero, 'aprobar_sin_avisar')
  await press(page, 'Verificar pago')
  await paid(page)
})

test('@escritorio avisos repetidos, tardíos, desordenados y falsos terminan bien', async ({ page, buyer, order }) => {
  const numero = await order(page)
  await page.goto(`/pasarela-de-prueba/${numero}`)
  // The forged notification is ignored; the return asks the gateway itself.
  await press(page, 'Aprobar y avisar con una firma falsa')
  await paid(page)
  for (const accion of ['aprobar_y_avisar_tarde', 'aprobar_y_avisar_dos_veces', 'avisar_en_desorden', 'rechazar'])
    await bankDoes(page, numero, accion)
  await call(buyer.base, `/mercadopago/verificar-pago?orden=${numero}`, buyer.token)
  await page.reload()
  await paid(page)
  expect(await places(buyer)).toBe(1)
})

test('la pestaña cerrada no pierde la compra, y una devolución cierra el acceso', async ({ page, buyer, order }) => {
  const numero = await order(page)
  await bankDoes(page, numero, 'aprobar')
  // The tab was closed at the bank: the notification alone settles the order, and the history shows it.
  await expect.poll(() => stateOf(buyer, numero), SETTLED).toBe('pagada')
  await page.goto('/inicio')
  await page.getByRole('button', { name: /^Menú de/ }).click()
  await page.getByRole('menuitem', { name: 'Mis compras' }).click()
  const item = page.getByRole('article', { name: `Orden ${numero.slice(0, 8).toUpperCase()}` })
  await expect(item).toContainText('Pagada, ya puedes estudiar')
  await expect(item).toContainText(buyer.curso.nombre)
  await expect(item).toContainText('S/ 149.00')

  await bankDoes(page, numero, 'reembolsar')
  await call(buyer.base, `/mercadopago/verificar-pago?orden=${numero}`, buyer.token)
  await item.getByRole('link', { name: /^Ver detalle/ }).click()
  await expect(state(page, 'Te devolvimos el dinero')).toBeVisible()
  expect(await places(buyer)).toBe(0)
  await press(page, 'Volver a comprar')
  await expect(page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible()
  await expect(page.getByText(buyer.curso.nombre).first()).toBeVisible()
})

test('solo su dueño ve la orden, y la dirección no la da por pagada', { tag: '@gate' }, async ({
  page,
  buyer,
  order,
  login,
  student,
  newDevice,
  watch,
}) => {
  watch.allow(/status of 404/)
  const numero = await order(page)
  await page.clock.install()
  // MercadoPago's return address, which anyone could forge.
  await page.goto(`/pago?external_reference=${numero}&status=approved&collection_status=approved&payment_id=9`)
  await expect(state(page, 'Estamos confirmando tu pago…')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/pago\\?orden=${numero}$`))
  // The document says it already; the clock counts from where the page has read the order.
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await page.clock.fastForward(16_000)
  await expect(state(page, 'Todavía no vemos tu pago')).toBeVisible()

  const other = await newDevice()
  await other.goto(`/pago?orden=${numero}`)
  await expect(other.getByText('Inicia sesión para ver tu compra')).toBeVisible()
  await login(other, student)
  await other.goto(`/pago?orden=${numero}`)
  await expect(other.getByText('No encontramos esta compra')).toBeVisible()

  const own = await newDevice()
  await own.goto(`/pago?orden=${numero}`)
  await own.getByRole('link', { name: 'Iniciar sesión' }).last().click()
  await own.getByLabel('Correo electrónico').fill(buyer.who.correo)
  await own.getByLabel('Contraseña', { exact: true }).fill(buyer.who.password)
  await own.getByRole('button', { name: 'Ingresar' }).click()
  await expect(state(own, 'Tu compra está lista para pagar')).toBeVisible()
})

test('un cobro doble y su devolución se ven en vivo, en la compra y en Mis compras', async ({
  page,
  buyer,
  order,
  axe,
}) => {
  const numero = await order(page)
  await page.goto(`/pasarela-de-prueba/${numero}`)
  await press(page, 'Pagar dos veces')
  await paid(page)
  await expect(page.getByText('Devolución en curso de S/ 149.00')).toBeVisible(SETTLED)
  await page.goto('/compras')
  const item = page.getByRole('article', { name: `Orden ${numero.slice(0, 8).toUpperCase()}` })
  await expect(item).toContainText('Devolución en curso de S/ 149.00')
  await item.getByRole('link', { name: /^Ver detalle/ }).click()
  await expect(page.getByText('Pagaste lo mismo dos veces.')).toBeVisible()
  await axe(page)
  // The open page follows what the academy does.
  await bankDoes(page, numero, 'reembolsar')
  await expect(page.getByText('Devolución hecha de S/ 149.00')).toBeVisible(SETTLED)
  expect(await places(buyer)).toBe(1)
})

test('una devolución parcial se dice en vivo en la compra y en Mis compras, y el curso sigue abierto', async ({
  page,
  buyer,
  order,
}) => {
  const numero = await order(page)
  await bankDoes(page, numero, 'aprobar')
  await expect.poll(() => stateOf(buyer, numero), SETTLED).toBe('pagada')
  await page.goto(`/pago?orden=${numero}`)
  await paid(page)
  await bankDoes(page, numero, 'devolver_parte')
  await expect(page.getByText('Te devolvimos S/ 40.00 de tu orden', { exact: true })).toBeVisible(SETTLED)
  await page.goto('/compras')
  const item = page.getByRole('article', { name: `Orden ${numero.slice(0, 8).toUpperCase()}` })
  await expect(item).toContainText('Te devolvimos S/ 40.00 de tu orden')
  expect(await places(buyer)).toBe(1)
})
