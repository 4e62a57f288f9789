import { limaClock, limaInstant } from '@campus/contract/formats'

/** `2026-11-30T19:30` of Lima, for a field of date and time. */
export const limaField = (instant: string | null): string => (instant ? limaClock(instant).slice(0, 16) : '')

export function instantOf(field: string): string | null {
  if (field === '') return null
  const instant = limaInstant(`${field}:00`)
  return Number.isNaN(instant) ? null : new Date(instant).toISOString()
}
