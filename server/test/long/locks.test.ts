import { expect, it } from 'vitest'
import { tableLocked } from './locks.ts'

it('calls that need a locked table return 503, and work once it is released', async () => {
  const { refused, alive } = await tableLocked(20, 6)
  expect(refused.length).toBeGreaterThanOrEqual(20)
  expect(refused.map(({ status, again }) => ({ status, again }))).toEqual(
    refused.map(() => ({ status: 503, again: '2' })),
  )
  expect(alive.filter(({ status }) => status !== 200)).toEqual([])
}, 180_000)
