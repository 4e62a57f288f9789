import type { BrowserContext, Locator, Page } from '@playwright/test'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { aCourse, aPerson, PASSWORD } from '../../server/test/builders.ts'
import { type Mailbox, openMailbox } from '../../server/test/long/mailbox.ts'
import { call, openSession } from '../support/api.ts'
import { type Application, startApplication } from '../support/application.ts'
import { WAITING } from '../support/connections.ts'
import { ACCESS_TOKEN, notify, openGateway } from '../support/gateway.ts'
import { tabTo, press as withKey } from '../support/keyboard.ts'
import { pressWhenReady } from '../support/ready.ts'
import { test as base, expect } from '../support/test.ts'
import { keepInside, keepSession } from '../support/visit.ts'
import { watchContext } from '../support/watch.ts'

const SECRET = 'clave-secreta-de-los-avisos'
const COURSE = 'Cerámica desde cero'

type Bare = {
  app: Application
  box: Mailbox
  closeMailbox: () => void
  course: number
  correo: string
  device: () => Promise<Page>
}

const test = base.extend<{ bare: Bare }>({
  /** A production installation where nothing is connected: an academy with a course, and who administers the platform. */
  bare: async ({ browser, contextOptions, viewport, locale, timezoneId, watching, isMobile, hasTouch }, use) => {
    const [gateway, mailbox] = [await openGateway(), await openMailbox()]
    const env = { NODE_ENV: 'production', DEMO: '0', WORKERS: '1', MERCADOPAGO_API_URL: gateway.url } as const
    const app = await startApplication({ env })
    const database = openDatabase(app.databaseUrl, { pool: 1, name: 'cobros' })
    const course = await aCourse(database.db, { nombre: COURSE })
    const { correo } = await aPerson(database.db, { roles: ['plataforma', 'marca'], nombres: 'Rosa' })
    await database.close()
    const opened: BrowserContext[] = []
    const device = async () => {
      const look = { viewport, locale, timezoneId, isMobile, hasTouch }
      const context = await browser.newContext({ ...contextOptions, ...look, baseURL: app.url })
      opened.push(context)
      await keepInside(context, app.url)
      watchContext(context, watching)
      pressWhenReady(context)
      return context.newPage()
    }
    await use({ app, box: mailbox.box, closeMailbox: mailbox.close, course: course.id, correo, device })
    for (const context of opened) await context.close()
    await app.stop()
    gateway.close()
    mailbox.close()
  },
})

type Hands = { press: (target: Locator) => Promise<void>; write: (target: Locator, text: string) => Promise<void> }

/** On the desktop by keyboard alone. */
function handsOn(page: Page, isMobile: boolean): Hands {
  if (isMobile) return { press: (target) => target.click(), write: (target, text) => target.fill(text) }
  return {
    press: (target) => withKey(page, target),
    write: async (target, text) => {
      await tabTo(page, target)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    },
  }
}

const panelOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Presses the button and confirms with a password. */
async function confirm(page: Page, { press, write }: Hands, button: Locator, act: string): Promise<void> {
  await press(button)
  const dialog = page.getByRole('dialog')
  await write(dialog.getByLabel('Escribe tu contraseña para continuar.'), PASSWORD)
  await press(dialog.getByRole('button', { name: act, exact: true }))
}

async function connectGateway(page: Page, hands: Hands, axe: (page: Page) => Promise<void>): Promise<void> {
  const panel = panelOf(page, 'MercadoPago')
  const save = panel.getByRole('button', { name: 'Probar y guardar' })
  const token = panel.getByLabel('Access Token', { exact: true })
  const secret = panel.getByLabel('Clave secreta de los avisos', { exact: true })
  const wrong = ACCESS_TOKEN.replace('0f1e', 'ffff')
  await hands.write(token, wrong)
  await hands.write(secret, SECRET)
  await confirm(page, hands, save, 'Probar y guardar')
  await expect(panel.getByText('No se guardó nada.')).toBeVisible()
  await expect(token).toHaveAttribute('aria-invalid', 'true')
  await expect(token).toBeFocused()
  await expect(token).toHaveValue(wrong)
  await expect(secret).toHaveValue(SECRET)
  await axe(page)
  await hands.write(token, ACCESS_TOKEN)
  await confirm(page, hands, save, 'Probar y guardar')
  await expect(panel.getByText('Listo: cobra en la cuenta')).toBeVisible()
  await expect(panel.getByText('TIENDA ANDINA')).toBeVisible()
  await expect(token).toHaveCount(0)
  await expect(panel).toBeFocused()
}

