import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBrand, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aNewcomer } from '../../../test/matrix.bodies.ts'
import { buildApp } from '../../app/app.ts'
import type { App } from './http.ts'
import { LIMITS, type Limit, refund, throttle } from './throttle.ts'

const t = useApp()
const PROXY = '10.1.2.3'

/** The application behind a proxy that it trusts, as it runs in production. */
let behind: App

beforeAll(async () => {
  behind = await buildApp({ ...t.deps, config: { ...t.deps.config, trustProxy: ['10.1.0.0/16'] } })
  await behind.ready()
  for (const id of [1, 2]) await aBrand(t.deps.db, id)
})
afterAll(() => behind.close())
beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

/** Another address of the same /64 each time. */
const ofOneHome = (n: number) => `2001:db8:7:1:${n.toString(16)}::${(n * 7).toString(16)}`
/** Another /64 of the same /48 each time. */
const ofOneOffice = (n: number) => `2001:db8:7:${(n + 1).toString(16)}::9`

type Call = { method: 'GET' | 'POST'; url: string; payload?: object }

/** Who calls is what the proxy says, or the other end of the connection. */
const WAYS: [name: string, send: (ip: string, call: Call) => Promise<number>][] = [
  ['on the connection', async (ip, call) => (await t.app.inject({ ...call, remoteAddress: ip })).statusCode],
  [
    'behind the proxy',
    async (ip, call) =>
      (await behind.inject({ ...call, remoteAddress: PROXY, headers: { 'x-forwarded-for': `1.2.3.4, ${ip}` } }))
        .statusCode,
  ],
]

const usedUp = (rule: string, key: string, times: number) =>
  t.database.sql`INSERT INTO limites (regla, clave, cuenta, termina_en)
    VALUES (${rule}, ${key}, ${times}, now() + interval '10 minutes')`

const loginOf = (email: string, password: string): Call => ({
  method: 'POST',
  url: '/api/loginalumno',
  payload: { email, password },
})

it.each([
  ['an address and a port', (n: number) => `203.0.113.6:${4001 + n}`],
  ['no address', (n: number) => `_oculta${n}`],
])('a proxy that forwards %s does not turn the limits off', async (_what, forwarded) => {
  const { correo } = await aPerson(t.deps.db)
  const statuses: number[] = []
  for (let n = 0; n < 10; n++) {
    const headers = { 'x-forwarded-for': forwarded(n) }
    const answer = await behind.inject({ ...loginOf(correo, `mala-${n}`), remoteAddress: PROXY, headers })
    statuses.push(answer.statusCode)
  }
  expect(statuses).toEqual([...Array(8).fill(401), 429, 429])
})

describe.each(WAYS)('the addresses of one IPv6 network, %s', (_name, send) => {
  it('guess at one account no more often than one address', async () => {
    const { correo } = await aPerson(t.deps.db)
    const statuses: number[] = []
    for (let n = 0; n < 20; n++) statuses.push(await send(ofOneHome(n), loginOf(correo, `mala-${n}`)))
    expect(statuses).toEqual([...Array(8).fill(401), ...Array(12).fill(429)])
    expect(await send('2001:db8:8:1::1', loginOf(correo, PASSWORD))).toBe(200)
  })

  it('spray passwords at many accounts no more often than one address', async () => {
    await usedUp('login_direccion', '2001:db8:7:1::/64', 298)
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push(await send(ofOneHome(n), loginOf(`cuenta-${n}@prueba.pe`, 'Verano-2026')))
    expect(statuses).toEqual([401, 401, 429, 429])
  })

  it('have a larger limit together with the other networks of their /48', async () => {
    await usedUp('login_direccion', '2001:db8:7::/48', 300 * 8 - 2)
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push(await send(ofOneOffice(n), loginOf(`otra-${n}@prueba.pe`, 'Verano-2026')))
    expect(statuses).toEqual([401, 401, 429, 429])
    expect(await send('2001:db8:8:1::1', loginOf('otra@prueba.pe', 'Verano-2026'))).toBe(401)
  })

  it('look up certificates no more often than one address', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 63; n++) {
      const codigo = `ABCD-EFGH-${String(n).padStart(4, '2')}`
      statuses.push(await send(ofOneHome(n), { method: 'GET', url: `/api/certificados/validacion/${codigo}` }))
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
    expect(statuses.lastIndexOf(404)).toBe(59)
  })

  it('register and recover no more often than one address', async () => {
    await usedUp('registro_direccion', '2001:db8:7:1::/64', 60)
    const register = { method: 'POST' as const, url: '/api/auth/register', payload: aNewcomer() }
    expect(await send(ofOneHome(1), register)).toBe(429)
    expect(await send('2001:db8:7:2::1', register)).toBe(201)
    await usedUp('recuperar_direccion', '2001:db8:7:1::/64', 40)
    const recover = { method: 'POST' as const, url: '/api/recuperar-contrasena', payload: { email: 'x@prueba.pe' } }
    expect(await send(ofOneHome(2), recover)).toBe(429)
    expect(await send('2001:db8:7:2::1', recover)).toBe(200)
  })
})

const ADDRESS_RULES = [...LIMITS.values()].filter(({ regla }) => regla.endsWith('_direccion'))

/** How many uses pass until one is refused. */
async function passes(rule: Limit, keyOf: (n: number) => string): Promise<number> {
  for (let n = 0; ; n++) {
    const refusal = await throttle(t.deps.db, rule, keyOf(n)).catch((error: Error) => error)
    if (refusal) return n
  }
}

describe.each(ADDRESS_RULES)('$regla', (rule) => {
  const { regla, times } = rule

  it('counts a /64 as one address, IPv4 written as IPv6 as IPv4, and every IPv4 address apart', async () => {
    expect(await passes(rule, ofOneHome)).toBe(times)
    expect(await passes(rule, (n) => (n % 2 ? '203.0.113.7' : '::ffff:203.0.113.7'))).toBe(times)
    await throttle(t.deps.db, rule, '203.0.113.8')
  })

  it('lets a /48 do eight times as much', async () => {
    await usedUp(regla, '2001:db8:7::/48', times * 8 - 3)
    expect(await passes(rule, ofOneOffice)).toBe(3)
  })
})

it('takes a use back from both counters', async () => {
  const rule = LIMITS.get('referido_direccion') as Limit
  await throttle(t.deps.db, rule, ofOneHome(1))
  await refund(t.deps.db, rule, ofOneHome(2))
  const rows = await t.database.sql`SELECT clave, cuenta FROM limites ORDER BY clave`
  expect(rows.map(({ clave, cuenta }) => [clave, cuenta])).toEqual([
    ['2001:db8:7:1::/64', 0],
    ['2001:db8:7::/48', 0],
  ])
})
