import { useEffect, useState } from 'react'

const STEP_MS = 20_000

/** Fresh enough for live sessions to open on time. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  // Timers stop in a sleeping tab, so the time is read again when the tab is shown.
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, STEP_MS)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now
}
