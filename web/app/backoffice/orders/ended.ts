import type { StaffOrder } from '@campus/contract/orders.staff'
import { formatMoney } from '../../lib/format'

/** What is owed no more once money of an order goes back; null where nothing is owed. */
export function endedText({ cuotas, debe }: Pick<StaffOrder, 'cuotas' | 'debe'>): string | null {
  const owed = cuotas.filter(({ estado }) => estado === 'por_pagar' || estado === 'vencida').length
  if (owed === 0) return null
  return owed === 1
    ? `La cuota que falta (${formatMoney(debe)}) ya no se cobrará.`
    : `Las ${owed} cuotas que faltan (${formatMoney(debe)}) ya no se cobrarán.`
}
