import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { useQueryClient } from '@tanstack/react-query'
import { useReducer, useRef, useState } from 'react'
import { useUser } from '../../platform/session'
import { AnswerSaver } from './answer-saver'
import { isTemporary, openAttempt, postReplies, problemOf, readDetail, submitAttempt } from './exam-api'
import { readClocks, type ServerClock, setClock } from './exam-clock'
import { examReducer, INTRO } from './exam-machine'
import type { Held, Reply } from './outbox'

/** At the end of the time, the last answers get this long to be saved before the attempt is sent without them. */
const LAST_SAVE_MS = 4000
/** A text is sent when the writing pauses this long. */
const TYPING_PAUSE_MS = 800
/** A choice is sent when it has been painted: what the screen owes the finger comes first. It is kept on the device at once. */
const AFTER_PAINT_MS = 50
/** Coming back fires several events at once, and a clock that was set asks each second. */
const ASK_AGAIN_MS = 3000

type Live = { saver: AnswerSaver; detail: number; attempt: number }

function later(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

/** What waits is saved first; at the end of the time only for a moment, since the server closes the attempt anyway. */
async function lastSave(saver: AnswerSaver, outOfTime: boolean): Promise<void> {
  if (!outOfTime) return saver.flush()
  const pause = new Promise<void>((resolve) => setTimeout(resolve, LAST_SAVE_MS))
  await Promise.race([saver.flush().catch(() => undefined), pause])
}

/** The exam as the screen drives it: the states of `exam-machine.ts` joined to the server, the saver and the clock. */
export function useExam(evaluation: Evaluation) {
  const user = useUser()
  const queries = useQueryClient()
  const [state, dispatch] = useReducer(examReducer, INTRO)
  const [clock, keepClock] = useState<ServerClock | null>(null)
  const [live, setLive] = useState<Live | null>(null)
  const sending = useRef(false)
  const askedAt = useRef(-ASK_AGAIN_MS)

  function finish(detail: EvaluationDetail): void {
    live?.saver.forget()
    dispatch({ type: 'submitted', detail })
    // A result changes progress, badges, certificates and points: everything on other screens is read anew.
    void queries.invalidateQueries()
  }

  /** Asks the server how the attempt stands: its clock, and whether it was closed by time or on another device. */
  async function resync(pressing = false): Promise<void> {
    if (!live || (!pressing && performance.now() - askedAt.current < ASK_AGAIN_MS)) return
    askedAt.current = performance.now()
    const detail = await readDetail(evaluation.id, user.id).catch(() => null)
    if (!detail) return
    keepClock(setClock(detail.ahora, readClocks()))
    if (detail.estado !== 'abierto' || detail.id_intento !== live.attempt) finish(detail)
    else await live.saver.flush().catch(() => undefined)
  }

  // The saver outlives the rendering in which it was made; what it calls must be today's.
  const calls = useRef({ resync })
  calls.current = { resync }

  async function start(): Promise<void> {
    dispatch({ type: 'start' })
    try {
      const { detail, questions, heardAt } = await openAttempt(evaluation.id)
      const attempt = detail.id_intento ?? 0
      const saver = new AnswerSaver({
        attempt,
        held: questions.map(({ id, ...rest }): Held => ({ id_pregunta: id, ...rest })),
        storage: localStorage,
        post: (entries) => postReplies(detail.id, attempt, entries),
        isTemporary,
        later,
        onHeld: (held) => dispatch({ type: 'held', held }),
        onRefused: () => void calls.current.resync(true),
      })
      keepClock(setClock(detail.ahora, heardAt))
      setLive({ saver, detail: detail.id, attempt })
      dispatch({ type: 'started', detail, questions, replies: saver.replies })
    } catch (error) {
      dispatch({ type: 'startFailed', problem: problemOf(error) })
      // Shut, or without attempts: what the intro shows is old.
      if (!isTemporary(error)) void queries.invalidateQueries()
    }
  }

  async function send(outOfTime = false): Promise<void> {
    if (!live) return
    dispatch({ type: outOfTime ? 'timeOver' : 'send' })
    if (sending.current) return
    sending.current = true
    try {
      await lastSave(live.saver, outOfTime)
      finish(await submitAttempt(live.detail, live.attempt))
    } catch (error) {
      dispatch({ type: 'sendFailed', problem: problemOf(error) })
      if (!isTemporary(error)) await resync(true)
    } finally {
      sending.current = false
    }
  }

  function answer(question: number, reply: Reply, abierta: boolean): void {
    dispatch({ type: 'reply', question, reply })
    live?.saver.save({ id_pregunta: question, abierta, ...reply }, abierta ? TYPING_PAUSE_MS : AFTER_PAINT_MS)
  }

  return { state, dispatch, clock, saver: live?.saver ?? null, start, send, answer, resync }
}

/** What the exam's parts are given. */
export type Exam = ReturnType<typeof useExam>
