import { describe, expect, it } from 'vitest'
import { type Ending, listenForever, POLL_MS, waitAfter } from './reconnect'

async function run(endings: Ending[]): Promise<{ waits: number[]; polls: number; attempts: number }> {
  const life = new AbortController()
  const seen = { waits: [] as number[], polls: 0, attempts: 0 }
  await listenForever(
    {
      listen: async () => {
        const ending = endings[seen.attempts]
        seen.attempts += 1
        if (ending) return ending
        life.abort()
        return 'failed'
      },
      poll: () => {
        seen.polls += 1
      },
      sleep: async (ms) => {
        seen.waits.push(ms)
      },
      random: () => 1,
    },
    life.signal,
  )
  return seen
}

describe('reconnecting', () => {
  it('waits from 1 s to 30 s, never less than half of it', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map((failures) => waitAfter(failures, () => 1))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
    expect(waitAfter(1, () => 0)).toBe(500)
    expect(waitAfter(60, () => 0)).toBe(15_000)
  })

  it('resets the backoff after a stream that worked', async () => {
    expect((await run(['failed', 'failed', 'worked', 'failed'])).waits).toEqual([1000, 2000, 1000, 1000])
  })

  it('polls each minute after repeated failures, and still retries', async () => {
    const { waits, polls, attempts } = await run(['failed', 'failed', 'failed', 'failed', 'failed', 'worked'])
    expect(waits).toEqual([1000, 2000, 4000, POLL_MS, POLL_MS, 1000])
    expect(polls).toBe(2)
    expect(attempts).toBe(7)
  })

  it('ends when the server refuses the token', async () => {
    expect(await run(['failed', 'refused', 'failed'])).toEqual({ waits: [1000], polls: 0, attempts: 2 })
  })
})
