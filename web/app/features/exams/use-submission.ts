import type { EvaluationDetail } from '@campus/contract/exams'
import { ANSWER_GRACE_SECONDS } from '@campus/contract/rules'
import { notifications } from '@mantine/notifications'
import { type Dispatch, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { pointsText } from '../../lib/points'
import { isTemporary, retryDelay } from '../../lib/retry'
import type { AnswerSaver } from './answer-saver'
import { problemOf, submitAttempt } from './exam-api'
import type { ExamEvent } from './exam-machine'

export type OpenAttempt = { saver: AnswerSaver; detail: number; attempt: number }

/** When time has ended, how long the server still takes answers; a little less, for the way. */
const LAST_SAVE_MS = (ANSWER_GRACE_SECONDS - 2) * 1000

/** What the server lacks goes first; once time has ended, only until `end` (of the steady clock). @throws to try again */
async function lastSave(saver: AnswerSaver, end: number | null): Promise<void> {
  if (end === null) return saver.flush()
  const left = end - performance.now()
  if (left <= 0) return
  const saved = saver.flush().catch((error: unknown) => {
    if (isTemporary(error)) throw error
  })
  await Promise.race([saved, new Promise<void>((resolve) => setTimeout(resolve, left))])
}

/** `lastSaveUntil`: null before time ends. */
type Sending = { busy: boolean; lastSaveUntil: number | null; failures: number; retry?: ReturnType<typeof setTimeout> }

const newSending = (): Sending => ({ busy: false, lastSaveUntil: null, failures: 0 })

/** Submits, and shows the points that it won. */
async function submit({ detail, attempt }: OpenAttempt): Promise<EvaluationDetail> {
  const { puntos, ...submitted } = await submitAttempt(detail, attempt)
  if (puntos > 0) notifications.show({ message: pointsText(puntos), color: 'teal', role: 'status' })
  return submitted
}

type Endings = {
  /** The attempt is closed. */
  finish: (detail: EvaluationDetail) => void
  /** Finishes where the server has closed it. */
  resync: (force: boolean) => Promise<void>
}

/** Submits the open attempt when the student says so, and by itself once time has ended. */
export function useSubmission(open: OpenAttempt | null, dispatch: Dispatch<ExamEvent>, { finish, resync }: Endings) {
  const sending = useRef(newSending())
  const retry = useEffectEvent(() => void submitNow())

  /** Forgets what was being sent. */
  const stop = useCallback(() => {
    clearTimeout(sending.current.retry)
    sending.current = newSending()
  }, [])
  useEffect(() => stop, [stop])

  async function failed(mine: Sending, error: unknown): Promise<void> {
    dispatch({ type: 'sendFailed', problem: problemOf(error) })
    if (!isTemporary(error)) await resync(true)
    // Meanwhile the attempt may have been found closed.
    if (mine === sending.current && mine.lastSaveUntil !== null)
      mine.retry = setTimeout(retry, retryDelay(mine.failures++, error))
  }

  /** One at a time. Once time has ended, it tries again until the server takes it. */
  async function submitNow(): Promise<void> {
    const mine = sending.current
    if (!open || mine.busy) return
    mine.busy = true
    clearTimeout(mine.retry)
    try {
      await lastSave(open.saver, mine.lastSaveUntil)
      finish(await submit(open))
    } catch (error) {
      await failed(mine, error)
    } finally {
      mine.busy = false
    }
  }

  function send(): Promise<void> {
    dispatch({ type: 'send' })
    return submitNow()
  }

  /** The clock calls it each second. */
  function timeOver(): void {
    if (!open || sending.current.lastSaveUntil !== null) return
    sending.current.lastSaveUntil = performance.now() + LAST_SAVE_MS
    dispatch({ type: 'timeOver' })
    void submitNow()
  }

  return { send, timeOver, submitNow, stop }
}
