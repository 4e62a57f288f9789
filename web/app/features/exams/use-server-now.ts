import { useState } from 'react'
import { useInterval } from '../../lib/events'
import { readClocks, serverClock, serverNow } from './exam-clock'

/** By the server's clock, not the device's; `receivedAt` is when the device received `ahora`. */
export function useServerNow(ahora: string, receivedAt: number): number {
  const read = () => {
    const now = readClocks()
    const then = { wall: receivedAt, steady: now.steady - (now.wall - receivedAt) }
    return serverNow(serverClock(ahora, then), now)
  }
  const [now, setNow] = useState(read)
  useInterval(() => setNow(read()), 1000)
  return Math.max(now, Date.parse(ahora))
}
