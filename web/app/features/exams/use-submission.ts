import type { EvaluationDetail } from '@campus/contract/exams'
import { notifications } from '@mantine/notifications'
import { type Dispatch, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { pointsText } from '../../lib/points'
import { isTemporary, retryDelay } from '../../lib/retry'
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
  /** The same, and says whether its time is over: an outage gives time back. @throws ApiError, OfflineError */
  readLimit: () => Promise<'closed' | 'open' | 'over'>
}

/** Submits the open attempt when the student says so, and by itself once time has ended (docs/product/exams.md 3.7). */
export function useSubmission(open: OpenAttempt | null, dispatch: Dispatch<ExamEvent>, endings: Endings) {
  const { finish, resync, readLimit } = endings
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
      if (mine.over && (await readLimit()) !== 'over') return
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
