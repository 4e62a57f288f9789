import { IconCircleDashed, IconHourglassHigh, IconStarFilled, IconThumbUpFilled } from '@tabler/icons-react'
import { examState, type Standing } from '../lib/exam-state'
import { Tag } from './tag'

const ICONS = { good: IconStarFilled, fair: IconThumbUpFilled, plain: IconCircleDashed, wait: IconHourglassHigh }

/** A student's grade, or how the exam stands until there is one (docs/product/learning.md 3.2). */
export function GradeBadge({ exam }: { exam: Standing }) {
  const { tone, text } = examState(exam)
  return (
    <Tag icon={ICONS[tone]} tone={tone}>
      {text}
    </Tag>
  )
}
