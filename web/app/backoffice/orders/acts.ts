import { UNPAID_STATES } from '@campus/contract/order-rules'
import type { StaffOrder } from '@campus/contract/orders.staff'
import type { Permission } from '@campus/contract/permissions'

/** What staff may do to an order. */
export type Act = 'aceptar' | 'registrar' | 'verificar' | 'reenviar' | 'devolver' | 'cancelar'

type Order = Pick<StaffOrder, 'estado' | 'en_pasarela' | 'neto'>

const PERMISSIONS: Record<Act, Permission> = {
  aceptar: 'devoluciones',
  registrar: 'ventas.registrar',
  reenviar: 'ventas.registrar',
  verificar: 'ventas.registrar',
  devolver: 'devoluciones',
  cancelar: 'ventas.registrar',
}

const fits = (act: Act, { estado, en_pasarela, neto }: Order): boolean => {
  const unpaid = UNPAID_STATES.includes(estado)
  if (act === 'aceptar') return estado === 'en_revision'
  if (act === 'reenviar') return estado === 'pagada'
  if (act === 'devolver') return neto > 0
  return act === 'verificar' ? en_pasarela : unpaid
}

/** In the order of the menu: the first is the next one, but a payment on its way is first asked for. */
export function actsOn(order: Order, may: (permission: Permission) => boolean, registers: boolean): Act[] {
  const all = Object.keys(PERMISSIONS) as Act[]
  const open = all.filter((act) => may(PERMISSIONS[act]) && fits(act, order) && (act !== 'registrar' || registers))
  return order.estado === 'en_espera' && open.includes('verificar')
    ? ['verificar', ...open.filter((act) => act !== 'verificar')]
    : open
}
