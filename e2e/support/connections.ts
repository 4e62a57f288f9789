import type { Page, Route } from '@playwright/test'
import type { Connections } from '../../contract/src/connections.ts'
import { DATA, type Screen, showing } from './screen.ts'
import { press } from './staff-acts.ts'

const PLATFORM = 'plataforma@demo.pe' as const
const PATH = '/gestion/cobros-y-correo'
const STATE = /\/api\/gestion\/conexiones$/

const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString()

const NONE = { version: 0, exito: null, fallo: null }
const WEBHOOK = 'https://campus.tallersol.pe/api/mercadopago/webhook'
const GATEWAY: Connections['mercadopago'] = {
  ...NONE,
  ...{ origen: 'ninguno', cuenta: null, prueba: false },
  aviso: { url: WEBHOOK, firmado: null, mal_firmado: null },
}
const MAIL: Connections['correo'] = {
  ...NONE,
  ...{ origen: 'ninguno', servidor: null, puerto: null, usuario: null, remitente: null },
}
const SAVED: Connections['mercadopago'] = {
  ...GATEWAY,
  ...{ origen: 'pantalla', version: 2, exito: hour(2) },
  cuenta: { id: '241983636', nombre: 'TIENDA ANDINA', correo: 'ana@tallersol.pe' },
  aviso: { url: WEBHOOK, firmado: hour(1), mal_firmado: null },
}
const SENDING: Connections['correo'] = {
  ...MAIL,
  ...{ origen: 'pantalla', version: 1, exito: hour(3), servidor: 'smtp.gmail.com', puerto: 465 },
  ...{ usuario: 'hola@tallersol.pe', remitente: 'hola@tallersol.pe' },
}

const stateOf = (mercadopago: Connections['mercadopago'], correo: Connections['correo']): Connections => ({
  mercadopago,
  correo,
  llave: '/srv/campus/datos/conexiones.llave',
  prueba_a: 'ana@tallersol.pe',
})

/** The screen waits for the first rightly signed notice. */
export const WAITING = stateOf(
  { ...SAVED, prueba: true, aviso: { ...SAVED.aviso, firmado: null, mal_firmado: hour(0.1) } },
  SENDING,
)

const GATEWAY_DOWN = {
  en: hour(0.5),
  texto: 'MercadoPago rechazó el Access Token. Copia el de producción de tu aplicación.',
}
const MAIL_DOWN = { en: hour(0.2), texto: 'El servidor no aceptó el usuario o la contraseña.' }

const screen = (name: string, state: Connections, text: string, act?: (page: Page) => Promise<unknown>): Screen => ({
  name: `gestion-conexiones-${name}`,
  path: () => PATH,
  viewer: PLATFORM,
  act: async (page) => {
    await showing(STATE, state, text)(page)
    await act?.(page)
  },
})

/** Sends other keys; `answer` is the server's. */
async function sendKeys(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route(/conexiones\/mercadopago$/, answer)
  await press(/^Cambiar MercadoPago/)(page)
  await page.getByLabel('Access Token', { exact: true }).fill('APP_USR-1234567890-112210-abcdef-99')
  await press('Probar y guardar')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Escribe tu contraseña para continuar.').fill('secreta')
  await dialog.getByRole('button', { name: 'Probar y guardar' }).click()
}

const refused = async (page: Page) => {
  const errors = { otra_cuenta: ['Estas claves son de TALLER SOL; hasta ahora se cobra en TIENDA ANDINA.'] }
  const message = 'Revisa los datos marcados.'
  const json = { message, mensaje: message, code: 'DATOS_INVALIDOS', errors }
  await sendKeys(page, (route) => route.fulfill({ status: 422, json }))
  await page.getByRole('checkbox', { name: /^Es otra cuenta/ }).waitFor()
}

const trying = async (page: Page) => {
  await sendKeys(page, async () => undefined)
  await page.getByRole('button', { name: 'Probando con MercadoPago…' }).waitFor()
}

/** *Cobros y correo* in its states; nothing is saved. */
export const CONNECTION_SCREENS: readonly Screen[] = [
  { name: 'gestion-conexiones', path: () => PATH, viewer: PLATFORM, faces: DATA },
  screen('ninguna', stateOf(GATEWAY, MAIL), 'Falta conectar', async (page) => {
    await page.getByLabel('Proveedor').selectOption('gmail')
    await press('Probar y guardar')(page)
    await page.getByText('Pega el Access Token.').waitFor()
  }),
  screen('listas', stateOf(SAVED, SENDING), 'Clave de los avisos: comprobada'),
  screen('esperando', WAITING, 'Esperando el primer aviso…'),
  screen('fallidas', stateOf({ ...SAVED, fallo: GATEWAY_DOWN }, { ...SENDING, fallo: MAIL_DOWN }), 'Falló'),
  screen(
    'ilegibles',
    stateOf({ ...GATEWAY, origen: 'ilegible', version: 2 }, { ...MAIL, origen: 'ilegible', version: 1 }),
    'No se puede leer lo guardado',
  ),
  screen(
    'instalacion',
    stateOf(
      { ...SAVED, origen: 'instalacion', cuenta: null, aviso: { ...SAVED.aviso, firmado: null } },
      { ...MAIL, origen: 'instalacion', exito: hour(3) },
    ),
    'Lo fija la instalación',
  ),
  screen('probando', stateOf(SAVED, SENDING), 'Listo: cobra en la cuenta', trying),
  screen('otra-cuenta', stateOf(SAVED, SENDING), 'Listo: cobra en la cuenta', refused),
]
