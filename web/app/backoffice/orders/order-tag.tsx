import { type OrderState, STAFF_STATE_TEXTS } from '@campus/contract/order-rules'
import { IconCalendarDollar, IconCashOff, IconCircleCheck, IconClock, IconX } from '@tabler/icons-react'
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

const OWING = { icon: IconCalendarDollar, tone: 'fair' } as const

type OrderTagProps = { estado: OrderState; text?: string; debe?: number }

/** `text`: the server's words, where it knows more than the state; `debe`: what is still owed of it. */
export const OrderTag = ({ estado, text = STAFF_STATE_TEXTS[estado], debe = 0 }: OrderTagProps) => (
  <Tag {...(debe > 0 ? OWING : LOOKS[estado])}>{text}</Tag>
)
