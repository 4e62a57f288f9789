import { useEffect, useState } from 'react'

const STEP_MS = 20_000

/** The time, kept fresh enough for doors that open by themselves. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  // A clock outside of React; a tab that was asleep is put right when it is seen again.
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
