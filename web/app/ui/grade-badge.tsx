import { type Badge, badgeOf } from '@campus/contract/rules'
import { IconClockHour4, IconStarFilled, IconThumbUpFilled } from '@tabler/icons-react'
import { formatNumber } from '../platform/format'
import { Tag } from './tag'

const LOOKS = {
  excelente: { icon: IconStarFilled, tone: 'good', word: 'Excelente' },
  bueno: { icon: IconThumbUpFilled, tone: 'fair', word: 'Bueno' },
  pendiente: { icon: IconClockHour4, tone: 'plain', word: 'Pendiente' },
} as const satisfies Record<Badge, object>

/** The badge of a grade: 80 or more excellent, 60 or more good, otherwise pending (campus.md section 9). */
export function GradeBadge({ percent }: { percent: number | null }) {
  const { icon, tone, word } = LOOKS[badgeOf(percent)]
  return (
    <Tag icon={icon} tone={tone}>
      {word}
      {percent !== null && ` · ${formatNumber(percent)} %`}
    </Tag>
  )
}
