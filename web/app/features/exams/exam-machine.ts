import type { EvaluationDetail, Question } from '@campus/contract/exams'
import { hasTime, MULTIPLE } from '@campus/contract/rules'
import type { Limit } from './exam-clock'
import { type Reply, replyOf, type SavedReply } from './outbox'

export type Problem = { code: string; text: string }

export type RunningAttempt = {
  detail: EvaluationDetail
  questions: Question[]
  replies: ReadonlyMap<number, Reply>
  current: number
  view: 'question' | 'summary'
}

type Submitted = {
  phase: 'submitted'
  detail: EvaluationDetail
  outOfTime: boolean
  acknowledged: boolean
  /** The numbers of the questions whose last answers the server did not take. */
  missed: number[]
}

/** intro -> started -> submitted, with the two waits between them. */
export type ExamState =
  | { phase: 'intro'; problem: Problem | null }
  | { phase: 'starting' }
  | (RunningAttempt & { phase: 'started'; problem: Problem | null })
  | (RunningAttempt & { phase: 'sending'; outOfTime: boolean; acknowledged?: true; problem: Problem | null })
  | Submitted

/** While questions are on the screen. */
export type Running = ExamState & { phase: 'started' | 'sending' }

export type ExamEvent =
  | { type: 'start' }
  | { type: 'started'; detail: EvaluationDetail; questions: Question[]; replies: ReadonlyMap<number, Reply> }
  | { type: 'startFailed'; problem: Problem | null }
  | { type: 'reply'; question: number; reply: Reply }
  | { type: 'serverReplies'; saved: SavedReply[] }
  | { type: 'go'; to: number }
  | { type: 'review' }
  | { type: 'send' }
  | { type: 'timeOver' }
  | { type: 'sendFailed'; problem: Problem }
  | { type: 'limit'; limit: Limit }
  | { type: 'submitted'; detail: EvaluationDetail; unsent?: readonly number[] }
  | { type: 'acknowledge' }
  | { type: 'show'; detail: EvaluationDetail }
  | { type: 'again' }

export const INTRO: ExamState = { phase: 'intro', problem: null }

const hasContent = ({ id_opcion, respuesta, seleccion, parejas }: Reply): boolean =>
  id_opcion !== null || Boolean(respuesta?.trim() || seleccion?.length || parejas?.length)

/** Pairs are answered when each has been chosen. */
export function isAnswered(question: Question, reply: Reply | undefined): boolean {
  if (question.izquierdas) return reply?.parejas?.length === question.izquierdas.length
  return reply !== undefined && hasContent(reply)
}

/** Whether there is something to clear. */
export const isStarted = (reply: Reply | undefined): boolean => reply !== undefined && hasContent(reply)

/** Choosing an option again takes it out where several may be right. */
export function choosing({ tipo_pregunta }: Question, reply: Reply | undefined, option: number): Reply {
  if (tipo_pregunta !== MULTIPLE) return { id_opcion: option, respuesta: null }
  const chosen = reply?.seleccion ?? []
  const others = chosen.filter((id) => id !== option)
  return { id_opcion: null, respuesta: null, seleccion: chosen.includes(option) ? others : [...chosen, option] }
}

/** The indexes of unanswered questions. */
export const unanswered = ({ questions, replies }: Pick<RunningAttempt, 'questions' | 'replies'>): number[] =>
  questions.flatMap((question, place) => (isAnswered(question, replies.get(question.id)) ? [] : [place]))

function begin(event: ExamEvent & { type: 'started' }): ExamState {
  const { detail, questions, replies } = event
  const [first = 0] = unanswered({ questions, replies })
  return { phase: 'started', detail, questions, replies, current: first, view: 'question', problem: null }
}

function onIntro(state: ExamState & { phase: 'intro' }, event: ExamEvent): ExamState {
  if (event.type === 'start') return { phase: 'starting' }
  if (event.type !== 'show') return state
  return { phase: 'submitted', detail: event.detail, outOfTime: false, acknowledged: true, missed: [] }
}

