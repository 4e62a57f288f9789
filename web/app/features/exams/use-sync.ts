import type { Evaluation, EvaluationDetail, Question } from '@campus/contract/exams'
import { hasTime } from '@campus/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useRef } from 'react'
import { useUser } from '../../lib/session'
import { readDetailNow, readQuestions } from './exam-api'
import { type Limit, readClocks, type ServerClock, serverClock } from './exam-clock'
import type { ExamEvent } from './exam-machine'
import { tellAttempt } from './open-attempt'
import type { SavedReply } from './outbox'
import { type OpenAttempt, useSubmission } from './use-submission'

/** Returning to the tab fires several events at once. */
const RESYNC_INTERVAL_MS = 3000

export const savedOf = (questions: Question[]) =>
  questions.map(({ id, ...rest }): SavedReply => ({ id_pregunta: id, ...rest }))

type Screen = { dispatch: Dispatch<ExamEvent>; setClock: (clock: ServerClock) => void }

/** Follows what the server says of the open attempt: its clock, its limit, its answers and its end. */
export function useSync(evaluation: Evaluation, open: OpenAttempt | null, { dispatch, setClock }: Screen) {
  const user = useUser()
  const queries = useQueryClient()
  const syncedAt = useRef(-RESYNC_INTERVAL_MS)

  function finish(detail: EvaluationDetail): void {
    submission.stop()
    const unsent = open?.saver.unsent ?? []
    open?.saver.clear()
    dispatch({ type: 'submitted', detail, unsent })
    tellAttempt(queries, null)
  }

  /** An outage gives time back. */
  function takeLimit(limit: Limit): void {
    dispatch({ type: 'limit', limit })
    if (hasTime(limit)) submission.goOn()
  }

  /** Takes the server's clock and limit; false at the end of an attempt that was sent, also by time or on another device. */
  function follow(detail: EvaluationDetail): boolean {
    setClock(serverClock(detail.ahora, readClocks()))
    const goesOn = detail.estado === 'abierto' && detail.id_intento === open?.attempt
    if (goesOn) takeLimit(detail)
    else finish(detail)
    return goesOn
  }

  /** @throws ApiError, OfflineError */
  async function sync(): Promise<void> {
    syncedAt.current = performance.now()
    const detail = open && (await readDetailNow(evaluation.id, user.id))
    if (!open || (detail && !follow(detail))) return
    await open.saver.flush().catch(() => undefined)
    open.saver.receive(savedOf(await readQuestions(evaluation.id)))
  }

  async function resync(force = false): Promise<void> {
    if (force || performance.now() - syncedAt.current >= RESYNC_INTERVAL_MS) await sync().catch(() => undefined)
  }

  const submission = useSubmission(open, dispatch, { follow, resync })

  /** The server answers again: what it lacks goes first, then its limit decides. @throws ApiError, OfflineError */
  const back = () => (submission.isOver() ? submission.submitNow() : sync())

  return { submission, takeLimit, resync, back }
}
