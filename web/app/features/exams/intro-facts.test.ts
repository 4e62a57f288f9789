import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { describe, expect, it } from 'vitest'
import { entranceOf, factsOf, windowText } from './intro-facts'

const NOW = Date.parse('2026-11-21T19:30:00-05:00')
const YESTERDAY = '2026-11-20T19:30:00-05:00'
const TOMORROW = '2026-11-22T19:30:00-05:00'

const exam = (over: Partial<Evaluation> = {}) =>
  ({
    modelo: 1,
    intentos: 3,
    cantidad_preguntas: 10,
    fecha_apertura: null,
    fecha_cierre: null,
    abierta: true,
    ahora: YESTERDAY,
    ...over,
  }) as Evaluation
const detail = (over: Partial<EvaluationDetail> = {}) =>
  ({ estado: 'calificado', intentos: 1, intentos_restantes: 2, ...over }) as EvaluationDetail

describe('the entrance', () => {
  it.each<[string, Evaluation, EvaluationDetail | null, string]>([
    ['a first attempt', exam(), null, 'start Comenzar examen'],
    ['a further attempt', exam(), detail(), 'start Comenzar examen'],
    ['an open attempt', exam(), detail({ estado: 'abierto' }), 'resume Continuar'],
    [
      'an open attempt after the window',
      exam({ fecha_cierre: YESTERDAY }),
      detail({ estado: 'abierto' }),
      'resume Continuar',
    ],
    [
      'an open attempt that is the last',
      exam(),
      detail({ estado: 'abierto', intentos_restantes: 0 }),
      'resume Continuar',
    ],
    ['no attempts left', exam(), detail({ intentos_restantes: 0 }), 'closed Sin intentos'],
    [
      'the last one waits for a teacher',
      exam(),
      detail({ intentos_restantes: 0, estado: 'pendiente' }),
      'closed Pendiente de calificación',
    ],
    ['before the window', exam({ fecha_apertura: TOMORROW }), null, 'closed Todavía no abre'],
    ['within the window', exam({ fecha_apertura: YESTERDAY, fecha_cierre: TOMORROW }), null, 'start Comenzar examen'],
    ['after the window', exam({ fecha_cierre: YESTERDAY }), null, 'closed Ya cerró'],
    ['withdrawn after an attempt', exam({ abierta: false }), detail(), 'closed Ya no está disponible'],
    [
      'open by now, closed when the page was loaded',
      exam({ abierta: false, fecha_apertura: '2026-11-21T08:00:00-05:00' }),
      null,
      'start Comenzar examen',
    ],
    ['withdrawn in an attempt', exam({ abierta: false }), detail({ estado: 'abierto' }), 'resume Continuar'],
    ['without questions', exam({ cantidad_preguntas: 0 }), null, 'closed Aún sin preguntas'],
    [
      'an exam that waits for lessons',
      exam({ cerrado_por_lecciones: { desde: 80, faltan: 6 } }),
      null,
      'closed Se abre con el 80 % de las lecciones: te faltan 6',
    ],
    [
      'a failed one that waits for one lesson',
      exam({ cerrado_por_lecciones: { desde: 100, faltan: 1 } }),
      detail(),
      'closed Se abre con el 100 % de las lecciones: te falta 1',
    ],
    [
      'one that closed after the start',
      exam({ cerrado_por_lecciones: { desde: 80, faltan: 6 } }),
      detail({ estado: 'abierto' }),
      'resume Continuar',
    ],
    [
      'one that waits for lessons and for its day',
      exam({ cerrado_por_lecciones: { desde: 80, faltan: 6 }, fecha_apertura: TOMORROW }),
      null,
      'closed Todavía no abre',
    ],
    ['a survey', exam({ modelo: 2 }), null, 'start Responder encuesta'],
    ['a survey that was begun', exam({ modelo: 2 }), detail({ estado: 'abierto' }), 'resume Continuar'],
    [
      'a survey that was answered',
      exam({ modelo: 2 }),
      detail({ estado: 'respondida' }),
      'closed Ya respondiste esta encuesta',
    ],
    ['a survey after attempt window', exam({ modelo: 2, fecha_cierre: YESTERDAY }), null, 'closed Ya cerró'],
  ])('%s', (_, evaluation, attempt, expected) => {
    const entrance = entranceOf(evaluation, attempt, NOW)
    expect(`${entrance.kind} ${entrance.kind === 'closed' ? entrance.title : entrance.label}`).toBe(expected)
  })

  it.each([
    ['before it opens', exam({ fecha_apertura: TOMORROW }), null, false],
    ['after it closed', exam({ fecha_cierre: YESTERDAY }), detail(), true],
    ['after the last attempt', exam(), detail({ intentos_restantes: 0 }), true],
    ['while lessons are missing', exam({ cerrado_por_lecciones: { faltan: 2, porcentaje: 80 } as never }), null, false],
  ])('knows that no attempt can be made %s: %s', (_, evaluation, attempt, over) => {
    const entrance = entranceOf(evaluation, attempt, NOW)
    expect('over' in entrance && entrance.over === true).toBe(over)
  })

  it('offers to ask for another attempt where none is left, until the exam is passed', () => {
    const request = (mejor_porcentaje: number | null) => {
      const entrance = entranceOf(exam(), detail({ intentos_restantes: 0, mejor_porcentaje }), NOW)
      return 'request' in entrance ? entrance.request : undefined
    }
    expect(request(40)).toMatch(/^\/soporte\?tema=evaluacion&mensaje=Pido\+otro\+intento/)
    expect(request(null)).toBeDefined()
    expect(request(60)).toBeUndefined()
  })
})

describe('the facts', () => {
  it.each([
    [null, '3 de 3 intentos disponibles'],
    [detail(), '2 de 3 intentos disponibles'],
    [detail({ intentos: 3, intentos_restantes: 1 }), '1 de 4 intentos disponibles'],
    [detail({ intentos: 1, intentos_restantes: 0 }), '0 de 1 intento disponible'],
  ])('attempts', (attempt, expected) => {
    const facts = factsOf(exam({ duracion: 20 }), attempt).map(({ figure, label }) => `${figure} ${label}`)
    expect(facts).toEqual(['10 preguntas', '20 minutos', expected, '60 % para aprobar'])
  })
  it('name no attempts where none can be made', () => {
    const facts = factsOf(exam({ duracion: 20 }), detail(), true).map(({ figure, label }) => `${figure} ${label}`)
    expect(facts).toEqual(['10 preguntas', '20 minutos', '60 % para aprobar'])
  })
  it('of a survey name no clock, unless its academy sets one', () => {
    const facts = (duracion: number | null) =>
      factsOf(exam({ modelo: 2, duracion }), null).map(({ figure, label }) => `${figure} ${label}`)
    expect(facts(null)).toEqual(['10 preguntas', 'Anónima y sin nota'])
    expect(facts(1)).toEqual(['10 preguntas', '1 minuto', 'Anónima y sin nota'])
  })
  it.each([
    [null, null, null],
    [YESTERDAY, null, 'Desde el 20 nov 2026, 19:30'],
    [null, TOMORROW, 'Hasta el 22 nov 2026, 19:30'],
    [YESTERDAY, TOMORROW, 'Del 20 nov 2026, 19:30 al 22 nov 2026, 19:30'],
  ])('the window from %s to %s', (fecha_apertura, fecha_cierre, expected) =>
    expect(windowText(exam({ fecha_apertura, fecha_cierre }))).toBe(expected),
  )
})
