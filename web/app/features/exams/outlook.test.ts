import type { DetailedCourse, EvaluationCard } from '@campus/contract/learning'
import { describe, expect, it } from 'vitest'
import { lessonsMissing } from '../../lib/lessons-missing'
import { outlookOf, surveyToPropose } from './outlook'

const NOW = Date.parse('2026-11-21T12:00:00-05:00')

const card = (id: number, over: Partial<EvaluationCard> = {}) =>
  ({
    ...{ id, modelo: 1, intentos: 2, intentos_usados: 0, aprobado: null, abierto: false, pendiente: false },
    ...{ respondida: false, fecha_apertura: null, fecha_cierre: null },
    ...over,
  }) as EvaluationCard

const used = { intentos_usados: 2, aprobado: false }

function course(modules: EvaluationCard[][], evaluaciones: EvaluationCard[] = [], over: Partial<DetailedCourse> = {}) {
  const modulos = modules.map((cards, at) => ({ id: at + 1, evaluaciones: cards }))
  return { modulos, evaluaciones, codigo_certificado: null, estado_avance: 'en_curso', ...over } as DetailedCourse
}

describe('what is still reachable after the last failed attempt', () => {
  const ofModule = { id: 1, id_modulo: 1 }
  const final = { id: 9, id_modulo: null }
  it.each<[string, DetailedCourse, { id: number; id_modulo: number | null }, string]>([
    [
      'the course, by its final exam',
      course([[card(1, used)]], [card(9)]),
      ofModule,
      'Ya no puedes ganar el certificado de este módulo; el del curso sí.',
    ],
    [
      'nothing, where every module counts',
      course([[card(1, used)], [card(2)]]),
      ofModule,
      'Sin otro intento no puedes ganar el certificado de este módulo ni el del curso.',
    ],
    [
      'nothing, where the final exam has closed',
      course([[card(1, used)]], [card(9, { fecha_cierre: '2026-11-20T12:00:00-05:00' })]),
      ofModule,
      'Sin otro intento no puedes ganar el certificado de este módulo ni el del curso.',
    ],
    [
      'the module, by its other exam',
      course([[card(1, used), card(2)]]),
      ofModule,
      'Todavía puedes ganar el certificado de este módulo con otro de sus exámenes.',
    ],
    [
      'the modules, after the final exam',
      course([[card(1)]], [card(9, used)]),
      final,
      'Sin otro intento no puedes ganar el certificado del curso. Los de tus módulos siguen siendo tuyos.',
    ],
    [
      'a certificate that is already there',
      course([[card(1)]], [card(9, used)], { codigo_certificado: 'CERT-ABCDEFGHI' }),
      final,
      'Ya tienes el certificado del curso: sigue siendo tuyo.',
    ],
  ])('%s', (_, made, exam, text) => {
    expect(outlookOf(made, exam, NOW)).toBe(text)
  })
})

describe('the survey to propose', () => {
  const survey = (id: number, over: Partial<EvaluationCard> = {}) => card(id, { modelo: 2, ...over })
  it('is the module’s until the course is finished, then the course’s, and never twice', () => {
    const made = course([[card(1), survey(2)]], [survey(3)])
    expect(surveyToPropose(made, { id_modulo: 1 }, NOW)?.id).toBe(2)
    expect(surveyToPropose({ ...made, estado_avance: 'terminado' }, { id_modulo: 1 }, NOW)?.id).toBe(3)
    expect(surveyToPropose(made, { id_modulo: null }, NOW)?.id).toBe(3)
    const answered = course([[card(1), survey(2, { respondida: true })]], [survey(3, { respondida: true })])
    expect(surveyToPropose(answered, { id_modulo: 1 }, NOW)).toBeUndefined()
  })
})

it('a final exam is early while more than a fifth of the lessons are missing', () => {
  const progress = (lecciones: number, completadas: number) =>
    lessonsMissing({ progreso: { lecciones, completadas, examenes: 1, aprobados: 0, porcentaje: 0 } })
  expect([progress(10, 0), progress(10, 7), progress(10, 8), progress(10, 10)]).toEqual([10, 3, 0, 0])
  expect(lessonsMissing({ progreso: null })).toBe(0)
})
