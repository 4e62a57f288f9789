import type { Evaluation, EvaluationDetail, Question } from '@campus/contract/exams'
import { useQueryClient } from '@tanstack/react-query'
import { useReducer, useRef, useState } from 'react'
import { isTemporary, retryDelay } from '../../lib/retry'
import { useUser } from '../../lib/session'
import { deviceStore } from '../../lib/storage'
import { AnswerSaver } from './answer-saver'
import {
  type OpenedAttempt,
  openAttempt,
  postReplies,
  problemOf,
  readDetailNow,
  readQuestions,
  resumeAttempt,
} from './exam-api'
import { readClocks, type ServerClock, serverClock } from './exam-clock'
import { examReducer, INTRO } from './exam-machine'
import { tellAttempt } from './open-attempt'
import type { Entry, Reply, SavedReply } from './outbox'
import { type OpenAttempt, useSubmission } from './use-submission'

/** Text is sent when typing pauses. */
const TYPING_PAUSE_MS = 800
/** A choice is sent after it was painted; it is stored on the device at once. */
const AFTER_PAINT_MS = 50
/** Returning to the tab fires several events at once. */
const RESYNC_INTERVAL_MS = 3000

const savedOf = (questions: Question[]) =>
  questions.map(({ id, ...rest }): SavedReply => ({ id_pregunta: id, ...rest }))

function schedule(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

type SaverEvents = Pick<ConstructorParameters<typeof AnswerSaver>[0], 'onServerReplies' | 'onRejected'>

function saverOf({ detail, questions }: OpenedAttempt, events: SaverEvents): AnswerSaver {
  const attempt = detail.id_intento ?? 0
  const post = (entries: Entry[]) => postReplies(detail.id, attempt, entries)
  return new AnswerSaver({
    attempt,
    saved: savedOf(questions),
    storage: deviceStore,
    post,
    isTemporary,
    retryDelay,
    schedule,
    ...events,
  })
}

/** Connects exam-machine.ts to the server, the saver and the clock. */
export function useExam(evaluation: Evaluation) {
  const user = useUser()
  const queries = useQueryClient()
  const [state, dispatch] = useReducer(examReducer, INTRO)
  const [clock, setClock] = useState<ServerClock | null>(null)
  const [open, setOpen] = useState<OpenAttempt | null>(null)
  const syncedAt = useRef(-RESYNC_INTERVAL_MS)

  function finish(detail: EvaluationDetail): void {
    stop()
    open?.saver.clear()
    dispatch({ type: 'submitted', detail })
    tellAttempt(queries, null)
  }

  /** Reads the server's clock and whether the attempt was closed by time or on another device. */
  async function resync(force = false): Promise<void> {
    if (!open || (!force && performance.now() - syncedAt.current < RESYNC_INTERVAL_MS)) return
    syncedAt.current = performance.now()
    const detail = await readDetailNow(evaluation.id, user.id).catch(() => null)
    if (!detail) return
    setClock(serverClock(detail.ahora, readClocks()))
    if (detail.estado !== 'abierto' || detail.id_intento !== open.attempt) return finish(detail)
    await open.saver.flush().catch(() => undefined)
    const questions = await readQuestions(evaluation.id).catch(() => null)
    if (questions) open.saver.receive(savedOf(questions))
  }

  const { send, timeOver, submitNow, stop } = useSubmission(open, dispatch, { finish, resync })

  // The saver outlives this render, so it calls the latest function.
  const calls = useRef({ resync })
  calls.current = { resync }

  async function enter(read: () => Promise<OpenedAttempt | null>): Promise<void> {
    dispatch({ type: 'start' })
    try {
      const opened = await read()
      if (!opened) {
        dispatch({ type: 'startFailed', problem: null })
        return void queries.invalidateQueries()
      }
      const { detail, questions, receivedAt } = opened
      const saver = saverOf(opened, {
        onServerReplies: (saved) => dispatch({ type: 'serverReplies', saved }),
        onRejected: () => void calls.current.resync(true),
      })
      setClock(serverClock(detail.ahora, receivedAt))
      setOpen({ saver, detail: detail.id, attempt: detail.id_intento ?? 0 })
      dispatch({ type: 'started', detail, questions, replies: saver.replies })
      tellAttempt(queries, detail.id_intento)
    } catch (error) {
      dispatch({ type: 'startFailed', problem: problemOf(error) })
      // Closed or without attempts: the intro's data is outdated.
      if (!isTemporary(error)) void queries.invalidateQueries()
    }
  }

  const start = async () => {
    await enter(() => openAttempt(evaluation.id))
    // The browser caches these answers, so that a reload without a connection finds the attempt.
    void resumeAttempt(evaluation.id, user.id).catch(() => undefined)
  }
  const resume = () => enter(() => resumeAttempt(evaluation.id, user.id))

  function answer(question: number, reply: Reply, abierta: boolean): void {
    dispatch({ type: 'reply', question, reply })
    open?.saver.save({ id_pregunta: question, abierta, ...reply }, abierta ? TYPING_PAUSE_MS : AFTER_PAINT_MS)
  }

  return {
    state,
    dispatch,
    clock,
    saver: open?.saver ?? null,
    start,
    resume,
    send,
    timeOver,
    submitNow,
    answer,
    resync,
  }
}

export type Exam = ReturnType<typeof useExam>
