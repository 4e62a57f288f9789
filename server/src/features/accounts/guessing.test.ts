import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { hashing } from './passwords.ts'

const t = useApp()

beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

const login = async (email: string, password: string, remoteAddress: string): Promise<number> =>
  (await t.app.inject({ method: 'POST', url: '/api/loginalumno', payload: { email, password }, remoteAddress }))
    .statusCode

/** One IP per network. */
const address = (n: number) => `10.${Math.floor(n / 250)}.${n % 250}.9`

/** 300 wrong attempts; counts how many were verified and how many throttled. */
async function guess(email: string, from: (n: number) => string) {
  const statuses: number[] = []
  for (let n = 0; n < 300; n += 20)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 20 }, (_, m) => login(email, `mala-${n + m}`, from(n + m))))),
    )
  return [401, 429].map((status) => statuses.filter((one) => one === status).length)
}

describe('300 guesses', () => {
  it('from one IP: eight are verified, and the owner can log in from elsewhere', { timeout: 60_000 }, async () => {
    const { correo } = await aPerson(t.deps.db)
    expect(await guess(correo, () => '10.9.9.9')).toEqual([8, 292])
    expect(await login(correo, PASSWORD, '10.8.8.8')).toBe(200)
  })

  it('from 200 networks: thirty are verified, and the owner can log in from a known network', {
    timeout: 60_000,
  }, async () => {
    const { correo } = await aPerson(t.deps.db)
    expect(await login(correo, PASSWORD, '172.16.5.1')).toBe(200)
    expect(await guess(correo, (n) => address(n % 200))).toEqual([30, 270])
    // A new IP of a known network; then an unknown network, with the right password or not.
    expect(await login(correo, PASSWORD, '172.16.5.77')).toBe(200)
    expect(await login(correo, PASSWORD, '172.30.1.1')).toBe(429)
    // Guessing from a known network is no faster.
    const near = []
    for (let n = 0; n < 12; n++) near.push(await login(correo, `cerca-${n}`, '172.16.5.200'))
    expect(near).toEqual([...Array(8).fill(401), ...Array(4).fill(429)])
  })

  it('at an unknown email are throttled alike', { timeout: 60_000 }, async () => {
    expect(await guess('nadie-la-tiene@prueba.pe', (n) => address(n % 200))).toEqual([30, 270])
  })

  it('at many accounts from one IP: at most 300, without affecting others', {
    timeout: 60_000,
  }, async () => {
    const { correo } = await aPerson(t.deps.db)
    await t.database.sql`INSERT INTO limites (regla, clave, cuenta, termina_en)
      VALUES ('login_direccion', '10.7.7.7', 298, now() + interval '10 minutes')`
    const sprayed = []
    for (let n = 0; n < 4; n++) sprayed.push(await login(`cuenta-${n}@prueba.pe`, 'Primavera-2026', '10.7.7.7'))
    expect(sprayed).toEqual([401, 401, 429, 429])
    expect(await login(correo, PASSWORD, '10.7.7.8')).toBe(200)
  })

  it('interleaved with the owner’s logins neither lock them out nor gain attempts', {
    timeout: 60_000,
  }, async () => {
    const { correo } = await aPerson(t.deps.db)
    const owner: number[] = []
    let evaluated = 0
    for (let n = 0; n < 100; n++) {
      if ((await login(correo, `mala-${n}`, address(n))) === 401) evaluated += 1
      if (n % 10 === 0) owner.push(await login(correo, PASSWORD, '172.16.5.1'))
    }
    expect(owner).toEqual(Array(10).fill(200))
    expect(evaluated).toBe(30)
  })

  it('at once do not exhaust the server: beyond the queue they are asked to retry', {
    timeout: 60_000,
  }, async () => {
    // Both slots are held, so the queue fills up at any speed.
    const held = Promise.withResolvers<void>()
    onTestFinished(() => held.resolve())
    const working = [hashing.run(() => held.promise), hashing.run(() => held.promise)]
    const statuses: number[] = []
    const crowd = Array.from({ length: 300 }, async (_, n) => {
      statuses.push(await login(`multitud-${n}@prueba.pe`, 'Cualquiera-9', address(n)))
    })
    await expect.poll(() => statuses.length, { timeout: 30_000 }).toBe(50)
    expect(statuses).toEqual(Array(50).fill(503))
    expect((await t.call('GET', '/api/salud/viva')).status).toBe(200)
    held.resolve()
    await Promise.all([...working, ...crowd])
    expect(statuses.slice(50)).toEqual(Array(250).fill(401))
  })
})

describe('a changed password', () => {
  it('is reported to its owner by email, however it was changed', async () => {
    const { id, correo } = await aPerson(t.deps.db)
    const body = { password: 'Otra-clave-77', password_confirmation: 'Otra-clave-77', password_actual: PASSWORD }
    await t.call('PUT', `/api/actualizar-contrasena/${id}`, { token: await t.tokenOf(id), body })
    await t.deps.jobs.drain()
    const [letter] = t.outbox.filter(({ to }) => to === correo)
    expect(letter?.subject).toBe('Tu contraseña cambió')
    expect(letter?.text).toContain('http://campus.test/login?vista=recuperar')
    expect(letter?.text).not.toContain('Otra-clave-77')
  })
})

it('a login verified while the password changes opens no session', async () => {
  const { id, correo } = await aPerson(t.deps.db)
  const changed = Promise.withResolvers<void>()
  const waits = async () => {
    const [row] = (
      await t.deps.db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%usuarios%for share%'`)
    ).rows
    return row?.n
  }
  const reset = t.deps.db.transaction(async (tx) => {
    await tx.execute(sql`UPDATE usuarios SET password_hash = 'otra' WHERE id = ${id}`)
    await tx.execute(sql`DELETE FROM accesos WHERE id_usuario = ${id}`)
    await changed.promise
  })
  const answer = t.call('POST', '/api/loginalumno', { body: { email: correo, password: PASSWORD } })
  await expect.poll(waits, { timeout: 20_000 }).toBe(1)
  changed.resolve()
  await reset
  expect((await answer).status).toBe(401)
  const sessions = (await t.deps.db.execute(sql`SELECT 1 FROM accesos WHERE id_usuario = ${id}`)).rows
  expect(sessions).toHaveLength(0)
})
