import type { OrderState } from '@campus/contract/order-rules'

const FIRST_MS = 1500
const SLOWEST_MS = 30_000
/** After so many looks (about a quarter of an hour) the page rests; the button still asks. */
const MOST = 36

/** States that change by themselves; after a rejection the next attempt may be on its way. */
const MOVING: readonly OrderState[] = ['pendiente', 'en_espera', 'rechazada']

/**
 * How long to wait before looking again, in milliseconds: soon at first, then ever more slowly, in the end no more.
 * @param looks how often the order was read already
 */
export function nextLook(estado: OrderState | undefined, looks: number): number | false {
  if (estado === undefined || !MOVING.includes(estado) || looks > MOST) return false
  return Math.min(SLOWEST_MS, Math.round(FIRST_MS * 1.25 ** Math.max(0, looks - 1)))
}
