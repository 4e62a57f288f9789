import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FrozenKey, FrozenQuestion, NumericKey } from './exams.tables.ts'
import {
  gradeAttempt,
  isRight,
  maximumOf,
  minimumOf,
  passes,
  percentOf,
  pointsOf,
  type SavedAnswer,
  sumOf,
} from './scoring.ts'

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

const options = (...right: boolean[]) => right.map((condicion, id) => ({ id: id + 1, opcion: `${id}`, condicion }))
const blank = { id_pregunta: 1, id_opcion: null, respuesta: null }

describe('several options', () => {
  it.each([
    ['all right', [true, true, false, false], [1, 2], 10, 10],
    ['one of two', [true, true, false, false], [1], 10, 5],
    ['one right, one wrong', [true, true, false, false], [1, 3], 10, 0],
    ['both right, one wrong', [true, true, false, false], [1, 2, 3], 10, 5],
    ['only wrong', [true, false, false, false], [2, 3], 10, 0],
    ['everything', [true, true, false, false], [1, 2, 3, 4], 10, 0],
    ['nothing', [true, true], [], 10, 0],
    ['a third, rounded down', [true, true, true], [1], 1, 0.33],
    ['two thirds, rounded up', [true, true, true], [1, 2], 1, 0.67],
    ['half a hundredth goes up', [true, true], [1], 0.05, 0.03],
    ['one named twice counts once', [true, true], [1, 1], 10, 5],
  ])('%s', (_, right, seleccion, valor, points) => {
    const question = { id: 1, tipo_pregunta: 3 as const, valor, opciones: options(...right) }
    expect(pointsOf(question, { ...blank, seleccion })).toBe(points)
  })
})

describe('a short answer', () => {
  const question = {
    id: 1,
    tipo_pregunta: 4 as const,
    valor: 4,
    opciones: [],
    clave: { textos: ['Perú', 'el  sol', "Sant'Anna", 'co-crear'] },
  }
  it.each([
    ['Perú', 4],
    ['  PERU ', 4],
    ['péru', 4],
    ['Peru\u0301', 4],
    ['Pe ru', 0],
    ['el sol', 4],
    ['el\u00a0 sol', 4],
    ['el\u200b sol', 4],
    ['elsol', 0],
    ['Sant’Anna', 4],
    ['co–crear', 4],
    ['EL  SOL', 4],
    ['', 0],
    ['   ', 0],
    [null, 0],
  ])('%j gives %d', (respuesta, points) => {
    expect(pointsOf(question, { ...blank, respuesta })).toBe(points)
  })
})

describe('a number', () => {
  const number = (clave: NumericKey) => ({ id: 1, tipo_pregunta: 5 as const, valor: 4, opciones: [], clave })
  it.each([
    ['3.5', { valor: 3.5, tolerancia: 0 }, 4],
    ['3,5', { valor: 3.5, tolerancia: 0 }, 4],
    [' +3,50 ', { valor: 3.5, tolerancia: 0 }, 4],
    ['.5', { valor: 0.5, tolerancia: 0 }, 4],
    ['−2', { valor: -2, tolerancia: 0 }, 4],
    // In floating point 0.4 - 0.3 is more than 0.1.
    ['0.4', { valor: 0.3, tolerancia: 0.1 }, 4],
    ['0.41', { valor: 0.3, tolerancia: 0.1 }, 0],
    ['0.4000000000000000001', { valor: 0.3, tolerancia: 0.1 }, 0],
    ['10', { desde: 10, hasta: 12.5 }, 4],
    ['12,5', { desde: 10, hasta: 12.5 }, 4],
    ['12,51', { desde: 10, hasta: 12.5 }, 0],
    ['-1', { desde: -2, hasta: -0.5 }, 4],
    ['1,500', { valor: 1500, tolerancia: 0 }, 4],
    ['1 500', { valor: 1500, tolerancia: 0 }, 4],
    ['1.500,00', { valor: 1500, tolerancia: 0 }, 4],
    ['S/ 1,500.00', { valor: 1500, tolerancia: 0 }, 4],
    ['1.500', { valor: 1.5, tolerancia: 0 }, 4],
    ['0,500', { valor: 0.5, tolerancia: 0 }, 4],
    ['5 %', { valor: 5, tolerancia: 0 }, 4],
    ['1,500.01', { desde: 1000, hasta: 1500 }, 0],
    ['1/2', { valor: 0.5, tolerancia: 0 }, 0],
    ['tres', { valor: 3, tolerancia: 0 }, 0],
    ['3 m', { valor: 3, tolerancia: 0 }, 0],
    ['1e3', { valor: 1000, tolerancia: 0 }, 0],
    ['.', { valor: 0, tolerancia: 0 }, 0],
    ['', { valor: 0, tolerancia: 0 }, 0],
  ])('%j against %j gives %d', (respuesta, clave, points) => {
    expect(pointsOf(number(clave), { ...blank, respuesta })).toBe(points)
  })
})

