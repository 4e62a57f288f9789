/** Apart from `instalments.ts`, for pages that load no Zod. */

export const MIN_INSTALMENTS = 2
export const MAX_INSTALMENTS = 12
/** Of the last one after the sale. */
export const MAX_PLAN_DAYS = 730

/** `cerrada`: a refund, or the sale that was taken back, ended what was owed. */
export const INSTALMENT_STATES = ['pagada', 'por_pagar', 'vencida', 'cerrada'] as const
export type InstalmentState = (typeof INSTALMENT_STATES)[number]

/** Céntimos in equal parts, the odd ones to the first. */
export function equalParts(centimos: number, parts: number): number[] {
  const part = Math.floor(centimos / parts)
  return Array.from({ length: parts }, (_, at) => (at === 0 ? centimos - part * (parts - 1) : part))
}

/** The same day of a later month (`2026-01-31` is `2026-02-28` a month later). */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
