import type { EvaluationDetail, Question } from '@campus/contract/exams'
import type { Held, Reply } from './outbox'

/** Why the server or the network did not do what was asked. */
export type Problem = { code: string; text: string }

/** What the attempt is about while it is open. */
export type Running = {
  detail: EvaluationDetail
  questions: Question[]
  replies: ReadonlyMap<number, Reply>
  current: number
  view: 'question' | 'summary'
}

/** intro -> started -> submitted (campus.md section 4), with the two waits between them. */
export type ExamState =
  | { phase: 'intro'; problem: Problem | null }
  | { phase: 'starting' }
  | (Running & { phase: 'started'; problem: Problem | null })
  | (Running & { phase: 'sending'; outOfTime: boolean; problem: Problem | null })
  | { phase: 'submitted'; detail: EvaluationDetail; outOfTime: boolean; acknowledged: boolean }

export type ExamEvent =
  | { type: 'start' }
  | { type: 'started'; detail: EvaluationDetail; questions: Question[]; replies: ReadonlyMap<number, Reply> }
  | { type: 'startFailed'; problem: Problem }
  | { type: 'reply'; question: number; reply: Reply }
  | { type: 'held'; held: Held[] }
  | { type: 'go'; to: number }
  | { type: 'review' }
  | { type: 'send' }
  | { type: 'timeOver' }
  | { type: 'sendFailed'; problem: Problem }
  | { type: 'submitted'; detail: EvaluationDetail }
  | { type: 'acknowledge' }
  | { type: 'show'; detail: EvaluationDetail }
  | { type: 'again' }

/** Where the screen begins. */
export const INTRO: ExamState = { phase: 'intro', problem: null }

/** Whether a reply says something. */
export const isAnswered = (reply: Reply | undefined): boolean =>
  reply !== undefined && (reply.id_opcion !== null || Boolean(reply.respuesta?.trim()))

/** The places (from 0) of the questions without an answer. */
export const unanswered = ({ questions, replies }: Pick<Running, 'questions' | 'replies'>): number[] =>
  questions.flatMap((question, place) => (isAnswered(replies.get(question.id)) ? [] : [place]))

function begin(event: ExamEvent & { type: 'started' }): ExamState {
  const { detail, questions, replies } = event
  const [first = 0] = unanswered({ questions, replies })
  return { phase: 'started', detail, questions, replies, current: first, view: 'question', problem: null }
}

function onIntro(state: ExamState & { phase: 'intro' }, event: ExamEvent): ExamState {
  if (event.type === 'start') return { phase: 'starting' }
  if (event.type !== 'show') return state
  return { phase: 'submitted', detail: event.detail, outOfTime: false, acknowledged: true }
}

function whileStarting(state: ExamState, event: ExamEvent): ExamState {
  if (event.type === 'started') return begin(event)
  return event.type === 'startFailed' ? { phase: 'intro', problem: event.problem } : state
}

function onResult(state: ExamState & { phase: 'submitted' }, event: ExamEvent): ExamState {
  if (event.type === 'acknowledge') return { ...state, acknowledged: true }
  return event.type === 'again' ? INTRO : state
}

function withReplies<S extends Running>(state: S, entries: Iterable<[number, Reply]>): S {
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
  // Time that runs out while a sending waits for the network is said, and that sending goes on trying.
  if (event.type === 'timeOver') return { ...state, outOfTime: true }
  if (event.type !== 'sendFailed') return state
  if (state.outOfTime) return { ...state, problem: event.problem }
  const { outOfTime: _, ...running } = state
  return { ...running, phase: 'started', view: 'summary', problem: event.problem }
}

function whileRunning(state: (Running & ExamState) & { phase: 'started' | 'sending' }, event: ExamEvent): ExamState {
  if (event.type === 'submitted') {
    const outOfTime = (state.phase === 'sending' && state.outOfTime) || event.detail.cerrado_por_tiempo
    return { phase: 'submitted', detail: event.detail, outOfTime, acknowledged: !outOfTime }
  }
  if (event.type === 'held')
    return withReplies(
      state,
      event.held.map(({ id_pregunta, id_opcion, respuesta }) => [id_pregunta, { id_opcion, respuesta }]),
    )
  return state.phase === 'started' ? whileStarted(state, event) : whileSending(state, event)
}

/**
 * The exam's states. An event that does not belong to the state changes nothing, so that a double click, a late
 * answer or a stale timer can do no harm.
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
