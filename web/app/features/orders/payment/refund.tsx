import type { Order } from '@campus/contract/orders'
import { IconArrowBackUp } from '@tabler/icons-react'
import { formatMoney } from '../../../lib/format'
import { Alert } from '../../../ui/alert'
import { otherBack } from './money-back-words'

/** In a line, for lists; null when no money is or was on its way back. */
export function refundText(order: Order): string | null {
  const { por_devolver, total, estado } = order
  if (por_devolver > 0) return `Devolución en curso de ${formatMoney(por_devolver)}`
  const back = otherBack(order)
  if (back === 0 || estado === 'reembolsada') return null
  return back < total ? `Te devolvimos ${formatMoney(back)} de tu orden` : `Devolución hecha de ${formatMoney(back)}`
}

/** Tells of a double charge until it is paid back, and after. */
export function Refund({ order }: { order: Order }) {
  const text = refundText(order)
  if (!text) return null
  return (
    <Alert
      color={order.cobro_doble ? 'yellow' : 'teal'}
      icon={<IconArrowBackUp aria-hidden />}
      role="status"
      title={text}
    >
      {order.cobro_doble
        ? 'Pagaste lo mismo dos veces. La academia ya fue avisada y te devolverá lo que se cobró de más: no tienes que hacer nada.'
        : 'El dinero vuelve al medio con el que pagaste; tu banco puede tardar unos días en mostrarlo.'}
    </Alert>
  )
}
