import type { EvaluationDetail } from '@campus/contract/exams'
import { type Dispatch, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { pointsText } from '../../lib/points'
import { isTemporary, retryDelay } from '../../lib/retry'
import { toast } from '../../lib/toasts'
import type { AnswerSaver } from './answer-saver'
import { problemOf, submitAttempt } from './exam-api'
import type { ExamEvent } from './exam-machine'

export type OpenAttempt = { saver: AnswerSaver; detail: number; attempt: number }

/** `over`: time has ended. */
type Sending = { busy: boolean; over: boolean; failures: number; retry?: ReturnType<typeof setTimeout> }

const newSending = (): Sending => ({ busy: false, over: false, failures: 0 })

/** What the server lacks goes first; once time has ended it may refuse it. @throws to try again */
async function lastSave(saver: AnswerSaver, over: boolean): Promise<void> {
  await saver.flush().catch((error: unknown) => {
    if (!over || isTemporary(error)) throw error
  })
}

/** Submits, and shows the points that it won. Once time has ended, only what has no time left: an outage gives time back. */
async function submit({ detail, attempt }: OpenAttempt, over: boolean): Promise<EvaluationDetail> {
  const { puntos, ...submitted } = await submitAttempt(detail, attempt, over)
  if (puntos > 0) toast(pointsText(puntos))
  return submitted
}

type Endings = {
  /** Finishes where the attempt is closed, else takes its limit. */
  follow: (detail: EvaluationDetail) => void
  /** Reads the detail and follows it. */
  resync: (force: boolean) => Promise<void>
}

/** Submits the open attempt when the student says so, and by itself once time has ended (docs/product/exams.md 3.7). */
export function useSubmission(open: OpenAttempt | null, dispatch: Dispatch<ExamEvent>, endings: Endings) {
  const { follow, resync } = endings
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
    if (mine === sending.current && mine.over) mine.retry = setTimeout(retry, retryDelay(mine.failures++, error))
  }

  /** One at a time. Once time has ended, it tries again until the server takes it. */
  async function submitNow(): Promise<void> {
    const mine = sending.current
    if (!open || mine.busy) return
    mine.busy = true
    clearTimeout(mine.retry)
    try {
      await lastSave(open.saver, mine.over)
      follow(await submit(open, mine.over))
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
    if (!open || sending.current.over) return
    sending.current.over = true
    dispatch({ type: 'timeOver' })
    void submitNow()
  }

  /** For an attempt that goes on, because its time was given back. */
  function goOn(): void {
    if (sending.current.over) stop()
  }

  return { send, timeOver, submitNow, stop, goOn, isOver: () => sending.current.over }
}