/** The screen waits, and turns without a reload. */
async function proveSecret(page: Page, url: string): Promise<void> {
  const panel = panelOf(page, 'MercadoPago')
  await expect(panel.getByText('Clave de los avisos: sin comprobar')).toBeVisible()
  await expect(panel.getByText('Esperando el primer aviso…')).toBeVisible()
  const webhook = `${url}/api/mercadopago/webhook`
  await expect(panel.getByText(webhook, { exact: true })).toBeVisible()
  expect(await notify(webhook, 'clave-de-otra-aplicación')).toBe(401)
  await expect(panel.getByText('vino firmado con otra clave')).toBeVisible()
  expect(await notify(webhook, SECRET)).toBe(200)
  await expect(panel.getByText('Clave de los avisos: comprobada')).toBeVisible()
  await expect(panel.getByText('vino firmado con otra clave')).toHaveCount(0)
}

async function connectMail(page: Page, hands: Hands, { box, correo }: Bare): Promise<void> {
  const panel = panelOf(page, 'Correo')
  const field = (label: string) => panel.getByLabel(label, { exact: true })
  const save = panel.getByRole('button', { name: 'Probar y guardar' })
  await field('Proveedor').selectOption('gmail')
  await expect(field('Servidor')).toHaveValue('smtp.gmail.com')
  await expect(field('Puerto')).toHaveValue('465')
  await expect(panel.getByText('contraseña de aplicación')).toBeVisible()
  await hands.write(field('Servidor'), '127.0.0.1')
  await hands.write(field('Puerto'), '1')
  await hands.write(field('Correo del que salen'), 'hola@tallersol.pe')
  await confirm(page, hands, save, 'Probar y guardar')
  await expect(field('Puerto')).toBeFocused()
  await expect(field('Correo del que salen')).toHaveValue('hola@tallersol.pe')
  expect(box.total()).toBe(0)
  await hands.write(field('Puerto'), new URL(box.url).port)
  await confirm(page, hands, save, 'Probar y guardar')
  await expect(panel.getByText('Listo: los correos salen de')).toBeVisible()
  expect(box.delivered).toEqual([correo])
}

async function remove(page: Page, hands: Hands, name: string): Promise<void> {
  const panel = panelOf(page, name)
  await hands.press(panel.getByRole('button', { name: `Más acciones de ${name}` }))
  await expect(page.getByRole('menu')).toBeVisible()
  if (await page.evaluate('matchMedia("(pointer: fine)").matches')) await page.keyboard.press('ArrowDown')
  await hands.press(page.getByRole('menuitem', { name: 'Quitar' }))
}

test('quien administra la plataforma conecta MercadoPago y el correo, y la tienda lo sigue', async ({
  bare,
  axe,
  watch,
  isMobile,
}) => {
  test.slow()
  watch.allow(/status of (401|422)/)
  const { app, course, correo, device } = bare
  const [page, guest] = [await device(), await device()]
  const hands = handsOn(page, isMobile)
  const buy = guest.getByRole('button', { name: '¡Comprar ahora!' }).filter({ visible: true })
  await guest.goto(`/detallecurso/${course}`)
  await expect(guest.getByRole('heading', { level: 1, name: COURSE })).toBeVisible()
  await expect(buy).toHaveCount(0)

  await keepSession(page, app.url, await openSession(app.url, correo, PASSWORD))
  await page.goto('/gestion')
  await hands.press(page.getByRole('link', { name: 'Conecta MercadoPago' }))
  await expect(panelOf(page, 'MercadoPago')).toBeFocused()
  await connectGateway(page, hands, axe)
  await proveSecret(page, app.url)
  await guest.reload()
  await expect(buy.first()).toBeVisible()

  await page.goto('/gestion')
  await expect(page.getByRole('link', { name: 'Conecta MercadoPago' })).toContainText('Listo')
  await hands.press(page.getByRole('link', { name: 'Conecta el correo' }))
  await expect(panelOf(page, 'Correo')).toBeFocused()
  await connectMail(page, hands, bare)

  await remove(page, hands, 'MercadoPago')
  const dialog = page.getByRole('dialog', { name: 'Quitar MercadoPago' })
  await hands.write(dialog.getByLabel('Escribe tu contraseña para continuar.'), 'otra-contraseña')
  await hands.press(dialog.getByRole('button', { name: 'Quitar' }))
  await expect(dialog.getByText('La contraseña no es correcta.')).toBeVisible()
  await hands.write(dialog.getByLabel('Escribe tu contraseña para continuar.'), PASSWORD)
  await hands.press(dialog.getByRole('button', { name: 'Quitar' }))
  const panel = panelOf(page, 'MercadoPago')
  await expect(panel.getByText('Falta conectar')).toBeVisible()
  await expect(panel.getByLabel('Access Token', { exact: true })).toBeFocused()
  await guest.reload()
  await expect(buy).toHaveCount(0)

  await page.goto('/gestion/historial')
  await expect(page.getByText('Conexión mercadopago').first()).toBeVisible()
  await expect(page.getByText('Desconectó MercadoPago').first()).toBeVisible()
  await expect(page.getByText(ACCESS_TOKEN)).toHaveCount(0)
})

