import { onDemand } from '@campus/contract/on-demand'
import { getMonthDays } from '@mantine/dates'
import dayjs from 'dayjs'

/** Days are texts `YYYY-MM-DD` and months `YYYY-MM`, so that a day of Lima is the same day on every device. */
const dayOf = (date: dayjs.Dayjs): string => date.format('YYYY-MM-DD')

/** Monday 0 to Sunday 6. */
const weekdayOf = (date: dayjs.Dayjs): number => (date.day() + 6) % 7

export const addDays = (day: string, days: number): string => dayOf(dayjs(day).add(days, 'day'))

export const monthOf = (day: string): string => day.slice(0, 7)

export const addMonths = (month: string, months: number): string =>
  monthOf(dayOf(dayjs(`${month}-01`).add(months, 'month')))

/** The whole weeks that a month touches, from Monday to Sunday. */
export const weeksOf = (month: string): string[][] =>
  getMonthDays({ month: `${month}-01`, firstDayOfWeek: 1, consistentWeeks: false })

/** A month in the address, or null when the calendar cannot show it. */
export const readMonth = (text: string | null): string | null =>
  text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : null

/** A day in the address, or null when it does not exist. */
export function readDay(text: string | null): string | null {
  if (text === null || !/^20\d\d-\d\d-\d\d$/.test(text) || readMonth(monthOf(text)) === null) return null
  return dayOf(dayjs(text)) === text ? text : null
}

const MOVES: Record<string, (date: dayjs.Dayjs) => dayjs.Dayjs> = {
  ArrowLeft: (date) => date.subtract(1, 'day'),
  ArrowRight: (date) => date.add(1, 'day'),
  ArrowUp: (date) => date.subtract(1, 'week'),
  ArrowDown: (date) => date.add(1, 'week'),
  Home: (date) => date.subtract(weekdayOf(date), 'day'),
  End: (date) => date.add(6 - weekdayOf(date), 'day'),
  PageUp: (date) => date.subtract(1, 'month'),
  PageDown: (date) => date.add(1, 'month'),
}

/** The day that a key leads to in the grid (APG date grid), or null for any other key. */
export function moveByKey(day: string, key: string): string | null {
  const move = MOVES[key]
  return move ? dayOf(move(dayjs(day))) : null
}

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
