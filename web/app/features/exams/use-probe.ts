import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../lib/errors'
import { useWindowEvent } from '../../lib/events'
import { onServerBack, probeNetwork, useOffline } from '../../lib/network'
import { isTemporary, retryDelay } from '../../lib/retry'
import type { AnswerSaver } from './answer-saver'
import type { Exam } from './use-exam'

/** Of 500 browsers a hundred and more ask in each second. */
const PROBE_MS = 2000

/** While the server cannot be reached: a cheap call every 2 to 4 s, differently in each browser. */
function useProbe(): void {
  const offline = useOffline()
  useEffect(() => {
    if (!offline) return
    let timer: ReturnType<typeof setTimeout>
    let stopped = false
    const schedule = () => {
      if (!stopped) timer = setTimeout(() => probeNetwork().finally(schedule), PROBE_MS * (1 + Math.random()))
    }
    schedule()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [offline])
}

/** Calls it as soon as the server is back, and again while that is busy. */
export function useServerBack(call: () => Promise<void>): void {
  useProbe()
  const onBack = useEffectEvent(call)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = (failures: number) => {
      clearTimeout(timer)
      onBack().catch((error: unknown) => {
        const busy = error instanceof ApiError && isTemporary(error)
        if (busy) timer = setTimeout(() => attempt(failures + 1), retryDelay(failures, error))
      })
    }
    const stop = onServerBack(() => attempt(0))
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}

/** Resynchronises whenever the student returns to the tab, the server is back, or another tab saved an answer. */
export function useResync(exam: Exam, saver: AnswerSaver): void {
  useServerBack(exam.back)
  useWindowEvent('focus', () => void exam.resync())
  useWindowEvent('storage', (event) => saver.isNews(event) && void exam.resync(true))
  useWindowEvent('visibilitychange', () => {
    if (document.visibilityState === 'visible') void exam.resync()
    else void saver.flush().catch(() => undefined)
  })
}
