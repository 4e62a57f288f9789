import { describe, expect, it } from 'vitest'
import { correlationOf, flagsOf } from './question-statistics.ts'

const sums = (points: [x: number, y: number][]) => {
  const sum = (of: (x: number, y: number) => number) => points.reduce((total, [x, y]) => total + of(x, y), 0)
  return {
    n: points.length,
    ...{
      x: sum((x) => x),
      y: sum((_, y) => y),
      xx: sum((x) => x * x),
      yy: sum((_, y) => y * y),
      xy: sum((x, y) => x * y),
    },
  }
}

describe('the correlation of a question with the rest of the exam', () => {
  it.each<[string, [number, number][], number | null]>([
    ['without attempts', [], null],
    ['of one attempt', [[1, 5]], null],
    [
      'of two that agree',
      [
        [0, 1],
        [1, 3],
      ],
      1,
    ],
    [
      'of two that contradict each other',
      [
        [1, 1],
        [0, 3],
      ],
      -1,
    ],
    [
      'where all got it right',
      [
        [1, 1],
        [1, 2],
        [1, 9],
      ],
      null,
    ],
    [
      'where all got the same part, exactly',
      [
        [0.1, 1],
        [0.1, 2],
        [0.1, 9],
      ],
      null,
    ],
    [
      'where the rest does not vary',
      [
        [0, 4.35],
        [1, 4.35],
        [1, 4.35],
      ],
      null,
    ],
    // 4·7 − 2·10 = 8; √((4·2 − 4)(4·30 − 100)) = √80.
    [
      'of four that rise',
      [
        [0, 1],
        [0, 2],
        [1, 3],
        [1, 4],
      ],
      0.894427,
    ],
    [
      'of ties that cancel out',
      [
        [0, 1],
        [1, 1],
        [0, 2],
        [1, 2],
      ],
      0,
    ],
    // 5·29 − 4·30 = 25; √((5·6 − 16)(5·190 − 900)) = √700.
    [
      'of parts of points',
      [
        [0, 4],
        [0, 5],
        [1, 6],
        [1, 7],
        [2, 8],
      ],
      0.944911,
    ],
  ])('%s', (_, points, expected) => {
    const r = correlationOf(sums(points))
    if (expected === null) expect(r).toBeNull()
    else expect(r).toBeCloseTo(expected, 6)
  })
})

const usual = { tipo_pregunta: 1 as const, intentos: 20, dificultad: 0.5, discriminacion: 0.4, opciones: [] }
const option = (condicion: boolean, cuenta: number, vistas = 20) => ({ condicion, cuenta, vistas })

describe('the flags of a question', () => {
  it.each<[string, Partial<Parameters<typeof flagsOf>[0]>, string[]]>([
    ['nothing to say', {}, []],
    ['no one took it', { intentos: 0, dificultad: null, discriminacion: null }, []],
    ['one fewer than enough', { intentos: 19, dificultad: 0, discriminacion: -1 }, ['muestra_pequena']],
    ['just hard enough', { dificultad: 0.25 }, []],
    ['too hard', { dificultad: 0.2499 }, ['muy_dificil']],
    ['just easy enough', { dificultad: 0.9 }, []],
    ['too easy', { dificultad: 0.9001 }, ['muy_facil']],
    ['a question worth nothing', { dificultad: null, discriminacion: null }, []],
    ['just sharp enough', { discriminacion: 0.1 }, []],
    ['blunt', { discriminacion: 0.0999 }, ['no_distingue']],
    ['no relation at all', { discriminacion: 0 }, ['no_distingue']],
    ['the best fail it', { discriminacion: -0.0001 }, ['revisa_clave']],
    ['the best fail an open one, which has no key', { tipo_pregunta: 2, discriminacion: -0.5 }, ['no_distingue']],
    ['a wrong option without takers', { opciones: [option(true, 20), option(false, 0)] }, ['distractor_sin_uso']],
    ['a right option without takers', { opciones: [option(true, 0), option(false, 20)] }, []],
    ['a new option that few saw', { opciones: [option(true, 20), option(false, 0, 19)] }, []],
    [
      'all at once, the gravest first',
      { dificultad: 0.1, discriminacion: -0.2, opciones: [option(false, 0)] },
      ['revisa_clave', 'muy_dificil', 'distractor_sin_uso'],
    ],
  ])('%s', (_, figures, expected) => {
    expect(flagsOf({ ...usual, ...figures })).toEqual(expected)
  })
})
