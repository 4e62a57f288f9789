import { expect, it } from 'vitest'
import { cutName, hasShape } from './framing'

const BANNER = 1600 / 560

it.each([
  [1600, 560, true],
  [1920, 672, true],
  [1599, 560, true],
  [1600, 600, false],
  [560, 1600, false],
])('a picture of %i x %i is a banner already: %s', (width, height, whole) => {
  expect(hasShape({ width, height }, BANNER)).toBe(whole)
})

it.each([
  ['foto.de.playa.JPG', 'image/webp', 'foto.de.playa.webp'],
  ['foto.png', 'image/jpeg', 'foto.jpg'],
  ['.png', 'image/webp', 'imagen.webp'],
])('%s cut as %s is called %s', (name, type, cut) => {
  expect(cutName(name, type)).toBe(cut)
})
