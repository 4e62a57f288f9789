import chroma from 'chroma-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAIL_DARK, mailColoursOf, printColoursOf, type Shades, shadesOf } from './palette.ts'

const READABLE = 4.5
const GROUND = { light: '#f6f7f9', dark: '#121419', darkSurface: '#1b1e25' }
const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

/** The text and background pairs that the screens use. */
function pairs(shades: Shades): [text: string, ground: string][] {
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

describe('shadesOf', () => {
  it('keeps text readable for any brand colour', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const shades = shadesOf(color)
        expect(shades).toHaveLength(10)
        for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/)
        for (const [text, ground] of pairs(shades))
          expect(chroma.contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(READABLE)
      }),
      { numRuns: 500, examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#808080'], ['#4f3fe0'], ['#f5a524']] },
    )
  })

  it('leaves a readable colour unchanged', () => {
    expect(shadesOf('#4F3FE0')[6]).toBe('#4f3fe0')
  })

  it('gets darker from shade to shade', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const lights = shadesOf(color).map((shade) => chroma(shade).luminance())
        for (const [i, light] of lights.entries()) expect(light).toBeLessThanOrEqual((lights[i - 1] ?? 1) + 0.005)
      }),
      { numRuns: 300 },
    )
  })
})

describe('printColoursOf', () => {
  it('returns an ink readable on white and on the tinted paper, for any brand colour', () => {
    fc.assert(
      fc.property(anyColor, anyColor, (primary, accent) => {
        const { ink, text, paper } = printColoursOf(primary, accent)
        expect(chroma.contrast(ink, 'white')).toBeGreaterThanOrEqual(READABLE - 0.05)
        for (const colour of [ink, text]) expect(chroma.contrast(colour, paper)).toBeGreaterThanOrEqual(READABLE - 0.3)
      }),
      { numRuns: 300, examples: [['#ffff00', '#ffffff']] },
    )
  })

  it('uses a dark colour as the ink', () => {
    expect(printColoursOf('#0f2b5b', '#f5a524')).toMatchObject({ ink: '#0f2b5b', accent: '#f5a524' })
  })
})

describe('mailColoursOf', () => {
  it('keeps the button and the links readable for any brand colour, in both schemes', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const { main, onDark } = mailColoursOf(color)
        for (const [text, ground] of [
          ['#ffffff', main],
          [main, '#ffffff'],
          [onDark, MAIL_DARK],
        ] as const)
          expect(chroma.contrast(text, ground)).toBeGreaterThanOrEqual(READABLE)
      }),
      { numRuns: 300, examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#0000ff']] },
    )
  })
})
