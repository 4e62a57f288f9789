import { count, formatDateTime } from './format'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Relative within a day, then short month and time. */
export function formatAgo(instant: string, now: number): string {
  // The server's clock may be a little ahead of the device's.
  const passed = Math.max(0, now - Date.parse(instant))
  if (passed < MINUTE) return 'ahora mismo'
  if (passed < HOUR) return `hace ${count(Math.floor(passed / MINUTE), 'minuto', 'minutos')}`
  if (passed < DAY) return `hace ${count(Math.floor(passed / HOUR), 'hora', 'horas')}`
  return formatDateTime(instant)
}
