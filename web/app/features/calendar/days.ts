/**
 * Days `YYYY-MM-DD` and months `YYYY-MM` as texts. They are counted in UTC, which has no clock changes, and never
 * through the device's zone: a day of Lima stays the same day everywhere.
 */
const DAY_MS = 86_400_000

const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const fromMs = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const two = (n: number): string => String(n).padStart(2, '0')

/** The day so many days later, or earlier. */
export const addDays = (day: string, days: number): string => fromMs(toMs(day) + days * DAY_MS)

/** The month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** The month so many months later, or earlier. */
export function addMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${two((count % 12) + 1)}`
}

/** The last day of a month. */
export const lastDayOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1)

/** The same day of another month, or that month's last one when it is shorter. */
export function sameDayIn(day: string, month: string): string {
  const last = lastDayOf(month)
  const same = `${month}-${day.slice(8)}`
  return same > last ? last : same
}

/** Monday 0 to Sunday 6. */
export const weekdayOf = (day: string): number => (new Date(toMs(day)).getUTCDay() + 6) % 7

/** The weeks that a month touches, whole, from Monday to Sunday. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const start = addDays(first, -weekdayOf(first))
  const last = lastDayOf(month)
  const weeks = (toMs(addDays(last, 6 - weekdayOf(last))) - toMs(start) + DAY_MS) / (7 * DAY_MS)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(start, week * 7 + day)),
  )
}

/** A month that an address asks for; null when it asks for none that a calendar here could show. */
export const readMonth = (text: string | null): string | null =>
  text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : null

/** A day that an address asks for; null when there is no such day. */
export function readDay(text: string | null): string | null {
  if (text === null || !/^20\d\d-\d\d-\d\d$/.test(text) || readMonth(monthOf(text)) === null) return null
  return text <= lastDayOf(monthOf(text)) && !text.endsWith('-00') ? text : null
}

const MOVES: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day) => sameDayIn(day, addMonths(monthOf(day), -1)),
  PageDown: (day) => sameDayIn(day, addMonths(monthOf(day), 1)),
}

/** Where a key leads from a day in the grid (APG date grid); null when it is no such key. */
export const moveByKey = (day: string, key: string): string | null => MOVES[key]?.(day) ?? null

const dayFormat = new Intl.DateTimeFormat('es-PE', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat('es-PE', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `lunes 23 de noviembre` */
export const dayName = (day: string): string => dayFormat.format(toMs(day)).replace(',', '')

/** `noviembre de 2026` */
export const monthName = (month: string): string => monthFormat.format(toMs(`${month}-01`))
