import { limaClock } from '@campus/contract/formats'

/** `2026-11-30T19:30` of Lima, for a field of date and time; Peru is at -05:00 all year. */
export const limaField = (instant: string | null): string => (instant ? limaClock(instant).slice(0, 16) : '')

export const instantOf = (field: string): string | null =>
  field === '' || Number.isNaN(Date.parse(`${field}:00-05:00`)) ? null : new Date(`${field}:00-05:00`).toISOString()
