import { sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { changedMeanwhile } from '../../../test/waiting.ts'

const t = useApp()

let lastNetwork = 0
/** An IP of a network that no other test uses. */
const anAddress = () => `10.${Math.floor(++lastNetwork / 250)}.${lastNetwork % 250}.9`
/** The network of an IP, as the audit trail stores it. */
const networkOf = (address: string) => address.replace(/\.9$/, '.0/24')

const login = (email: string, password: string, remoteAddress: string) =>
  t.app.inject({
    method: 'POST',
    url: '/api/loginalumno',
    payload: { email, password },
    headers: { 'user-agent': 'Navegador/1.0' },
    remoteAddress,
  })

/** The three counters: account and IP, account, IP. */
async function counted(account: string, address: string) {
  const rows = (
    await t.deps.db.execute<{ regla: string; cuenta: number }>(sql`SELECT regla, cuenta FROM limites
    WHERE (regla, clave) IN (('login_cuenta_direccion', ${`${account} ${address}`}), ('login_cuenta', ${account}), ('login_direccion', ${address}))`)
  ).rows
  const of = (rule: string) => rows.find(({ regla }) => regla === rule)?.cuenta ?? 0
  return { par: of('login_cuenta_direccion'), cuenta: of('login_cuenta'), direccion: of('login_direccion') }
}
/** Sets a counter. */
const usedUp = (rule: string, key: string, times: number) =>
  t.deps.db.execute(sql`INSERT INTO limites (regla, clave, cuenta, termina_en)
    VALUES (${rule}, ${key}, ${times}, now() + interval '10 minutes')
    ON CONFLICT (regla, clave) DO UPDATE SET cuenta = excluded.cuenta`)

const trailOf = (id: number) =>
  t.database.sql`SELECT accion, id_usuario, sobre, id_cliente, direccion, solicitud, detalle FROM auditoria
    WHERE sobre = ${id} ORDER BY id`
const linesOf = async (requests: unknown[]) => {
  const rows = (
    await t.deps.db.execute(sql`SELECT accion FROM auditoria
    WHERE solicitud = ANY(${sql.param(requests)}::text[])`)
  ).rows
  return rows.map(({ accion }) => accion)
}
const sessionsOf = (id: number) =>
  t.database.sql`SELECT agente, host(ip::inet) AS ip FROM accesos WHERE id_usuario = ${id}`

const WRONG = {
  code: 'CREDENCIALES',
  message: 'Correo o contraseña incorrectos.',
  mensaje: 'Correo o contraseña incorrectos.',
}
const WAIT = expect.stringMatching(/^Demasiados intentos\. Espera 1[45] minutos y vuelve a intentarlo\.$/)

describe('failed attempts', () => {
  it('count three times; the ninth from one IP is throttled, not counted for the account and not audited', async () => {
    const { id, correo } = await aPerson(t.deps.db)
    const from = anAddress()
    for (let n = 1; n <= 8; n++) {
      const answer = await login(correo.toUpperCase(), `mala-${n}`, from)
      expect([answer.statusCode, answer.json()]).toEqual([401, WRONG])
      expect(await counted(correo, from)).toEqual({ par: n, cuenta: n, direccion: n })
    }
    for (const password of ['mala-9', PASSWORD]) {
      const stopped = await login(correo, password, from)
      expect([stopped.statusCode, stopped.json().code, stopped.json().mensaje]).toEqual([
        429,
        'DEMASIADOS_INTENTOS',
        WAIT,
      ])
      expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(stopped.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
      expect(await linesOf([stopped.headers['x-request-id']])).toEqual([])
    }
    expect(await counted(correo, from)).toMatchObject({ cuenta: 8, direccion: 10 })
    expect(await sessionsOf(id)).toEqual([])
  })

  it('are reset for the IP by a correct login, which is refunded to the account and to no other IP', async () => {
    const { correo } = await aPerson(t.deps.db)
    const [here, there] = [anAddress(), anAddress()]
    for (let n = 0; n < 3; n++) await login(correo, `mala-${n}`, here)
    for (let n = 0; n < 2; n++) await login(correo, `mala-${n}`, there)
    expect((await login(correo, PASSWORD, here)).statusCode).toBe(200)
    expect(await counted(correo, here)).toEqual({ par: 0, cuenta: 5, direccion: 4 })
    expect(await counted(correo, there)).toEqual({ par: 2, cuenta: 5, direccion: 2 })
    expect((await login(correo, PASSWORD, here)).statusCode).toBe(200)
    expect(await counted(correo, here)).toEqual({ par: 0, cuenta: 5, direccion: 5 })
  })

  it('of a throttled IP count against no account, even with the right password', async () => {
    const { id, correo } = await aPerson(t.deps.db)
    const from = anAddress()
    await usedUp('login_direccion', from, 300)
    for (const password of ['mala', PASSWORD]) {
      const stopped = await login(correo, password, from)
      expect([stopped.statusCode, stopped.json().code]).toEqual([429, 'DEMASIADOS_INTENTOS'])
      expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(await counted(correo, from)).toEqual({ par: 0, cuenta: 0, direccion: 302 })
    expect(await sessionsOf(id)).toEqual([])
    expect((await login(correo, PASSWORD, anAddress())).statusCode).toBe(200)
  })

  it('of an address stop where the operator says', async () => {
    const { correo } = await aPerson(t.deps.db)
    const from = anAddress()
    t.deps.config.loginsPerAddress = 2
    onTestFinished(() => {
      t.deps.config.loginsPerAddress = undefined
    })
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) statuses.push((await login(correo, PASSWORD, from)).statusCode)
    expect(statuses).toEqual([200, 200, 429])
    t.deps.config.loginsPerAddress = 1000
    await usedUp('login_direccion', from, 300)
    expect((await login(correo, PASSWORD, from)).statusCode).toBe(200)
  })

  it('from many IPs stop at the thirtieth, for the owner too on an unknown network', async () => {
    const { correo } = await aPerson(t.deps.db)
    const home = anAddress()
    expect((await login(correo, PASSWORD, home)).statusCode).toBe(200)
    await usedUp('login_cuenta', correo, 29)
    expect((await login(correo, 'mala', anAddress())).statusCode).toBe(401)
    for (const password of ['mala', PASSWORD]) {
      const stopped = await login(correo, password, anAddress())
      expect([stopped.statusCode, stopped.json().code]).toEqual([429, 'DEMASIADOS_INTENTOS'])
      expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await login(correo, PASSWORD, home)).statusCode).toBe(200)
  })

  it('sent concurrently are each counted', async () => {
    const { correo } = await aPerson(t.deps.db)
    const from = anAddress()
    const sent = await Promise.all(Array.from({ length: 12 }, (_, n) => login(correo, `mala-${n}`, from)))
    expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(8).fill(401), ...Array(4).fill(429)])
    expect(await counted(correo, from)).toMatchObject({ par: 12, direccion: 12, cuenta: 8 })
  })
})