describe('pairs', () => {
  const question = { id: 1, tipo_pregunta: 6 as const, valor: 10, opciones: [], clave: { parejas: [2, 0, 1] } }
  it.each([
    [
      [
        [0, 2],
        [1, 0],
        [2, 1],
      ],
      10,
    ],
    [
      [
        [0, 2],
        [1, 0],
        [2, 3],
      ],
      6.67,
    ],
    [[[0, 2]], 3.33],
    [
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      0,
    ],
    [[], 0],
  ])('%j give %d', (pairs, points) => {
    const parejas = pairs.map(([izquierda = 0, derecha = 0]) => ({ izquierda, derecha }))
    expect(pointsOf(question, { ...blank, parejas })).toBe(points)
  })
})

describe('every kind', () => {
  const value = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100)
  const key = fc.oneof(
    fc.array(fc.string(), { minLength: 1, maxLength: 5 }).map((textos) => ({ textos })),
    fc
      .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(1e6))
      .map(([micro, tolerance]) => ({ valor: micro / 1e6, tolerancia: tolerance / 1e6 })),
    fc.array(fc.nat(9), { minLength: 2, maxLength: 10 }).map((parejas) => ({ parejas })),
  )
  const kind = fc.oneof(
    fc
      .tuple(fc.constantFrom(1 as const, 3 as const), fc.array(fc.boolean(), { minLength: 2, maxLength: 10 }))
      .map(([tipo_pregunta, right]) => ({ tipo_pregunta, opciones: options(...right), clave: undefined })),
    key.map((clave) => ({ tipo_pregunta: 4 as const, opciones: [], clave })),
  )
  const answer = fc.record({
    id_pregunta: fc.constant(1),
    id_opcion: fc.option(fc.integer({ min: 1, max: 10 })),
    respuesta: fc.option(fc.oneof(fc.string(), fc.double().map(String))),
    seleccion: fc.option(fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 12 })),
    parejas: fc.option(fc.array(fc.record({ izquierda: fc.nat(9), derecha: fc.nat(19) }), { maxLength: 10 })),
  })

  it('gives from nothing to the whole value, in hundredths', () => {
    fc.assert(
      fc.property(value, kind, answer, (valor, shape, given) => {
        const points = pointsOf({ id: 1, valor, ...shape }, given) ?? -1
        expect(points).toBeGreaterThanOrEqual(0)
        expect(points).toBeLessThanOrEqual(valor)
        expect(Math.round(points * 100) / 100).toBe(points)
        if (isRight({ id: 1, valor, ...shape }, given)) expect(points).toBe(valor)
      }),
    )
  })

  const keyed = (question: FrozenQuestion, clave: FrozenKey | undefined): SavedAnswer => {
    const right = question.opciones.filter(({ condicion }) => condicion).map(({ id }) => id)
    if (!clave) return { ...blank, id_opcion: right[0] ?? null, seleccion: right }
    if ('parejas' in clave)
      return { ...blank, parejas: clave.parejas.map((derecha, izquierda) => ({ izquierda, derecha })) }
    if ('textos' in clave) return { ...blank, respuesta: clave.textos[0] ?? '' }
    return { ...blank, respuesta: 'valor' in clave ? clave.valor.toFixed(6) : clave.desde.toFixed(6) }
  }

  it('gives the key the whole value', () => {
    fc.assert(
      fc.property(value, kind, (valor, shape) => {
        const given = keyed({ id: 1, valor, ...shape } as FrozenQuestion, shape.clave)
        const hasKey = shape.clave || shape.opciones.some(({ condicion }) => condicion)
        fc.pre(Boolean(hasKey) && given.respuesta?.trim() !== '')
        expect(pointsOf({ id: 1, valor, ...shape }, given)).toBe(valor)
      }),
    )
  })
})
