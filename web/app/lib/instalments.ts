import type { Instalment } from '@campus/contract/instalments'
import { count, formatDate } from './format'

const DAY_MS = 86_400_000
const SOON_DAYS = 7

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

const onDay = (day: string): string => `el ${formatDate(`${day}T12:00:00Z`)}`

function dueText(vence: string, today: string): string {
  const days = daysBetween(today, vence)
  if (days === 0) return 'Vence hoy'
  if (days === 1) return 'Vence mañana'
  if (days === -1) return 'Venció ayer'
  if (days < 0) return days < -30 ? `Venció ${onDay(vence)}` : `Venció hace ${count(-days, 'día', 'días')}`
  return days <= SOON_DAYS ? `Vence en ${count(days, 'día', 'días')}` : `Vence ${onDay(vence)}`
}

/** How an instalment stands on a day of Lima, in words. */
export function instalmentText({ estado, vence, pagada_el, en_camino }: Instalment, today: string): string {
  if (estado === 'pagada') return `Pagada ${onDay(pagada_el ?? vence)}`
  if (estado === 'cerrada') return 'Ya no se cobra'
  return en_camino ? 'Pago en camino' : dueText(vence, today)
}

/** The first that is owed. */
export const nextOf = (cuotas: readonly Instalment[]): Instalment | undefined =>
  cuotas.find(({ estado }) => estado === 'por_pagar' || estado === 'vencida')

/** Whether it is overdue or due within a week. */
export const isSoon = ({ vence }: Instalment, today: string): boolean => daysBetween(today, vence) <= SOON_DAYS
