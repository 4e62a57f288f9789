import { describe, expect, it } from 'vitest'
import { ceilingOf, readUpTo } from './use-reading'

const posts = (...ids: number[]) => ids.map((id) => ({ id, passed: false }))

describe('the read mark of a page', () => {
  it.each([
    ['nothing seen', [], 0],
    ['up to the first that was not seen', [1, 2, 7], 2],
    ['all of it, in whatever order', [7, 5, 2, 1, 9], 9],
  ])('%s', (_, seen, reached) => {
    expect(readUpTo({ posts: posts(9, 1, 7, 2, 5), ceiling: Number.POSITIVE_INFINITY }, new Set(seen))).toBe(reached)
  })

  it("skips the student's own and deleted posts", () => {
    const mixed = [...posts(1), { id: 2, passed: true }, ...posts(3)]
    expect(readUpTo({ posts: mixed, ceiling: Number.POSITIVE_INFINITY }, new Set([1]))).toBe(2)
  })

  it('does not pass the last complete post', () => {
    expect(readUpTo({ posts: posts(1, 2, 5), ceiling: 2 }, new Set([1, 2, 5]))).toBe(2)
  })
})

describe('the last complete post of a page', () => {
  const page = (current_page: number, last_page: number) => ({ data: [{ id: 1 }, { id: 8 }], current_page, last_page })
  it.each([
    ['the last: all', page(2, 2), [], Number.POSITIVE_INFINITY],
    ['one before it: up to its last top-level post', page(1, 2), [], 8],
    ['a thread with missing replies: up to the last that is there', page(2, 2), [{ last: 5, left: 3 }], 5],
    ['a whole thread: no matter', page(2, 2), [{ last: 5, left: 0 }], Number.POSITIVE_INFINITY],
  ])('%s', (_, which, threads, ceiling) => {
    expect(ceilingOf(which, threads)).toBe(ceiling)
  })
})
