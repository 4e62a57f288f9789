import { limaClock, limaInstant } from '@campus/contract/formats'
import type { When } from './format.ts'

export const todayInLima = (): string => limaClock(Date.now()).slice(0, 10)

function plusDays(today: string, days: number): string {
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** A date, or a number of days from today. */
export function dayOf({ dias, fecha }: When, today: string): string {
  return dias === undefined ? (fecha ?? today).slice(0, 10) : plusDays(today, dias)
}

export const instantOf = (day: string, time: string): string => new Date(limaInstant(`${day}T${time}`)).toISOString()

/** Without a time, opens at the first and closes at the last second of the day. */
export function momentOf(when: When | undefined, today: string, edge: 'opens' | 'closes'): string | null {
  if (!when) return null
  const time = when.fecha?.split('T')[1] ?? (edge === 'opens' ? '00:00:00' : '23:59:59')
  return instantOf(dayOf(when, today), time)
}
