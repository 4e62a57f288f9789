import { onDemand } from '@campus/contract/on-demand'
import { formatDate } from './format'

const relative = onDemand(() => new Intl.RelativeTimeFormat('es-PE'))
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** `ahora mismo`, `hace 5 minutos`, `hace 3 días`; after a week the date in Lima. */
export function formatAgo(instant: string, now: number): string {
  // The server's clock may be a little ahead of the device's.
  const passed = Math.max(0, now - Date.parse(instant))
  if (passed < MINUTE) return 'ahora mismo'
  if (passed < HOUR) return relative().format(-Math.floor(passed / MINUTE), 'minute')
  if (passed < DAY) return relative().format(-Math.floor(passed / HOUR), 'hour')
  if (passed < WEEK) return relative().format(-Math.floor(passed / DAY), 'day')
  return formatDate(instant)
}
