import type { Connections } from '@campus/contract/connections'
import { describe, expect, it } from 'vitest'
import { history, isForeign, standing, whenText } from './words'

const NOW = Date.parse('2026-11-30T20:00:00Z')
const TODAY = '2026-11-30T15:42:00Z'
const BEFORE = '2026-11-21T14:10:00Z'
const FAILURE = { en: TODAY, texto: 'El servidor no respondió.' }
const mail: Connections['correo'] = {
  ...{ origen: 'pantalla', version: 1, exito: TODAY, fallo: null },
  ...{ servidor: 'smtp.gmail.com', puerto: 465, usuario: 'hola@sol.pe', remitente: 'hola@sol.pe' },
}
const gateway: Connections['mercadopago'] = {
  ...{ origen: 'pantalla', version: 1, exito: TODAY, fallo: null, prueba: false },
  cuenta: { id: '1', nombre: 'TIENDA ANDINA', correo: 'ana@sol.pe' },
  aviso: { url: 'https://campus.test/api/mercadopago/webhook', firmado: null, mal_firmado: null },
}
const all: Connections = { mercadopago: gateway, correo: mail, llave: '/srv/llave', prueba_a: 'ana@sol.pe' }
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '')

it.each([
  [TODAY, 'hoy a las 10:42'],
  ['2026-11-30T03:10:00Z', 'ayer a las 22:10'],
  [BEFORE, 'el 21 nov 2026 a las 09:10'],
])('says when %s was', (instant, text) => expect(whenText(instant, NOW)).toBe(text))

describe('standing', () => {
  const ofMail = (change: Partial<Connections['correo']>) =>
    standing({ ...all, correo: { ...mail, ...change } }, 'correo', NOW)
  const ofGateway = (change: Partial<Connections['mercadopago']>) =>
    plain(standing({ ...all, mercadopago: { ...gateway, ...change } }, 'mercadopago', NOW).text)

  it('names the account and the sender', () => {
    expect(ofGateway({})).toBe('Listo: cobra en la cuenta TIENDA ANDINA (ana@sol.pe)')
    expect(ofGateway({ prueba: true, cuenta: null })).toBe('Listo para probar: MercadoPago responde')
    expect(plain(ofMail({}).text)).toBe('Listo: los correos salen de hola@sol.pe')
  })

  it('says the failure while nothing succeeded after it', () => {
    const text = 'Falló hoy a las 10:42: El servidor no respondió.'
    expect(ofMail({ exito: BEFORE, fallo: FAILURE })).toEqual({ tone: 'bad', text })
    expect(ofMail({ exito: null, fallo: FAILURE })).toEqual({ tone: 'bad', text })
    expect(ofMail({ fallo: { ...FAILURE, en: BEFORE } }).tone).toBe('good')
  })

  it.each([
    ['ninguno', 'Falta conectar'],
    ['ilegible', 'No se puede leer lo guardado'],
    ['instalacion', 'Todavía sin probar'],
  ] as const)('says what %s lacks', (origen, text) => {
    expect(ofMail({ origen, exito: null }).text).toBe(text)
  })
})

it('lists the last success, and a failure before it', () => {
  expect(history({ exito: TODAY, fallo: { ...FAILURE, en: BEFORE } }, NOW)).toEqual([
    'Respondió bien hoy a las 10:42.',
    'Último fallo, el 21 nov 2026 a las 09:10: El servidor no respondió.',
  ])
  expect(history({ exito: BEFORE, fallo: FAILURE }, NOW)).toEqual(['Respondió bien el 21 nov 2026 a las 09:10.'])
})

it.each([
  [null, null, false],
  [null, TODAY, true],
  [BEFORE, TODAY, true],
  [TODAY, BEFORE, false],
])('knows a foreign signature by the last notice (%s, %s)', (firmado, mal_firmado, foreign) => {
  expect(isForeign({ url: '', firmado, mal_firmado })).toBe(foreign)
})
