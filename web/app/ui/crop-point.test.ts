import { expect, it } from 'vitest'
import { centredOn } from './crop-point'

const wide = { width: 4000, height: 2000 }
const square = { width: 200, height: 200 }
const middle = { x: 0, y: 0 }

it('brings a point to the middle', () => {
  expect(centredOn(wide, square, 2, middle, { x: 150, y: 100 })).toEqual({ x: -50, y: 0 })
  expect(centredOn(wide, square, 2, { x: -50, y: 20 }, { x: 90, y: 70 })).toEqual({ x: -40, y: 50 })
})

it('stops at the edges of the photo', () => {
  expect(centredOn(wide, square, 1, { x: -80, y: 0 }, { x: 190, y: 10 })).toEqual({ x: -100, y: 0 })
  const tall = { width: 1000, height: 3000 }
  expect(centredOn(tall, { width: 300, height: 300 }, 1, middle, { x: 0, y: 0 })).toEqual({ x: 0, y: 150 })
})

it('fills a frame of another shape than the photo', () => {
  const banner = { width: 400, height: 140 }
  expect(centredOn(wide, banner, 1, middle, { x: 0, y: 0 })).toEqual({ x: 0, y: 30 })
  expect(centredOn({ width: 4000, height: 1000 }, banner, 1, middle, { x: 0, y: 0 })).toEqual({ x: 80, y: 0 })
})
