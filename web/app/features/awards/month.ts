import { limaClock, limaInstant } from '@campus/contract/formats'
import { onDemand } from '@campus/contract/on-demand'

const words = onDemand(() => new Intl.DateTimeFormat('es-PE', { month: 'long', year: 'numeric', timeZone: 'UTC' }))

/** The month (`YYYY-MM`) of an instant in Lima. */
export const monthOf = (instant: number): string => limaClock(instant).slice(0, 7)

/** The last second of a month in Lima, its last day at 23:59:59 (docs/product/community.md 4.1). */
export function monthEnd(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return limaInstant(`${next}-01T00:00:00`) - 1000
}

/** `noviembre de 2026` */
export const monthWords = (month: string): string => words().format(new Date(`${month}-01T00:00:00Z`))

export const isMonth = (text: string): boolean => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text)
