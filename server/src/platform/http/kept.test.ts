import { describe, expect, it } from 'vitest'
import { createKeptAnswers } from './kept.ts'

const stamp = { keys: '{1}', version: '7 2026-11-22' }
const body = (bytes: number) => Buffer.alloc(bytes, 'a')

/** Kept answers of a bound of bytes, and a clock that the test turns. */
function keptAt(most: number) {
  let now = 0
  const answers = createKeptAnswers(most, () => now)
  return {
    ...answers,
    pass(seconds: number) {
      now += seconds * 1000
    },
  }
}

describe('kept answers', () => {
  const TIMES: [seconds: number | undefined, lives: number, gone: number][] = [
    [30, 30, 31],
    [1, 1, 2],
    [undefined, 3600, 3601],
  ]
  it.each(TIMES)('one that is kept for %s seconds is told after %s and not after %s', (seconds, lives, gone) => {
    const answers = keptAt(100_000)
    answers.keep('a', body(10), stamp, seconds)
    answers.pass(lives)
    expect(answers.find('a')).toMatchObject({ body: body(10), ...stamp })
    answers.pass(gone - lives)
    expect(answers.find('a')).toBeUndefined()
  })

  it('being asked for does not make it live longer', () => {
    const answers = keptAt(100_000)
    answers.keep('a', body(10), stamp, 30)
    for (let n = 0; n < 3; n++) {
      answers.pass(10)
      expect(answers.find('a')).toBeDefined()
    }
    answers.pass(1)
    expect(answers.find('a')).toBeUndefined()
  })

  it('stays within its bound: what was asked for least recently goes first', () => {
    const answers = keptAt(10_000)
    for (const key of ['a', 'b', 'c']) answers.keep(key, body(900), stamp)
    expect(answers.find('a')).toBeDefined()
    for (const key of ['d', 'e', 'f']) answers.keep(key, body(900), stamp)
    expect(['a', 'b', 'c', 'd', 'e', 'f'].filter((key) => answers.find(key))).toEqual(['a', 'c', 'd', 'e', 'f'])
  })

  it('never keeps one that would drive out all others, and counts one that is replaced once', () => {
    const answers = keptAt(10_000)
    answers.keep('a', body(900), stamp)
    answers.keep('large', body(1001), stamp)
    expect(answers.find('large')).toBeUndefined()
    for (let n = 0; n < 100; n++) answers.keep('b', body(900), stamp)
    expect(answers.find('a')).toBeDefined()
  })
})
