import type { EvaluationDetail } from '@campus/contract/exams'
import { TIME_WARNINGS_SECONDS } from '@campus/contract/rules'
import { useState } from 'react'
import { useInterval } from '../../lib/events'

/** In ms: the wall clock can be set by hand, the steady clock can stop while the device sleeps. */
export type Reading = { wall: number; steady: number }

/** The server's time, with the device's clocks when it was received. */
export type ServerClock = Reading & { server: number }

/** A larger drift means that a clock was set or the device slept. */
const TOLERANCE_MS = 2000

export const readClocks = (): Reading => ({ wall: Date.now(), steady: performance.now() })

export const serverClock = (ahora: string, reading: Reading): ServerClock => ({ ...reading, server: Date.parse(ahora) })

/** Follows the steady clock, so that setting the device's clock changes nothing. */
export const serverNow = (clock: ServerClock, reading: Reading): number => clock.server + reading.steady - clock.steady

/** Whether the server's time must be read again. */
export const isStale = (clock: ServerClock, reading: Reading): boolean =>
  Math.abs(reading.wall - clock.wall - (reading.steady - clock.steady)) > TOLERANCE_MS

/** Whole seconds, rounded up, so that 0 means that the time is over. */
export const secondsLeft = (clock: ServerClock, limite: string, reading: Reading): number =>
  Math.max(0, Math.ceil((Date.parse(limite) - serverNow(clock, reading)) / 1000))

/** As the server says it; `segundos_devueltos` are part of `limite` already. */
export type Limit = Pick<EvaluationDetail, 'limite' | 'segundos_devueltos' | 'ahora'>

/** Warnings at 5 and at 1 minute. */
export type Urgency = 'normal' | 'soon' | 'last' | 'over'

/** It changes three times, so that its live region announces three times. */
export function urgencyOf(seconds: number): Urgency {
  const [soon, last] = TIME_WARNINGS_SECONDS
  if (seconds <= 0) return 'over'
  if (seconds <= last) return 'last'
  return seconds <= soon ? 'soon' : 'normal'
}

/** Whether an attempt may begin (docs/product/exams.md 1.3). */
export function windowAt(
  { fecha_apertura, fecha_cierre }: { fecha_apertura: string | null; fecha_cierre: string | null },
  now: number,
): 'before' | 'open' | 'after' {
  if (fecha_apertura && now < Date.parse(fecha_apertura)) return 'before'
  return fecha_cierre && now >= Date.parse(fecha_cierre) ? 'after' : 'open'
}

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
