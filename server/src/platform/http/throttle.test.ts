import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useApp } from '../../../test/harness.ts'
import { limit, sweepThrottles } from './throttle.ts'

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

it('refuses a second limit of one name, which would count together with the first', () => {
  expect(() => limit('login_direccion', 300, 900)).toThrow('two limits are named login_direccion')
})
