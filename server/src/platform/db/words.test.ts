import { describe, expect, it } from 'vitest'
import { excerptOf, termsOf } from './words.ts'

describe('the words of a query', () => {
  it('ignore case, accents and punctuation, at most eight', () => {
    expect(termsOf('¿Cómo HAGO una «fórmula»?')).toEqual(['como', 'hago', 'una', 'formula'])
    expect(termsOf('a b c d e f g h i j')).toHaveLength(8)
    expect(termsOf('&|!:*')).toEqual([])
  })
})

describe('an excerpt', () => {
  const long = `${'antes '.repeat(60)}la fórmula mágica ${'después '.repeat(60)}`.trim()

  it('surrounds the first word that begins with a stem, cut at words', () => {
    const piece = excerptOf(long, ['formul'])
    expect(piece).toMatch(/^…antes .*la fórmula mágica después .* después…$/)
    expect(piece.length).toBeLessThanOrEqual(222)
  })
  it('is the beginning when only the title matches', () => {
    expect(excerptOf(long, ['otra'])).toMatch(/^antes .*antes…$/)
    expect(excerptOf('Corto', [])).toBe('Corto')
  })
  it('matches word starts only, also in a text without spaces', () => {
    expect(excerptOf(long, ['rmula'])).toMatch(/^antes/)
    expect(excerptOf(`${'x'.repeat(300)}-formula ${'y '.repeat(200)}`, ['formul'])).toMatch(/^…formula y y/)
  })
  it('never splits a surrogate pair', () => {
    expect(excerptOf('😀'.repeat(300), [], 21).isWellFormed()).toBe(true)
  })
})
