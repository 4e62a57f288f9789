import { describe, expect, it } from 'vitest'
import { gradeAttempt, maximumOf, minimumOf, passes, percentOf, pointsOf, sumOf } from './scoring.ts'

const choice = (id: number, valor: number) => ({
  id,
  tipo_pregunta: 1 as const,
  valor,
  opciones: [
    { id: id * 10, opcion: 'mal', condicion: false },
    { id: id * 10 + 1, opcion: 'bien', condicion: true },
  ],
})
const open = (id: number, valor: number) => ({ id, tipo_pregunta: 2 as const, valor, opciones: [] })
const right = (id: number) => ({ id_pregunta: id, id_opcion: id * 10 + 1, respuesta: null })
const wrong = (id: number) => ({ id_pregunta: id, id_opcion: id * 10, respuesta: null })
const text = (id: number, respuesta: string | null) => ({ id_pregunta: id, id_opcion: null, respuesta })

describe('the pass mark', () => {
  it.each([
    [59.99, 100, false],
    [60, 100, true],
    [60.01, 100, true],
    [11.99, 20, false],
    [12, 20, true],
    [0, 0, false],
    [0, 10, false],
    [10, 10, true],
    [599.96, 1000, false],
    [599.99, 1000, false],
    [600, 1000, true],
    // 60 % of 0.05 is 0.03; in floating point 0.03 / 0.05 is not 0.6.
    [0.03, 0.05, true],
    [0.02, 0.05, false],
    [4.2, 7, true],
    [4.19, 7, false],
    // 60 % of 0.01 is between two grades: only the full mark passes.
    [0, 0.01, false],
    [0.01, 0.01, true],
  ])('%d of %d passes: %s', (nota, maximum, expected) => {
    expect(passes(nota, maximum)).toBe(expected)
  })

  it.each([
    [100, 60],
    [20, 12],
    [7, 4.2],
    [0.05, 0.03],
    [0.01, 0.01],
    [33.33, 20],
  ])('the minimum of %d is %d, and it passes while a hundredth less fails', (maximum, minimum) => {
    expect(minimumOf(maximum)).toBe(minimum)
    expect(passes(minimum, maximum)).toBe(true)
    expect(passes(minimum - 0.01, maximum)).toBe(false)
  })
})

describe('the percentage', () => {
  it.each([
    [12, 20, 60],
    [2, 3, 66.67],
    [1, 3, 33.33],
    [0, 20, 0],
    [20, 20, 100],
    [599.96, 1000, 59.99],
    [59.99, 100, 59.99],
    [19.99, 20, 99.95],
    [0.5, 1, 50],
  ])('%d of %d is %d', (nota, maximum, expected) => {
    expect(percentOf(nota, maximum)).toBe(expected)
  })
  it('does not exist without a maximum', () => expect(percentOf(0, 0)).toBeNull())
})

describe('points', () => {
  it('sums without drifting', () => {
    expect(sumOf([0.1, 0.2])).toBe(0.3)
    expect(sumOf(Array.from({ length: 3 }, () => 33.33))).toBe(99.99)
    expect(maximumOf([choice(1, 1.1), choice(2, 2.2), open(3, 3.3)])).toBe(6.6)
  })
  it.each([
    ['the right option', right(1), 2.5],
    ['a wrong option', wrong(1), 0],
    ['no answer', undefined, 0],
    ['a cleared answer', text(1, null), 0],
    ["another question's right option", { id_pregunta: 1, id_opcion: 21, respuesta: null }, 0],
    ['text instead of an option', text(1, 'bien'), 0],
  ])('%s', (_, answer, expected) => {
    expect(pointsOf(choice(1, 2.5), answer)).toBe(expected)
  })
  it('leaves written answers to a teacher, and gives 0 to blank ones', () => {
    expect(pointsOf(open(1, 5), text(1, 'Porque sí.'))).toBeNull()
    expect(pointsOf(open(1, 5), text(1, '  \n'))).toBe(0)
    expect(pointsOf(open(1, 5), undefined)).toBe(0)
  })
})

describe('an attempt', () => {
  it.each([
    ['all right', [right(1), right(2)], 20, true],
    ['one of two', [right(1), wrong(2)], 10, false],
    ['blank', [], 0, false],
    ['answers to questions that were not asked', [right(9)], 0, false],
  ])('%s', (_, answers, nota, aprobado) => {
    expect(gradeAttempt([choice(1, 10), choice(2, 10)], answers)).toMatchObject({ nota, aprobado })
  })
  it('waits while an open answer is not read', () => {
    const result = gradeAttempt([choice(1, 10), open(2, 10)], [right(1), text(2, 'mi respuesta')])
    expect(result).toEqual({
      nota: null,
      aprobado: null,
      puntos: [
        { id_pregunta: 1, puntos: 10 },
        { id_pregunta: 2, puntos: null },
      ],
    })
  })
  it('is graded at once when the open questions were left blank', () => {
    expect(gradeAttempt([choice(1, 10), open(2, 5)], [right(1)])).toMatchObject({ nota: 10, aprobado: true })
  })
  it('never passes without questions or with a maximum of 0', () => {
    expect(gradeAttempt([], [])).toMatchObject({ nota: 0, aprobado: false })
    expect(gradeAttempt([choice(1, 0)], [right(1)])).toMatchObject({ nota: 0, aprobado: false })
  })
})
