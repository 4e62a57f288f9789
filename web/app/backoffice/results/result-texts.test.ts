import type { QuestionFlag, ReportedQuestion } from '@campus/contract/question-report'
import { describe, expect, it } from 'vitest'
import { chosenText, distinguishesText, groupsText, isFlagged, ordered, percentText, shareText } from './result-texts'

const flagged = (...avisos: QuestionFlag[]) => ({ avisos }) as ReportedQuestion

describe('the order of the questions', () => {
  const questions = [flagged(), flagged('muy_facil'), flagged('muestra_pequena'), flagged('revisa_clave', 'muy_facil')]
  const numbers = (first: boolean) => ordered(questions, first).map(({ number }) => number)

  it('is that of the exam', () => expect(numbers(false)).toEqual([1, 2, 3, 4]))
  it('or has the gravest first, each with its own number', () => expect(numbers(true)).toEqual([4, 2, 1, 3]))
  it('a small sample is nothing to look at', () => expect(questions.map(isFlagged)).toEqual([false, true, false, true]))
})

describe('the words', () => {
  it.each([
    [null, 'Sin dato'],
    [-0.01, 'Al revés'],
    [0, 'Casi nada'],
    [0.0999, 'Casi nada'],
    [0.1, 'Algo'],
    [0.3, 'Bien'],
  ])('of a correlation of %s are %s', (r, text) => expect(distinguishesText(r)).toBe(text))

  it.each([
    [0, 0, '0 · 0 %'],
    [1, 3, '1 · 33 %'],
    [1200, 1200, '1,200 · 100 %'],
  ])('of %d of %d are %s', (part, whole, text) => expect(shareText(part, whole)).toBe(text))

  it('round a mean to whole percents', () => expect(percentText(0.6749, 1)).toBe('67 %'))

  it('compare both groups, and are absent where there are none', () => {
    const mejores = { intentos: 5, aciertos: 4 }
    const menores = { intentos: 5, aciertos: 1 }
    expect(groupsText({ tipo_pregunta: 1, mejores, menores })).toBe(
      'De los 5 mejores, la acertaron 4; de los 5 de menor nota, 1.',
    )
    expect(groupsText({ tipo_pregunta: 2, mejores, menores })).toBe(
      'De los 5 mejores, lograron todos los puntos 4; de los 5 de menor nota, 1.',
    )
    expect(groupsText({ tipo_pregunta: 1, mejores: null, menores: null })).toBeNull()
    expect(groupsText({ tipo_pregunta: 1, mejores, menores: { intentos: 0, aciertos: 0 } })).toBeNull()
  })

  it('say of an option who chose it', () => {
    const option = { id: 1, opcion: 'A', condicion: false, vistas: 20, cuenta: 7, mejores: 1, menores: 4 }
    expect(chosenText(option, true)).toBe('1 de los mejores, 4 de los de menor nota')
    expect(chosenText(option, false)).toBeNull()
    expect(chosenText({ ...option, cuenta: 0 }, true)).toBe('Nadie la eligió.')
    expect(chosenText({ ...option, cuenta: 0, vistas: 19 }, false)).toBeNull()
    expect(chosenText({ ...option, cuenta: 0, vistas: 0 }, true)).toBe('Es nueva: todavía no la recibió nadie.')
  })
})
