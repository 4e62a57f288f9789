import type { Order } from '@campus/contract/orders'
import { Alert } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { formatMoney } from '../../../lib/format'

/** In a line, for lists; null when no money is or was on its way back. */
export function refundText({ por_devolver, devuelto, total, estado }: Order): string | null {
  if (por_devolver > 0) return `Devolución en curso de ${formatMoney(por_devolver)}`
  if (devuelto === 0 || estado === 'reembolsada') return null
  return devuelto < total
    ? `Te devolvimos ${formatMoney(devuelto)} de tu orden`
    : `Devolución hecha de ${formatMoney(devuelto)}`
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