function whileStarting(state: ExamState, event: ExamEvent): ExamState {
  if (event.type === 'started') return begin(event)
  return event.type === 'startFailed' ? { phase: 'intro', problem: event.problem } : state
}

function onResult(state: ExamState & { phase: 'submitted' }, event: ExamEvent): ExamState {
  if (event.type === 'acknowledge') return { ...state, acknowledged: true }
  return event.type === 'again' ? INTRO : state
}

function withReplies<S extends RunningAttempt>(state: S, entries: Iterable<[number, Reply]>): S {
  return { ...state, replies: new Map([...state.replies, ...entries]) }
}

function whileStarted(state: ExamState & { phase: 'started' }, event: ExamEvent): ExamState {
  switch (event.type) {
    case 'reply':
      return withReplies(state, [[event.question, event.reply]])
    case 'go':
      return event.to in state.questions ? { ...state, current: event.to, view: 'question', problem: null } : state
    case 'review':
      return { ...state, view: 'summary', problem: null }
    case 'send':
      return { ...state, phase: 'sending', outOfTime: false, problem: null }
    case 'timeOver':
      return { ...state, phase: 'sending', outOfTime: true, problem: null }
    default:
      return state
  }
}

function whileSending(state: ExamState & { phase: 'sending' }, event: ExamEvent): ExamState {
  // Time that ends while a submit waits for the network does not stop its retries.
  if (event.type === 'timeOver') return { ...state, outOfTime: true }
  if (event.type === 'acknowledge') return { ...state, acknowledged: true }
  if (event.type !== 'sendFailed') return state
  if (state.outOfTime) return { ...state, problem: event.problem }
  const { outOfTime: _, ...running } = state
  return { ...running, phase: 'started', view: 'summary', problem: event.problem }
}

/** An exam whose time was given back goes on. */
function withLimit(state: Running, { limite, segundos_devueltos, ahora }: Limit): Running {
  const detail = { ...state.detail, limite, segundos_devueltos, ahora }
  if (state.phase === 'sending' && state.outOfTime && hasTime(detail)) {
    const { outOfTime: _, acknowledged: __, ...running } = state
    return { ...running, detail, phase: 'started', problem: null }
  }
  return { ...state, detail }
}

function submitted(state: Running, { detail, unsent = [] }: ExamEvent & { type: 'submitted' }): Submitted {
  const outOfTime = (state.phase === 'sending' && state.outOfTime) || detail.cerrado_por_tiempo
  const missed = state.questions.flatMap(({ id }, place) => (unsent.includes(id) ? [place + 1] : []))
  const acknowledged = !outOfTime || (state.phase === 'sending' && state.acknowledged === true)
  return { phase: 'submitted', detail, outOfTime, acknowledged, missed }
}

/** What the server says proves that the connection is back. */
const isReconnected = ({ phase, problem }: ExamState & { phase: 'started' | 'sending' }): boolean =>
  phase === 'started' && problem?.code === 'SIN_CONEXION'

function whileRunning(state: Running, event: ExamEvent): ExamState {
  if (event.type === 'submitted') return submitted(state, event)
  if (event.type === 'limit') return withLimit(state, event.limit)
  if (event.type === 'serverReplies')
    return withReplies(
      isReconnected(state) ? { ...state, problem: null } : state,
      event.saved.map((row) => [row.id_pregunta, replyOf(row)]),
    )
  return state.phase === 'started' ? whileStarted(state, event) : whileSending(state, event)
}

/**
 * An event that does not belong to the state is ignored, so that double clicks, late responses and stale timers are
 * harmless.
 */
export function examReducer(state: ExamState, event: ExamEvent): ExamState {
  switch (state.phase) {
    case 'intro':
      return onIntro(state, event)
    case 'starting':
      return whileStarting(state, event)
    case 'submitted':
      return onResult(state, event)
    default:
      return whileRunning(state, event)
  }
}
