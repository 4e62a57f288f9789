import { formatMoney } from '../../lib/format'

/** What is missing or left over; null where nothing is. */
export function differenceText(soles: number): string | null {
  const difference = Math.round(soles * 100) / 100
  if (difference === 0) return null
  return difference < 0 ? `Faltan ${formatMoney(-difference)}.` : `Sobran ${formatMoney(difference)}.`
}

/** What went out behind a minus. */
export const signedMoney = (soles: number): string => (soles < 0 ? `− ${formatMoney(-soles)}` : formatMoney(soles))
