import { expect, it } from 'vitest'
import { centredOn, dragged, insideOf, middleOf, placeOf, sideOf } from './crop'

const wide = { width: 4000, height: 2000 }

it('begins with the largest square in the middle', () => {
  expect(middleOf(wide)).toEqual({ x: 2000, y: 1000, zoom: 1 })
  expect(sideOf(wide, 1)).toBe(2000)
  expect(sideOf(wide, 4)).toBe(500)
})

it('never leaves the picture', () => {
  expect(insideOf(wide, { x: -50, y: 5000, zoom: 1 })).toEqual({ x: 1000, y: 1000, zoom: 1 })
  expect(insideOf(wide, { x: 3900, y: 10, zoom: 2 })).toEqual({ x: 3500, y: 500, zoom: 2 })
  expect(insideOf(wide, { x: 2000, y: 1000, zoom: 99 }).zoom).toBe(4)
  expect(insideOf(wide, { x: 2000, y: 1000, zoom: 0 }).zoom).toBe(1)
})

it('follows the finger: the picture moves, the square goes the other way', () => {
  // A frame of 200 px shows 2000 of the picture.
  expect(dragged(wide, middleOf(wide), 200, 30, 0)).toEqual({ x: 1700, y: 1000, zoom: 1 })
  expect(dragged(wide, { ...middleOf(wide), zoom: 2 }, 200, -10, 20)).toEqual({ x: 2050, y: 900, zoom: 2 })
})

it('takes a point to the middle', () => {
  expect(centredOn(wide, { x: 2000, y: 1000, zoom: 2 }, 200, 150, 100)).toEqual({ x: 2250, y: 1000, zoom: 2 })
})

it('zooming out at the border comes back inside', () => {
  expect(insideOf(wide, { x: 3750, y: 250, zoom: 1 })).toEqual({ x: 3000, y: 1000, zoom: 1 })
})

it('lays the picture behind the frame', () => {
  expect(placeOf(wide, middleOf(wide))).toEqual({ width: 2, left: -0.5, top: 0 })
  expect(placeOf(wide, { x: 1000, y: 500, zoom: 2 })).toEqual({ width: 4, left: -0.5, top: 0 })
})
