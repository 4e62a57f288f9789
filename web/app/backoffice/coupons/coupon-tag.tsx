import { COUPON_STATE_TEXTS, type CouponState } from '@campus/contract/coupon-rules'
import { IconCircleCheck, IconClock, IconLock, IconTicketOff } from '@tabler/icons-react'
import { Tag } from '../../ui/tag'

const LOOKS = {
  vigente: { icon: IconCircleCheck, tone: 'good' },
  por_empezar: { icon: IconClock, tone: 'wait' },
  terminado: { icon: IconLock, tone: 'plain' },
  agotado: { icon: IconTicketOff, tone: 'plain' },
  cerrado: { icon: IconLock, tone: 'plain' },
} as const satisfies Record<CouponState, object>

export const CouponTag = ({ state }: { state: CouponState }) => <Tag {...LOOKS[state]}>{COUPON_STATE_TEXTS[state]}</Tag>
