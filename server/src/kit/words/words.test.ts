import { describe, expect, it } from 'vitest'
import { excerptOf, termsOf } from './words.ts'

describe('the words of a query', () => {
  it('ignore case, accents and punctuation, at most eight', () => {
    expect(termsOf('¿Cómo HAGO una «fórmula»?')).toEqual(['como', 'hago', 'una', 'formula'])
    expect(termsOf('a b c d e f g h i j')).toHaveLength(8)
    expect(termsOf('&|!:*')).toEqual([])
  })
})

const stems = (...raices: string[]) => ({ raices, formas: [] })

describe('an excerpt', () => {
  const long = `${'antes '.repeat(60)}la fórmula mágica ${'después '.repeat(60)}`.trim()

  it('surrounds the first word that begins with a stem, cut at words', () => {
    const piece = excerptOf(long, stems('formul'))
    expect(piece).toMatch(/^…antes .*la fórmula mágica después .* después…$/)
    expect(piece.length).toBeLessThanOrEqual(222)
  })
  it('surrounds the singular or plural of a word, also one with accents of their own', () => {
    expect(excerptOf(long.replace('fórmula', 'luz'), { raices: ['luces'], formas: ['luc'] })).toMatch(
      /^…antes .*la luz/,
    )
    expect(excerptOf(long.normalize('NFD'), stems('formul'))).toMatch(/^…antes /)
  })
  it('is the beginning when only the title matches', () => {
    expect(excerptOf(long, stems('otra'))).toMatch(/^antes .*antes…$/)
    expect(excerptOf('Corto', stems())).toBe('Corto')
  })
  it('matches word starts only, also in a text without spaces', () => {
    expect(excerptOf(long, stems('rmula'))).toMatch(/^antes/)
    expect(excerptOf(`${'x'.repeat(300)}-formula ${'y '.repeat(200)}`, stems('formul'))).toMatch(/^…formula y y/)
  })
  it('never splits a letter', () => {
    expect(excerptOf('👩‍👧'.repeat(300), stems(), 20)).toBe(`${'👩‍👧'.repeat(6)}…`)
  })
})
