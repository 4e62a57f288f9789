import { expect, it } from 'vitest'
import { tableLocked } from './locks.ts'

/** By then nobody stands behind a statement that came before it was known that the table is held. */
const KNOWN_MS = 6500

it('a table that another session holds: who needs it is refused, everybody else is served, and all is well when it is free', async () => {
  const { needing, others } = await tableLocked(8)
  const refused = needing.map(({ status, again }) => ({ status, again }))
  expect(refused).toEqual(refused.map(() => ({ status: 503, again: '2' })))
  const late = others.filter(({ at }) => at > KNOWN_MS)
  expect(late.length).toBeGreaterThan(10)
  expect(late.filter(({ status }) => status !== 200)).toEqual([])
}, 180_000)
