import type { EvaluationDetail, Question } from '@campus/contract/exams'
import { describe, expect, it } from 'vitest'
import { choosing, type ExamEvent, type ExamState, examReducer, INTRO, isAnswered, unanswered } from './exam-machine'

const question = (id: number, tipo_pregunta: Question['tipo_pregunta'] = 1): Question => ({
  id,
  pregunta: `¿${id}?`,
  tipo_pregunta,
  valor: 10,
  opciones: [],
  id_opcion: null,
  respuesta: null,
  secuencia: 0,
})
const detail = (over: Partial<EvaluationDetail> = {}) =>
  ({ id: 1, id_intento: 5, estado: 'abierto', cerrado_por_tiempo: false, ...over }) as EvaluationDetail
const questions = [question(11), question(12), question(13, 2)]
const problem = { code: 'SIN_CONEXION', text: 'No se pudo conectar con el servidor.' }
const sent = detail({ estado: 'calificado' })
const limitOf = (seconds: number, segundos_devueltos = 0) => ({
  ...{ limite: new Date(1_000_000 + seconds * 1000).toISOString(), ahora: new Date(1_000_000).toISOString() },
  segundos_devueltos,
})
const opcion = (id_opcion: number | null) => ({ id_opcion, respuesta: null })
const started: ExamEvent = { type: 'started', detail: detail(), questions, replies: new Map() }

const run = (...events: ExamEvent[]) => events.reduce(examReducer, INTRO)
const summary = (state: ExamState) => ({
  phase: state.phase,
  ...('view' in state && { view: state.view, current: state.current }),
  ...('outOfTime' in state && { outOfTime: state.outOfTime }),
  ...('acknowledged' in state && { acknowledged: state.acknowledged }),
  ...('problem' in state && state.problem && { problem: state.problem.code }),
})

