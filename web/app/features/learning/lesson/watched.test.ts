import { describe, expect, it } from 'vitest'
import { createWatch } from './watched'

/** Plays from one second to another, in quarters of a second. */
function play(watch: ReturnType<typeof createWatch>, from: number, to: number): boolean {
  let done = false
  for (let second = from; second <= to; second += 0.25) done = watch({ second })
  return done
}

describe('createWatch', () => {
  it('is true at 90 % of what was played', () => {
    const watch = createWatch(0)
    expect(watch({ second: 0, duration: 100 })).toBe(false)
    expect(play(watch, 0, 89)).toBe(false)
    expect(play(watch, 89, 90)).toBe(true)
  })

  it('does not count a jump to the end', () => {
    const watch = createWatch(0)
    watch({ second: 0, duration: 100 })
    play(watch, 0, 10)
    expect(play(watch, 95, 100)).toBe(false)
    expect(watch({ second: 100, stopped: 'ended' })).toBe(false)
  })

  it('counts what was watched before the saved second', () => {
    const watch = createWatch(60)
    watch({ second: 60, duration: 100 })
    expect(play(watch, 60, 91)).toBe(true)
  })

  it('waits for the length of the video', () => {
    expect(play(createWatch(0), 0, 50)).toBe(false)
  })
})
