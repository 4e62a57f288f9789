import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../lib/errors'
import { onServerBack, probeNetwork, useOffline } from '../../lib/network'
import { isTemporary, retryDelay } from '../../lib/retry'

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
