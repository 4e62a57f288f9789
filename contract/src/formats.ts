import { onDemand } from './on-demand.ts'

/** Apart from the schemas, for pages that load no Zod. */

const money = onDemand(() => new Intl.NumberFormat('es-PE', { minimumFractionDigits: 2, maximumFractionDigits: 2 }))

/** Lima has had no daylight saving since 1994. */
export const LIMA_OFFSET_MINUTES = 300

/** A table, because every screen has a date and the first `Intl` call is slow on phones. Peru writes `setiembre`. */
export const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'setiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

export const formatMoney = (soles: number): string => `S/ ${money().format(soles)}`

/** The wall clock in Lima: `2026-11-21T19:30:00.000`. */
export const limaClock = (moment: string | number): string =>
  new Date(new Date(moment).getTime() - LIMA_OFFSET_MINUTES * 60_000).toISOString().slice(0, -1)

/** The inverse of `limaClock`. */
export const limaInstant = (clock: string): number => Date.parse(`${clock}-05:00`)

export function formatLimaDate(instant: string): string {
  const [year = 0, month = 0, day = 0] = limaClock(instant).slice(0, 10).split('-').map(Number)
  return `${day} ${MONTHS[month - 1]?.slice(0, 3)} ${year}`
}

/** `21 nov 2026, 19:30` in Lima (docs/product/brands.md 4.7). */
export const formatInstant = (instant: string): string =>
  `${formatLimaDate(instant)}, ${limaClock(instant).slice(11, 16)}`
