import type { OrderState } from '@campus/contract/order-rules'

const FIRST_MS = 1500
const SLOWEST_MS = 30_000
/** After this many reads (about a quarter of an hour) polling ends; the button still works. */
const MAX_READS = 36

/** States that may change by themselves; after a rejection the student may be paying again. */
const MOVING: readonly OrderState[] = ['pendiente', 'en_espera', 'rechazada']

/** The wait in milliseconds before the next read, growing each time; false ends the polling. */
export function nextRead(estado: OrderState | undefined, reads: number): number | false {
  if (estado === undefined || !MOVING.includes(estado) || reads > MAX_READS) return false
  return Math.min(SLOWEST_MS, Math.round(FIRST_MS * 1.25 ** Math.max(0, reads - 1)))
}
