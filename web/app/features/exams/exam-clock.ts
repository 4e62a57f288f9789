import { TIME_WARNINGS_SECONDS } from '@campus/contract/rules'

/** What the device's two clocks say: the wall clock can be set by hand, the steady one can stop while it sleeps. */
export type Reading = { wall: number; steady: number }

/** The server's clock, and what the device's showed when it was heard. All in milliseconds. */
export type ServerClock = Reading & { server: number }

/** The clocks drift apart by more than this only when one was set, or when the device slept. */
const TOLERANCE_MS = 2000

/** The device's clocks now. */
export const readClocks = (): Reading => ({ wall: Date.now(), steady: performance.now() })

/** Keeps the server's `ahora` beside the device's clocks. */
export const setClock = (ahora: string, reading: Reading): ServerClock => ({ ...reading, server: Date.parse(ahora) })

/** The server's clock now. Follows the steady clock: setting the device's changes nothing (peers.md section 3). */
export const serverNow = (clock: ServerClock, reading: Reading): number => clock.server + reading.steady - clock.steady

/** Whether the device slept or its clock was set, so that the server must be asked again. */
export const isStale = (clock: ServerClock, reading: Reading): boolean =>
  Math.abs(reading.wall - clock.wall - (reading.steady - clock.steady)) > TOLERANCE_MS

/** Whole seconds until the limit, never below 0; rounded up, so that 0 means that the time is really over. */
export const secondsLeft = (clock: ServerClock, limite: string, reading: Reading): number =>
  Math.max(0, Math.ceil((Date.parse(limite) - serverNow(clock, reading)) / 1000))

/** How pressing the time is: warnings at 5 and at 1 minute. */
export type Urgency = 'calm' | 'soon' | 'last' | 'over'

/** The urgency of what is left. It changes thrice, so that a live region that shows it speaks thrice. */
export function urgencyOf(seconds: number): Urgency {
  const [soon, last] = TIME_WARNINGS_SECONDS
  if (seconds <= 0) return 'over'
  if (seconds <= last) return 'last'
  return seconds <= soon ? 'soon' : 'calm'
}

/** Whether an evaluation may begin at the server's moment (campus.md section 4): between opening and closing. */
export function windowAt(
  { fecha_apertura, fecha_cierre }: { fecha_apertura: string | null; fecha_cierre: string | null },
  now: number,
): 'before' | 'open' | 'after' {
  if (fecha_apertura && now < Date.parse(fecha_apertura)) return 'before'
  return fecha_cierre && now >= Date.parse(fecha_cierre) ? 'after' : 'open'
}