test('lo que otra persona cambió no se pisa, y un servidor que dejó de responder lo dice', {
  tag: '@escritorio',
}, async ({ bare, watch }) => {
  test.slow()
  watch.allow(/status of (409|422)/)
  const { app, box, closeMailbox, correo, device } = bare
  const { token, user } = await openSession(app.url, correo, PASSWORD)
  const server = { servidor: '127.0.0.1', puerto: Number(new URL(box.url).port), usuario: '', clave: '' }
  const save = (remitente: string, version: number) =>
    call(app.url, '/gestion/conexiones/correo', token, {
      method: 'PUT',
      body: { ...server, remitente, version, password: PASSWORD },
    })
  await save('hola@tallersol.pe', 0)
  const page = await device()
  const hands = handsOn(page, false)
  const panel = panelOf(page, 'Correo')
  const sender = panel.getByLabel('Correo del que salen', { exact: true })
  await keepSession(page, app.url, { token, user })
  await page.goto('/gestion/cobros-y-correo')
  await expect(panel.getByRole('form')).toHaveCount(0)
  await hands.press(panel.getByRole('button', { name: 'Cambiar Correo' }))
  await expect(panel.getByLabel('Proveedor')).toBeFocused()
  await hands.write(sender, 'ventas@tallersol.pe')
  await save('otra@tallersol.pe', 1)
  const act = panel.getByRole('button', { name: 'Probar y guardar' })
  await confirm(page, hands, act, 'Probar y guardar')
  await expect(panel.getByRole('alert')).toContainText('No se guardó nada. Rosa')
  await expect(panel.getByText('otra@tallersol.pe')).toBeVisible()
  await expect(sender).toHaveValue('ventas@tallersol.pe')
  await page.getByRole('link', { name: 'Bandeja' }).first().click()
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  await confirm(page, hands, act, 'Probar y guardar')
  await expect(panel.getByRole('status').first()).toContainText('ventas@tallersol.pe')

  closeMailbox()
  await panel.getByRole('button', { name: 'Más acciones de Correo' }).click()
  await page.getByRole('menuitem', { name: 'Probar ahora' }).click()
  await expect(panel.getByText(/^Falló hoy a las/)).toBeVisible()
  await expect(panel.getByText(/^Respondió bien hoy a las/)).toBeVisible()
})

test('la espera del primer aviso termina a los diez minutos', { tag: '@escritorio' }, async ({ page, enter }) => {
  let asked = 0
  await page.route(/\/api\/gestion\/conexiones$/, (route) => {
    asked += 1
    return route.fulfill({ json: { data: WAITING } })
  })
  await page.clock.install()
  await enter(page, 'plataforma@demo.pe')
  await page.goto('/gestion/cobros-y-correo')
  await expect(page.getByText('Esperando el primer aviso…')).toBeVisible()
  await page.clock.runFor(9000)
  await expect.poll(() => asked).toBeGreaterThan(2)
  await page.clock.runFor(10 * 60_000)
  await expect(page.getByText('Esperando el primer aviso…')).toHaveCount(0)
  const before = asked
  await page.clock.runFor(60_000)
  expect(asked).toBe(before)
  await page.getByRole('button', { name: 'Volver a mirar' }).click()
  await expect.poll(() => asked).toBeGreaterThan(before)
})

test('quien administra solo su academia lee quién lo conecta, y no entra', async ({ page, enter, watch }) => {
  watch.allow(/status of 403/)
  await page.route(/\/api\/gestion\/bandeja$/, async (route) => {
    const { data } = await (await route.fetch()).json()
    const steps = { marca: true, oferta: true, cobros: false, correo: false, docente: true, curso: true }
    await route.fulfill({
      json: { data: { ...data, primeros_pasos: { ...steps, examen: true, alumno: true, sin_examen: null } } },
    })
  })
  await enter(page, 'admin@demo.pe')
  await page.goto('/gestion')
  await expect(page.getByText('Conecta MercadoPago')).toBeVisible()
  await expect(page.getByText('Lo conecta quien administra la plataforma.')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Conecta MercadoPago' })).toHaveCount(0)
  await page.goto('/gestion/cobros-y-correo')
  await expect(page.getByRole('region', { name: 'MercadoPago' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Cobros y correo' })).toHaveCount(0)
})