describe('the states', () => {
  it.each<[string, ExamEvent[], ReturnType<typeof summary>]>([
    ['begins with the intro', [], { phase: 'intro' }],
    ['asks for an attempt once', [{ type: 'start' }, { type: 'start' }], { phase: 'starting' }],
    [
      'goes back when none is given',
      [{ type: 'start' }, { type: 'startFailed', problem }],
      { phase: 'intro', problem: 'SIN_CONEXION' },
    ],
    ['may ask again', [{ type: 'start' }, { type: 'startFailed', problem }, { type: 'start' }], { phase: 'starting' }],
    ['starts at the first question', [{ type: 'start' }, started], { phase: 'started', view: 'question', current: 0 }],
    ['does not start by itself', [started], { phase: 'intro' }],
    [
      'goes to a question',
      [{ type: 'start' }, started, { type: 'go', to: 2 }],
      { phase: 'started', view: 'question', current: 2 },
    ],
    [
      'stays where it is when there is no such question',
      [{ type: 'start' }, started, { type: 'go', to: 3 }],
      { phase: 'started', view: 'question', current: 0 },
    ],
    [
      'shows the summary',
      [{ type: 'start' }, started, { type: 'review' }],
      { phase: 'started', view: 'summary', current: 0 },
    ],
    [
      'jumps from the summary to a question',
      [{ type: 'start' }, started, { type: 'review' }, { type: 'go', to: 1 }],
      { phase: 'started', view: 'question', current: 1 },
    ],
    [
      'sends',
      [{ type: 'start' }, started, { type: 'send' }],
      { phase: 'sending', view: 'question', current: 0, outOfTime: false },
    ],
    [
      'cannot send twice',
      [{ type: 'start' }, started, { type: 'send' }, { type: 'send' }],
      { phase: 'sending', view: 'question', current: 0, outOfTime: false },
    ],
    ['cannot send what was not started', [{ type: 'send' }], { phase: 'intro' }],
    [
      'takes no reply while sending',
      [{ type: 'start' }, started, { type: 'send' }, { type: 'go', to: 2 }],
      { phase: 'sending', view: 'question', current: 0, outOfTime: false },
    ],
    [
      'goes back to the summary when sending fails',
      [{ type: 'start' }, started, { type: 'send' }, { type: 'sendFailed', problem }],
      { phase: 'started', view: 'summary', current: 0, problem: 'SIN_CONEXION' },
    ],
    [
      'is sent by the time',
      [{ type: 'start' }, started, { type: 'timeOver' }],
      { phase: 'sending', view: 'question', current: 0, outOfTime: true },
    ],
    [
      'goes on trying when the time is over',
      [{ type: 'start' }, started, { type: 'timeOver' }, { type: 'sendFailed', problem }],
      { phase: 'sending', view: 'question', current: 0, outOfTime: true, problem: 'SIN_CONEXION' },
    ],
    [
      'says that time ran out while sending',
      [{ type: 'start' }, started, { type: 'send' }, { type: 'timeOver' }],
      { phase: 'sending', view: 'question', current: 0, outOfTime: true },
    ],
    [
      'shows the result',
      [{ type: 'start' }, started, { type: 'send' }, { type: 'submitted', detail: sent }],
      { phase: 'submitted', outOfTime: false, acknowledged: true },
    ],
    [
      'asks for OK when time ran out',
      [{ type: 'start' }, started, { type: 'timeOver' }, { type: 'submitted', detail: sent }],
      { phase: 'submitted', outOfTime: true, acknowledged: false },
    ],
    [
      'takes the OK',
      [{ type: 'start' }, started, { type: 'timeOver' }, { type: 'submitted', detail: sent }, { type: 'acknowledge' }],
      { phase: 'submitted', outOfTime: true, acknowledged: true },
    ],
    [
      'takes an OK from before it was sent',
      [
        ...[{ type: 'start' } as const, started, { type: 'timeOver' } as const, { type: 'acknowledge' } as const],
        ...[{ type: 'sendFailed', problem } as const, { type: 'submitted', detail: sent } as const],
      ],
      { phase: 'submitted', outOfTime: true, acknowledged: true },
    ],
    [
      'asks for OK again when time was given back meanwhile',
      [
        ...[{ type: 'start' } as const, started, { type: 'timeOver' } as const, { type: 'acknowledge' } as const],
        ...[{ type: 'limit', limit: limitOf(30, 41) } as const, { type: 'timeOver' } as const],
        { type: 'submitted', detail: sent },
      ],
      { phase: 'submitted', outOfTime: true, acknowledged: false },
    ],
    [
      'ends when it was sent on another device',
      [{ type: 'start' }, started, { type: 'submitted', detail: sent }],
      { phase: 'submitted', outOfTime: false, acknowledged: true },
    ],
    [
      'ends when the server closed it by time',
      [{ type: 'start' }, started, { type: 'submitted', detail: detail({ cerrado_por_tiempo: true }) }],
      { phase: 'submitted', outOfTime: true, acknowledged: false },
    ],
    [
      'shows an earlier result',
      [{ type: 'show', detail: sent }],
      { phase: 'submitted', outOfTime: false, acknowledged: true },
    ],
    [
      'ignores a timer of an attempt that was sent',
      [{ type: 'start' }, started, { type: 'submitted', detail: sent }, { type: 'timeOver' }],
      { phase: 'submitted', outOfTime: false, acknowledged: true },
    ],
    [
      'goes on when an outage gave time back',
      [
        ...[{ type: 'start' } as const, started, { type: 'timeOver' } as const],
        ...[{ type: 'sendFailed', problem } as const, { type: 'limit', limit: limitOf(30, 41) } as const],
      ],
      { phase: 'started', view: 'question', current: 0 },
    ],
    [
      'stays over when nothing was given back',
      [{ type: 'start' }, started, { type: 'timeOver' }, { type: 'limit', limit: limitOf(-3) }],
      { phase: 'sending', view: 'question', current: 0, outOfTime: true },
    ],
    [
      'goes on sending what the student sends',
      [{ type: 'start' }, started, { type: 'send' }, { type: 'limit', limit: limitOf(30, 41) }],
      { phase: 'sending', view: 'question', current: 0, outOfTime: false },
    ],
    [
      'may be tried again',
      [{ type: 'start' }, started, { type: 'submitted', detail: sent }, { type: 'again' }],
      { phase: 'intro' },
    ],
  ])('%s', (_, events, expected) => expect(summary(run(...events))).toEqual(expected))
})

