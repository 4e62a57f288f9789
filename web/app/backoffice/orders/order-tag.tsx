import type { OrderState } from '@campus/contract/order-rules'
import { IconCashOff, IconCircleCheck, IconClock, IconX } from '@tabler/icons-react'
import { Tag } from '../../ui/tag'

/** As staff say it; the buyer's words are in the contract. */
const STATES = {
  pendiente: { text: 'Por pagar', look: { icon: IconClock, tone: 'plain' } },
  en_espera: { text: 'Pago en camino', look: { icon: IconClock, tone: 'wait' } },
  rechazada: { text: 'Pago rechazado', look: { icon: IconX, tone: 'bad' } },
  cancelada: { text: 'Cancelada', look: { icon: IconX, tone: 'plain' } },
  pagada: { text: 'Pagada', look: { icon: IconCircleCheck, tone: 'good' } },
  en_revision: { text: 'En revisión', look: { icon: IconClock, tone: 'wait' } },
  reembolsada: { text: 'Devuelta', look: { icon: IconCashOff, tone: 'plain' } },
  contracargo: { text: 'Contracargo', look: { icon: IconCashOff, tone: 'bad' } },
} as const satisfies Record<OrderState, object>

export function OrderTag({ estado }: { estado: OrderState }) {
  const { text, look } = STATES[estado]
  return <Tag {...look}>{text}</Tag>
}