describe('what a login records', () => {
  it('an audit line with network and request for each outcome, and a session only on success', async () => {
    const { id, correo } = await aPerson(t.deps.db)
    const from = anAddress()
    const wrong = await login(correo, 'no-es-esta', from)
    const right = await login(correo, PASSWORD, from)
    const place = { sobre: id, id_cliente: 2, direccion: networkOf(from) }
    expect(await trailOf(id)).toEqual([
      {
        ...place,
        accion: 'acceso_fallido',
        id_usuario: null,
        solicitud: wrong.headers['x-request-id'],
        detalle: { cuenta: expect.stringMatching(/^[0-9a-f]{16}$/) },
      },
      { ...place, accion: 'acceso_concedido', id_usuario: id, solicitud: right.headers['x-request-id'], detalle: {} },
    ])
    expect(await sessionsOf(id)).toEqual([{ agente: 'Navegador/1.0', ip: from }])
    const me = await t.call('GET', `/api/usuarios/${id}`, { token: right.json().token })
    expect([me.status, me.body.data.id]).toEqual([200, id])
  })

  it('for an unknown email, a line without user under a stable hash', async () => {
    const account = `nadie-${lastNetwork}@prueba.pe`
    const from = anAddress()
    const requests = []
    for (const email of [account, account.toUpperCase()]) {
      const answer = await login(email, PASSWORD, from)
      expect([answer.statusCode, answer.json()]).toEqual([401, WRONG])
      requests.push(answer.headers['x-request-id'])
    }
    const lines = (
      await t.deps.db.execute(sql`SELECT accion, id_usuario, sobre, id_cliente, direccion, detalle FROM auditoria
      WHERE solicitud = ANY(${sql.param(requests)}::text[])`)
    ).rows
    const line = {
      accion: 'acceso_fallido',
      id_usuario: null,
      sobre: null,
      id_cliente: null,
      direccion: networkOf(from),
    }
    expect(lines).toEqual([
      { ...line, detalle: lines[0]?.detalle },
      { ...line, detalle: lines[0]?.detalle },
    ])
    expect(JSON.stringify(lines)).not.toContain('nadie')
    expect(await counted(account, from)).toEqual({ par: 2, cuenta: 2, direccion: 2 })
  })

  it('for a closed account, a failed attempt, even with the right password', async () => {
    const { id, correo } = await aPerson(t.deps.db, { estado: 0 })
    const from = anAddress()
    for (let n = 1; n <= 2; n++) {
      const answer = await login(correo, PASSWORD, from)
      expect([answer.statusCode, answer.json()]).toEqual([401, WRONG])
      expect(await counted(correo, from)).toEqual({ par: n, cuenta: n, direccion: n })
    }
    expect((await trailOf(id)).map(({ accion }) => accion)).toEqual(['acceso_fallido', 'acceso_fallido'])
    expect(await sessionsOf(id)).toEqual([])
  })

  it('for a password changed meanwhile, no session and no reset of failed attempts', async () => {
    const { id, correo } = await aPerson(t.deps.db)
    const from = anAddress()
    await login(correo, 'mala', from)
    const hold = sql`SELECT 1 FROM usuarios WHERE id = ${id} FOR UPDATE`
    const change = sql`UPDATE usuarios SET password_hash = 'otra' WHERE id = ${id}`
    const answer = await changedMeanwhile(t, { hold, change, start: () => login(correo, PASSWORD, from) })
    expect([answer.statusCode, answer.json()]).toEqual([401, WRONG])
    expect(await sessionsOf(id)).toEqual([])
    expect(await counted(correo, from)).toEqual({ par: 2, cuenta: 2, direccion: 2 })
    expect(await linesOf([answer.headers['x-request-id']])).toEqual([])
  })
})
