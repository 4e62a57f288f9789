import { MEDIUM_NAMES } from '@campus/contract/media'
import type { StaffOrder } from '@campus/contract/orders.staff'
import { formatMoney } from '../../lib/format'

type Movement = StaffOrder['movimientos'][number]

/** What staff may take back. */
export type Annulled = Movement & { anulable: string[] }

export const isAnnullable = (movement: Movement): movement is Annulled => movement.anulable !== null

/** «el cobro de S/ 149.00 por Yape» */
export function annulledText({ tipo, monto, medio }: Annulled): string {
  if (medio === 'cortesia') return 'la cortesía'
  const what = tipo === 'cobro' ? `el cobro de ${formatMoney(monto)}` : `la devolución de ${formatMoney(-monto)}`
  return `${what} por ${MEDIUM_NAMES[medio]}`
}
