import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useApp } from '../../../test/harness.ts'
import { countUses, limit, sweepThrottles } from './throttle.ts'

const t = useApp()

const left = async () =>
  (
    await t.deps.db.execute<{ clave: string }>(sql`SELECT clave FROM limites WHERE regla = 'prueba' ORDER BY clave`)
  ).rows.map(({ clave }) => clave)

it('sweeps what is over for an hour, and waits for no counter that a request is counting at', async () => {
  await t.deps.db.execute(sql`INSERT INTO limites (regla, clave, cuenta, termina_en) VALUES
    ('prueba', 'a', 1, now() - interval '2 hours'), ('prueba', 'b', 1, now() - interval '2 hours'),
    ('prueba', 'c', 1, now() - interval '59 minutes'), ('prueba', 'd', 1, now() + interval '1 minute')`)
  await t.deps.db.transaction(async (tx) => {
    await tx.execute(sql`UPDATE limites SET cuenta = 1 WHERE regla = 'prueba' AND clave = 'a'`)
    // A sweep that waited here would hold the other counters against a request that counts at several: a deadlock.
    await sweepThrottles(t.deps.db)
  })
  expect(await left()).toEqual(['a', 'c', 'd'])
  await sweepThrottles(t.deps.db)
  expect(await left()).toEqual(['c', 'd'])
})

it('counts at each limit in order, and at none after the first that is used up', async () => {
  const ofAddress = { regla: 'prueba_direccion', times: 1, seconds: 60 }
  const ofAccount = { regla: 'prueba_cuenta', times: 2, seconds: 60 }
  const attemptFrom = async (ip: string) =>
    (
      await countUses(t.deps.db, [
        [ofAddress, ip],
        [ofAccount, 'ana'],
      ])
    )?.regla
  const counted = async () => {
    const { rows } = await t.deps.db.execute<{ clave: string; cuenta: number }>(sql`SELECT clave, cuenta FROM limites
      WHERE regla LIKE 'prueba!_%' ESCAPE '!'`)
    return Object.fromEntries(rows.map(({ clave, cuenta }) => [clave, cuenta]))
  }
  expect(await attemptFrom('2001:db8:1:2::1')).toBeUndefined()
  expect(await attemptFrom('2001:db8:1:2::2')).toBe('prueba_direccion')
  // Refused for its own network: the larger one, which others share, and the account do not count it.
  expect(await counted()).toEqual({ '2001:db8:1:2::/64': 2, '2001:db8:1::/48': 1, ana: 1 })
  await attemptFrom('2001:db8:1:3::1')
  expect(await attemptFrom('2001:db8:1:4::1')).toBe('prueba_cuenta')
  expect(await counted()).toMatchObject({ '2001:db8:1::/48': 3, ana: 3 })
  await t.deps.db.execute(sql`UPDATE limites SET termina_en = now() WHERE regla = 'prueba_cuenta'`)
  expect(await attemptFrom('2001:db8:1:5::1')).toBeUndefined()
  expect(await counted()).toMatchObject({ ana: 1 })
})

it('refuses a second limit of one name, which would count together with the first', () => {
  expect(() => limit('login_direccion', 300, 900)).toThrow('two limits are named login_direccion')
})
