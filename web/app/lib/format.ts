import { formatInstant, formatLimaDate, formatMoney, limaClock, MONTHS } from '@campus/contract/formats'
import { onDemand } from '@campus/contract/on-demand'

const number = onDemand(() => new Intl.NumberFormat('es-PE', { maximumFractionDigits: 2 }))

export { formatMoney }

export const formatDateTime = (instant: string | null | undefined): string =>
  instant ? formatInstant(instant) : 'Fecha no disponible'

export const formatDate = (instant: string | null | undefined): string =>
  instant ? formatLimaDate(instant) : 'Fecha no disponible'

export const formatDayOfYear = (day: string): string =>
  `${Number(day.slice(8, 10))} de ${MONTHS[Number(day.slice(5, 7)) - 1]}`

export const formatDay = (day: string): string => `${formatDayOfYear(day)} de ${day.slice(0, 4)}`

export const formatDayOf = (instant: string): string => formatDay(limaClock(instant).slice(0, 10))

/** Small whole numbers avoid `Intl`, whose first call is slow on phones. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : number().format(value)

export const count = (n: number, one: string, many: string): string => `${formatNumber(n)} ${n === 1 ? one : many}`

/** `03:25`, or `1:03:25` from an hour on. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (n: number) => String(n).padStart(2, '0')
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${rest}` : rest
}
