import { TIME_ZONE } from '@campus/contract/rules'

const money = new Intl.NumberFormat('es-PE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const dateTime = new Intl.DateTimeFormat('es-PE', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: TIME_ZONE,
})
const date = new Intl.DateTimeFormat('es-PE', { day: 'numeric', month: 'short', year: 'numeric', timeZone: TIME_ZONE })
const longDay = { day: 'numeric', month: 'long', year: 'numeric' } as const
const longDate = new Intl.DateTimeFormat('es-PE', { ...longDay, timeZone: TIME_ZONE })
const plainDay = new Intl.DateTimeFormat('es-PE', { ...longDay, timeZone: 'UTC' })
const number = new Intl.NumberFormat('es-PE', { maximumFractionDigits: 2 })

function parts(format: Intl.DateTimeFormat, value: Date): Record<string, string> {
  return Object.fromEntries(format.formatToParts(value).map((part) => [part.type, part.value.replace('.', '')]))
}

/** `S/ 1,234.50` */
export const formatMoney = (soles: number): string => `S/ ${money.format(soles)}`

/** `21 nov 2026, 19:30`, in Lima; *Fecha no disponible* without one (storefront.md section 8). */
export function formatDateTime(instant: string | null | undefined): string {
  if (!instant) return 'Fecha no disponible'
  const { day, month, year, hour, minute } = parts(dateTime, new Date(instant))
  return `${day} ${month} ${year}, ${hour}:${minute}`
}

/** `21 nov 2026`, in Lima. */
export function formatDate(instant: string | null | undefined): string {
  if (!instant) return 'Fecha no disponible'
  const { day, month, year } = parts(date, new Date(instant))
  return `${day} ${month} ${year}`
}

/** `21 de noviembre de 2026` of a calendar day `YYYY-MM-DD`. */
export const formatDay = (day: string): string => plainDay.format(new Date(`${day}T00:00:00Z`))

/** The same of an instant, in Lima. */
export const formatDayOf = (instant: string): string => longDate.format(new Date(instant))

/** A grade or a number of hours, without needless zeros. */
export const formatNumber = (value: number): string => number.format(value)

/** `1 hora`, `12 horas`. */
export const formatHours = (hours: number): string => `${number.format(hours)} ${hours === 1 ? 'hora' : 'horas'}`

/** `1 lección`, `3 lecciones`: a number with its noun. */
export const count = (n: number, one: string, many: string): string => `${number.format(n)} ${n === 1 ? one : many}`

/** `03:25`, and from an hour on `1:03:25`: a place in a video, or a time that is left. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (n: number) => String(n).padStart(2, '0')
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${rest}` : rest
}
