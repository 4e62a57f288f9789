import type { Evaluation } from '@campus/contract/exams'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useReducer, useRef, useState } from 'react'
import { isTemporary, retryDelay } from '../../lib/retry'
import { useUser } from '../../lib/session'
import { deviceStore } from '../../lib/storage'
import { AnswerSaver } from './answer-saver'
import { type OpenedAttempt, openAttempt, postReplies, problemOf, resumeAttempt } from './exam-api'
import { type Limit, type ServerClock, serverClock } from './exam-clock'
import { type ExamEvent, examReducer, INTRO } from './exam-machine'
import { tellAttempt } from './open-attempt'
import type { Entry, Reply } from './outbox'
import type { OpenAttempt } from './use-submission'
import { savedOf, useSync } from './use-sync'

/** Text is sent when typing pauses. */
const TYPING_PAUSE_MS = 800
/** A choice is sent after it was painted; it is stored on the device at once. */
const AFTER_PAINT_MS = 50

function schedule(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

type SaverEvents = Pick<ConstructorParameters<typeof AnswerSaver>[0], 'onServerReplies' | 'onRejected'> & {
  onLimit: (limit: Limit) => void
}

function saverOf({ detail, questions }: OpenedAttempt, { onLimit, ...events }: SaverEvents): AnswerSaver {
  const attempt = detail.id_intento ?? 0
  const post = async (entries: Entry[]) => {
    const { data, ...limit } = await postReplies(detail.id, attempt, entries)
    onLimit(limit)
    return data
  }
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

type Screen = { dispatch: Dispatch<ExamEvent>; queries: QueryClient }

async function enterAttempt(
  read: () => Promise<OpenedAttempt | null>,
  begin: (opened: OpenedAttempt) => void,
  { dispatch, queries }: Screen,
): Promise<void> {
  dispatch({ type: 'start' })
  try {
    const opened = await read()
    if (opened) return begin(opened)
    dispatch({ type: 'startFailed', problem: null })
    void queries.invalidateQueries()
  } catch (error) {
    dispatch({ type: 'startFailed', problem: problemOf(error) })
    // Closed or without attempts: the intro's data is outdated.
    if (!isTemporary(error)) void queries.invalidateQueries()
  }
}

/** Connects exam-machine.ts to the server, the saver and the clock. */
export function useExam(evaluation: Evaluation) {
  const user = useUser()
  const queries = useQueryClient()
  const [state, dispatch] = useReducer(examReducer, INTRO)
  const [clock, setClock] = useState<ServerClock | null>(null)
  const [open, setOpen] = useState<OpenAttempt | null>(null)

  const { submission, takeLimit, resync, back } = useSync(evaluation, open, { dispatch, setClock })

  // The saver outlives this render, so it calls the latest function.
  const calls = useRef({ resync, takeLimit })
  calls.current = { resync, takeLimit }

  function begin(opened: OpenedAttempt): void {
    const { detail, questions, receivedAt } = opened
    const saver = saverOf(opened, {
      onServerReplies: (saved) => dispatch({ type: 'serverReplies', saved }),
      onRejected: () => void calls.current.resync(true),
      onLimit: (limit) => void calls.current.takeLimit(limit),
    })
    setClock(serverClock(detail.ahora, receivedAt))
    setOpen({ saver, detail: detail.id, attempt: detail.id_intento ?? 0 })
    dispatch({ type: 'started', detail, questions, replies: saver.replies })
    tellAttempt(queries, detail.id_intento)
  }

  const enter = (read: () => Promise<OpenedAttempt | null>) => enterAttempt(read, begin, { dispatch, queries })

  const start = async () => {
    await enter(() => openAttempt(evaluation.id))
    // The browser caches these answers, so that a reload without a connection finds the attempt.
    void resumeAttempt(evaluation.id, user.id).catch(() => undefined)
  }
  const resume = () => enter(() => resumeAttempt(evaluation.id, user.id))

  function answer(question: number, reply: Reply, abierta: boolean): void {
    if (state.phase !== 'started') return
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
    send: submission.send,
    timeOver: submission.timeOver,
    submitNow: submission.submitNow,
    answer,
    resync,
    back,
  }
}

export type Exam = ReturnType<typeof useExam>
