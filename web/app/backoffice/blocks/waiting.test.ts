import { describe, expect, it } from 'vitest'
import { nextItem, waitingFor } from './waiting'

const now = Date.parse('2026-11-23T12:00:00-05:00')

describe('how long something waits', () => {
  it.each([
    ['2026-11-23T11:59:50-05:00', 'Acaba de llegar', 'plain'],
    ['2026-11-23T10:00:00-05:00', 'Espera 2 horas', 'plain'],
    ['2026-11-22T10:00:00-05:00', 'Espera 1 día', 'wait'],
    ['2026-11-19T10:00:00-05:00', 'Espera 4 días', 'bad'],
    ['2026-11-02T10:00:00-05:00', 'Espera desde el 2 nov 2026', 'bad'],
  ])('says it in words', (since, text, tone) => {
    expect(waitingFor(since, now)).toEqual({ text, tone })
  })
})

describe('the next item', () => {
  it('is the one that followed, although this one left the list', () => {
    expect(nextItem([1, 2, 3], [1, 3], 2)).toBe(3)
  })

  it('begins again after the last one, and ends with the list', () => {
    expect(nextItem([1, 2, 3], [1, 2], 3)).toBe(1)
    expect(nextItem([1], [], 1)).toBeNull()
    expect(nextItem([1], [1], 1)).toBeNull()
  })

  it('is never the shown one, also when the page was loaded with it', () => {
    expect(nextItem([], [1], 1)).toBeNull()
    expect(nextItem([], [1, 2, 3], 2)).toBe(3)
    expect(nextItem([], [1, 2], 9)).toBe(1)
  })
})
