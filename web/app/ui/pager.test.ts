import { expect, it } from 'vitest'
import { pageWindow } from './pager'

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, 3, 4, 5]],
  [3, 9, [1, 2, 3, 4, 5]],
  [5, 9, [3, 4, 5, 6, 7]],
  [8, 9, [5, 6, 7, 8, 9]],
  [9, 9, [5, 6, 7, 8, 9]],
])('page %i of %i shows the buttons %j', (page, last, buttons) => {
  expect(pageWindow(page, last)).toEqual(buttons)
})
