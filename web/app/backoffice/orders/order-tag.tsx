import { type OrderState, STAFF_STATE_TEXTS } from '@campus/contract/order-rules'
import { IconCashOff, IconCircleCheck, IconClock, IconX } from '@tabler/icons-react'
import { Tag } from '../../ui/tag'

const LOOKS = {
  pendiente: { icon: IconClock, tone: 'plain' },
  en_espera: { icon: IconClock, tone: 'wait' },
  rechazada: { icon: IconX, tone: 'bad' },
  cancelada: { icon: IconX, tone: 'plain' },
  pagada: { icon: IconCircleCheck, tone: 'good' },
  en_revision: { icon: IconClock, tone: 'wait' },
  reembolsada: { icon: IconCashOff, tone: 'plain' },
  contracargo: { icon: IconCashOff, tone: 'bad' },
} as const satisfies Record<OrderState, object>

/** `text`: the server's words, where it knows more than the state. */
export const OrderTag = ({ estado, text = STAFF_STATE_TEXTS[estado] }: { estado: OrderState; text?: string }) => (
  <Tag {...LOOKS[estado]}>{text}</Tag>
)
