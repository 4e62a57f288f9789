import type { EvaluationDocument, QuestionPart } from '@campus/contract/documents/evaluation'
import { describe, expect, it } from 'vitest'
import { instantOf, limaField } from '../blocks/lima-field'
import { duplicate, newQuestion, nextValue, shareHundred, toKind, totalsText } from './questions'

const EXAM: EvaluationDocument = {
  nombre: 'Examen del módulo 1',
  id_modulo: 1,
  modelo: 'examen',
  intentos: 2,
  duracion: 30,
  fecha_apertura: null,
  fecha_cierre: null,
  instrucciones: '',
  visible: true,
  preguntas: [],
}
const exam = (...values: number[]): EvaluationDocument => ({
  ...EXAM,
  preguntas: values.map((valor) => newQuestion(2, valor)),
})
const valuesOf = (questions: QuestionPart[]) => questions.map(({ valor }) => valor)

describe('the totals', () => {
  it.each([
    [exam(), '0 preguntas, 0 puntos'],
    [exam(1), '1 pregunta, 1 punto, aprueba con 0.6'],
    [exam(...Array(10).fill(10)), '10 preguntas, 100 puntos, aprueba con 60'],
    [exam(0.1, 0.2), '2 preguntas, 0.3 puntos, aprueba con 0.18'],
    [exam(33.33, 33.33, 33.33), '3 preguntas, 99.99 puntos, aprueba con 60'],
    [{ ...exam(5), modelo: 'encuesta' as const }, '1 pregunta'],
  ])('%#', (document, text) => {
    expect(totalsText(document)).toBe(text)
  })
})

describe('Repartir 100 puntos por igual', () => {
  it.each([
    [1, [100]],
    [3, [33.34, 33.33, 33.33]],
    [4, [25, 25, 25, 25]],
    [7, [14.29, 14.29, 14.29, 14.29, 14.28, 14.28, 14.28]],
  ])('%i questions', (length, values) => {
    expect(valuesOf(shareHundred(exam(...Array(length).fill(1)).preguntas))).toEqual(values)
  })
})

describe('a question', () => {
  it('starts with the value of the one before it', () => {
    expect(nextValue(exam())).toBe(10)
    expect(nextValue(exam(10, 5))).toBe(5)
    expect(nextValue({ ...exam(5), modelo: 'encuesta' })).toBe(0)
  })

  it('that becomes of one answer has its first right option alone', () => {
    const several = newQuestion(3, 10)
    if (several.tipo_pregunta !== 3) throw new Error('not of several answers')
    const given = { ...several, opciones: several.opciones.map((option) => ({ ...option, correcta: true })) }
    const single = toKind(given, 1)
    expect(single).toMatchObject({ tipo_pregunta: 1, opciones: [{ correcta: true }, { correcta: false }] })
    expect(toKind(single, 3)).toMatchObject({ opciones: [{ correcta: true }, { correcta: false }] })
  })

  it('of another kind has the same text and value and an empty key', () => {
    const question = { ...newQuestion(1, 7), pregunta: '¿Cuánto mide?' }
    expect(toKind(question, 5)).toEqual({
      id: question.id,
      pregunta: '¿Cuánto mide?',
      valor: 7,
      explicacion: '',
      imagen: null,
      imagen_alt: '',
      id_leccion: null,
      segundo: null,
      tipo_pregunta: 5,
      numero: { modo: 'valor', valor: null, tolerancia: null },
    })
  })

  it('that is duplicated has ids of its own', () => {
    const question = newQuestion(1, 10)
    const copy = duplicate(question)
    const idsOf = (one: QuestionPart) => [one.id, ...(one.tipo_pregunta === 1 ? one.opciones.map(({ id }) => id) : [])]
    expect(new Set([...idsOf(question), ...idsOf(copy)]).size).toBe(6)
  })
})

it('times are written in Lima', () => {
  expect(limaField('2026-12-01T00:30:00.000Z')).toBe('2026-11-30T19:30')
  expect(instantOf('2026-11-30T19:30')).toBe('2026-12-01T00:30:00.000Z')
  expect([limaField(null), instantOf(''), instantOf('2026-13-40T99:99')]).toEqual(['', null, null])
})
