import { formatMoney } from '@campus/contract/formats'
import { equalParts, monthsAfter } from '@campus/contract/instalment-rules'
import { numberOf } from '@campus/contract/numbers'
import type { SaleRequest } from '@campus/contract/sales'

/** An instalment as it was edited; null follows the total and the day of the sale. */
export type DraftPart = { monto: string | null; vence: string | null }

export const FOLLOWING: DraftPart = { monto: null, vence: null }

/** As many parts, with what was edited of them. */
export const resized = (parts: readonly DraftPart[], count: number): DraftPart[] =>
  Array.from({ length: count }, (_, at) => parts[at] ?? FOLLOWING)

export type Part = { monto: string; vence: string }

const inCents = (soles: number): number => Math.round(soles * 100)

const centsOf = (typed: string): number => inCents(numberOf(typed)) || 0

const IS_DAY = /^\d{4}-\d\d-\d\d$/

/** Empty while the day is being typed. */
const later = (day: string, months: number): string => (IS_DAY.test(day) ? monthsAfter(day, months) : '')

/** What is agreed: amounts that were not edited share what is left, days follow the last edited one by months. */
export function partsOf(parts: readonly DraftPart[], total: number, day: string): Part[] {
  const free = parts.filter(({ monto }) => monto === null).length
  const fixed = parts.reduce((sum, { monto }) => sum + centsOf(monto ?? ''), 0)
  const shared = equalParts(Math.max(0, inCents(total) - fixed), free)
  const since = { day, at: 0 }
  return parts.map(({ monto, vence }, at) => {
    if (at > 0 && vence) Object.assign(since, { day: vence, at })
    const amount = monto ?? ((shared.shift() ?? 0) / 100).toFixed(2)
    return { monto: amount, vence: at > 0 && vence !== null ? vence : later(since.day, at - since.at) }
  })
}

/** By how much the sum of some parts is not the total; null where it is. */
export function missingText(parts: readonly Part[], total: number): string | null {
  const missing = inCents(total) - parts.reduce((sum, { monto }) => sum + centsOf(monto), 0)
  if (parts.length === 0 || missing === 0) return null
  return missing > 0
    ? `A las cuotas les faltan ${formatMoney(missing / 100)} para el total.`
    : `Las cuotas pasan del total por ${formatMoney(-missing / 100)}.`
}

export const planIn = (parts: readonly Part[]): NonNullable<SaleRequest['cuotas']> =>
  parts.map(({ monto, vence }) => ({ monto: numberOf(monto), vence }))
