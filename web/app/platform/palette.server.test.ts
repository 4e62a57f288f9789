import chroma from 'chroma-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Palette, paletteOf } from './palette.server'

const READABLE = 4.5
const GROUND = { light: '#f6f7f9', dark: '#121419', darkSurface: '#1b1e25' }
const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

/** Each pair of colours that the screens put text and ground in. */
function pairs(shades: Palette): [text: string, ground: string][] {
  const tint = chroma.mix(GROUND.darkSurface, shades[5], 0.26, 'rgb').hex()
  return [
    ['#ffffff', shades[6]],
    ['#ffffff', shades[9]],
    [shades[6], GROUND.light],
    [shades[9], shades[1]],
    [shades[4], GROUND.dark],
    [shades[4], GROUND.darkSurface],
    [shades[0], tint],
  ]
}

describe('paletteOf', () => {
  it('lets text be read on whatever colour a brand chooses', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const shades = paletteOf(color)
        expect(shades).toHaveLength(10)
        for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/)
        for (const [text, ground] of pairs(shades))
          expect(chroma.contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(READABLE)
      }),
      { numRuns: 500, examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#808080'], ['#4f3fe0'], ['#f5a524']] },
    )
  })

  it('keeps a readable colour as it is', () => {
    expect(paletteOf('#4F3FE0')[6]).toBe('#4f3fe0')
  })

  it('gets darker from shade to shade', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const lights = paletteOf(color).map((shade) => chroma(shade).luminance())
        for (const [i, light] of lights.entries()) expect(light).toBeLessThanOrEqual((lights[i - 1] ?? 1) + 0.005)
      }),
      { numRuns: 300 },
    )
  })
})
