import { onDemand } from '@campus/contract/on-demand'

/** Days are texts `YYYY-MM-DD` and months `YYYY-MM`, so that a day of Lima is the same day on every device. */
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * 86_400_000)

const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

export const monthOf = (day: string): string => day.slice(0, 7)

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return monthOf(dayOf(Date.UTC(year, number - 1 + months)))
}

const lastDayOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1)

const exists = (day: string): boolean => day <= lastDayOf(monthOf(day))

/** The whole weeks that a month touches, from Monday to Sunday. */
export function weeksOf(month: string): string[][] {
  const weeks: string[][] = []
  for (let monday = mondayOf(`${month}-01`); monday <= lastDayOf(month); monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, days) => addDays(monday, days)))
  return weeks
}

/** A month in the address, or null when the calendar cannot show it. */
export const readMonth = (text: string | null): string | null =>
  text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : null

/** A day in the address, or null when it does not exist. */
export function readDay(text: string | null): string | null {
  const month = readMonth(text?.slice(0, -3) ?? null)
  return text && month && /-(0[1-9]|[12]\d|3[01])$/.test(text) && exists(text) ? text : null
}

/** The same day of another month, or the last of a shorter one. */
function inMonth(month: string, day: string): string {
  const same = `${month}${day.slice(7)}`
  return exists(same) ? same : lastDayOf(month)
}

const MOVES: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: mondayOf,
  End: (day) => addDays(mondayOf(day), 6),
  PageUp: (day) => inMonth(addMonths(monthOf(day), -1), day),
  PageDown: (day) => inMonth(addMonths(monthOf(day), 1), day),
}

/** The day that a key leads to in the grid (APG date grid), or null for any other key. */
export const moveByKey = (day: string, key: string): string | null => MOVES[key]?.(day) ?? null

const inSpanish = (options: Intl.DateTimeFormatOptions) => {
  const format = onDemand(() => new Intl.DateTimeFormat('es-PE', { ...options, timeZone: 'UTC' }))
  return (day: string) => format().format(Date.parse(day))
}
const fullDay = inSpanish({ weekday: 'long', day: 'numeric', month: 'long' })

/** `lunes 23 de noviembre` */
export const dayName = (day: string): string => fullDay(day).replace(',', '')

/** `noviembre de 2026` */
export const monthName: (month: string) => string = inSpanish({ month: 'long', year: 'numeric' })

/** `lun` */
export const weekdayName: (day: string) => string = inSpanish({ weekday: 'short' })

/** `lunes` */
export const fullWeekdayName: (day: string) => string = inSpanish({ weekday: 'long' })

/** `Hoy, lunes 23 de noviembre` */
export function dayTitle(day: string, today: string): string {
  if (day === today) return `Hoy, ${dayName(day)}`
  return day === addDays(today, 1) ? `Mañana, ${dayName(day)}` : dayName(day)
}
