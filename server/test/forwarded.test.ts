import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import type { App } from '../src/platform/http/http.ts'
import { aBrand, aPerson } from './builders.ts'
import { useApp } from './harness.ts'
import { aNewcomer } from './matrix.bodies.ts'

const t = useApp()
const BALANCER = '10.1.2.3'
const STRANGER = '203.0.113.9'
const CLAIMED = '198.51.100.7'

/** The app without proxies (the default), and behind trusted load balancers. */
let alone: App
let behind: App

beforeAll(async () => {
  alone = t.app
  behind = await buildApp({ ...t.deps, config: { ...t.deps.config, trustProxy: ['10.1.0.0/16'] } })
  await behind.ready()
  for (const id of [1, 2]) await aBrand(t.deps.db, id)
  await t.database.sql`UPDATE clientes SET dominios = ARRAY['uno.test'] WHERE id = 1`
})
afterAll(() => behind.close())
beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

/** All headers that claim an origin or host. */
const CLAIMS = {
  'x-forwarded-for': CLAIMED,
  'x-forwarded-host': 'uno.test',
  'x-forwarded-proto': 'https',
  'x-real-ip': CLAIMED,
  forwarded: `for=${CLAIMED};host=uno.test;proto=https`,
}
type Asking = { from: string; headers?: Record<string, string> }

const post = (app: App, url: string, payload: object, { from, headers }: Asking) =>
  app.inject({ method: 'POST', url, payload, headers, remoteAddress: from })

/** Addresses that failed logins are throttled by. */
async function countedUnder(app: App, asking: Asking): Promise<string[]> {
  const answer = await post(app, '/api/loginalumno', { email: 'nadie@prueba.pe', password: 'No-es-esta-1' }, asking)
  expect(answer.statusCode).toBe(401)
  const rows = await t.database.sql`SELECT clave FROM limites WHERE regla = 'login_direccion'`
  return rows.map(({ clave }) => String(clave))
}

describe('the client address', () => {
  it('is that of the connection without trusted proxies, whatever the headers', async () => {
    expect(await countedUnder(alone, { from: STRANGER, headers: CLAIMS })).toEqual([STRANGER])
  })

  it('ignores the headers of clients that bypass the proxy', async () => {
    expect(await countedUnder(behind, { from: STRANGER, headers: CLAIMS })).toEqual([STRANGER])
  })

  it('is what a trusted proxy appended, not what the client sent', async () => {
    const from = BALANCER
    expect(await countedUnder(behind, { from, headers: { 'x-forwarded-for': CLAIMED } })).toEqual([CLAIMED])
    await t.database.sql`DELETE FROM limites`
    expect(
      await countedUnder(behind, { from, headers: { 'x-forwarded-for': `127.0.0.1, 192.0.2.1, ${CLAIMED}` } }),
    ).toEqual([CLAIMED])
  })

  it('cannot be varied to evade the throttle', async () => {
    const { correo } = await aPerson(t.deps.db)
    const tries: number[] = []
    for (let n = 1; n <= 10; n++) {
      const headers = { ...CLAIMS, 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}` }
      const body = { email: correo, password: `No-es-esta-${n}` }
      tries.push((await post(behind, '/api/loginalumno', body, { from: STRANGER, headers })).statusCode)
    }
    expect(tries).toEqual([...Array(8).fill(401), 429, 429])
  })
})

describe('the host name', () => {
  const SPOOFS: [name: string, app: () => App, asking: Asking][] = [
    ['a forwarded host, no proxy trusted', () => alone, { from: STRANGER, headers: CLAIMS }],
    ['a forwarded host past the proxy', () => behind, { from: STRANGER, headers: CLAIMS }],
    ['a forwarded host through the proxy', () => behind, { from: BALANCER, headers: CLAIMS }],
    ['a Host of elsewhere', () => alone, { from: STRANGER, headers: { host: 'malo.example' } }],
    ['a Host of elsewhere, port and all', () => behind, { from: STRANGER, headers: { host: 'malo.example:8080' } }],
  ]

  it.each(SPOOFS)('cannot change links of mails: %s', async (_name, app, asking) => {
    const { id, correo } = await aPerson(t.deps.db)
    const answer = await post(app(), '/api/recuperar-contrasena', { email: correo }, asking)
    expect(answer.statusCode).toBe(200)
    await t.deps.jobs.drain()
    const [letter] = t.outbox.filter(({ to }) => to === correo)
    const addresses = letter?.text.match(/https?:\/\/[^/\s]+/g) ?? []
    expect(new Set(addresses)).toEqual(new Set(['http://campus.test']))
    expect(letter?.text).toContain(`http://campus.test/restablecer/${id}?token=`)
  })

  it('ignores forwarded hosts of strangers when choosing the brand', async () => {
    const brands: number[] = []
    const registered = async (app: App, asking: Asking) =>
      brands.push((await post(app, '/api/auth/register', aNewcomer(), asking)).json().user.id_cliente)
    await registered(alone, { from: STRANGER, headers: CLAIMS })
    await registered(behind, { from: STRANGER, headers: CLAIMS })
    expect(brands).toEqual([2, 2])
    await registered(behind, { from: BALANCER, headers: CLAIMS })
    expect(brands).toEqual([2, 2, 1])
  })
})