describe('what the server says', () => {
  it('moves the limit and tells what was given back', () => {
    const state = run({ type: 'start' }, started, { type: 'limit', limit: limitOf(30, 41) })
    expect(state).toMatchObject({ detail: { ...limitOf(30, 41), id_intento: 5 } })
  })
  it.each([
    [[], []],
    [
      [13, 11],
      [1, 3],
    ],
    [[99], []],
  ])('names the questions %j, whose answers it did not take, as %j', (unsent, missed) => {
    const state = run({ type: 'start' }, started, { type: 'timeOver' }, { type: 'submitted', detail: sent, unsent })
    expect(state).toMatchObject({ phase: 'submitted', missed })
  })
})

describe('replies', () => {
  const replies = (...events: ExamEvent[]) => {
    const state = run({ type: 'start' }, started, ...events)
    return 'replies' in state ? Object.fromEntries([...state.replies].map(([id, reply]) => [id, reply.id_opcion])) : {}
  }
  it('are stored, changed and cleared', () => {
    const first: ExamEvent = { type: 'reply', question: 11, reply: opcion(1) }
    expect(replies(first)).toEqual({ 11: 1 })
    expect(replies(first, { type: 'reply', question: 11, reply: opcion(2) })).toEqual({ 11: 2 })
    expect(replies(first, { type: 'reply', question: 11, reply: opcion(null) })).toEqual({ 11: null })
  })
  it('give way to what the server holds', () => {
    const saved = [{ id_pregunta: 11, id_opcion: 3, respuesta: null, secuencia: 9 }]
    expect(replies({ type: 'reply', question: 11, reply: opcion(1) }, { type: 'serverReplies', saved })).toEqual({
      11: 3,
    })
  })
  it('end with the sending', () => {
    expect(replies({ type: 'send' }, { type: 'reply', question: 11, reply: opcion(1) })).toEqual({})
  })
  it('resume at the first unanswered question', () => {
    const resumed = run({ type: 'start' }, { ...started, replies: new Map([[11, opcion(1)]]) })
    expect(summary(resumed)).toMatchObject({ current: 1 })
    const full = new Map([11, 12, 13].map((id) => [id, opcion(1)]))
    expect(summary(run({ type: 'start' }, { ...started, replies: full }))).toMatchObject({ current: 0 })
  })
})

describe('what is missing', () => {
  it.each([
    [undefined, false],
    [opcion(null), false],
    [opcion(4), true],
    [{ id_opcion: null, respuesta: ' \n' }, false],
    [{ id_opcion: null, respuesta: 'Sí' }, true],
    [{ ...opcion(null), seleccion: [] }, false],
    [{ ...opcion(null), seleccion: [4] }, true],
  ])('%o is an answer: %s', (reply, expected) => expect(isAnswered(question(11), reply)).toBe(expected))
  it('asks for every pair', () => {
    const pairs = { ...question(14, 6), izquierdas: ['Perú', 'Chile'], derechas: ['Lima', 'Santiago'] }
    const reply = (...lefts: number[]) => ({
      ...opcion(null),
      parejas: lefts.map((izquierda) => ({ izquierda, derecha: 0 })),
    })
    expect(isAnswered(pairs, undefined)).toBe(false)
    expect(isAnswered(pairs, reply(0))).toBe(false)
    expect(isAnswered(pairs, reply(0, 1))).toBe(true)
  })
  it('adds and takes out options where several may be right, and replaces the only one elsewhere', () => {
    expect(choosing(question(11, 3), undefined, 4)).toEqual({ ...opcion(null), seleccion: [4] })
    expect(choosing(question(11, 3), { ...opcion(null), seleccion: [4] }, 5)).toMatchObject({ seleccion: [4, 5] })
    expect(choosing(question(11, 3), { ...opcion(null), seleccion: [4, 5] }, 4)).toMatchObject({ seleccion: [5] })
    expect(choosing(question(11), opcion(4), 5)).toEqual(opcion(5))
  })
  it('names the places', () => {
    expect(unanswered({ questions, replies: new Map([[12, opcion(1)]]) })).toEqual([0, 2])
  })
})
