import {
  type Icon,
  IconCircleDashed,
  IconClockHour4,
  IconHourglassHigh,
  IconStarFilled,
  IconThumbUpFilled,
} from '@tabler/icons-react'
import { examState, type Standing } from '../lib/exam-state'
import { Tag, type Tone } from './tag'

const LOOKS: Record<ReturnType<typeof examState>['tone'], { tone: Tone; icon: Icon }> = {
  excelente: { tone: 'good', icon: IconStarFilled },
  bueno: { tone: 'fair', icon: IconThumbUpFilled },
  pendiente: { tone: 'plain', icon: IconCircleDashed },
  running: { tone: 'wait', icon: IconHourglassHigh },
  waiting: { tone: 'wait', icon: IconClockHour4 },
}

/** A student's grade, or how the exam stands until there is one (docs/product/learning.md 3.2). */
export function GradeBadge({ exam }: { exam: Standing }) {
  const { tone, text } = examState(exam)
  return <Tag {...LOOKS[tone]}>{text}</Tag>
}
