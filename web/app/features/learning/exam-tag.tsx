import type { EvaluationCard } from '@campus/contract/learning'
import {
  type Icon,
  IconCircleCheck,
  IconCircleX,
  IconClockHour4,
  IconHourglassHigh,
  IconPencil,
} from '@tabler/icons-react'
import { Tag, type Tone } from '../../ui/tag'
import { type EvaluationStatus, examState } from './evaluation-status'

const LOOKS: Record<EvaluationStatus['tone'], { tone: Tone; icon: Icon }> = {
  todo: { tone: 'plain', icon: IconPencil },
  closed: { tone: 'plain', icon: IconPencil },
  running: { tone: 'wait', icon: IconHourglassHigh },
  waiting: { tone: 'wait', icon: IconClockHour4 },
  failed: { tone: 'bad', icon: IconCircleX },
  exhausted: { tone: 'bad', icon: IconCircleX },
  done: { tone: 'good', icon: IconCircleCheck },
}

export function ExamTag({ card }: { card: EvaluationCard }) {
  const { tone, text } = examState(card)
  return (
    <Tag icon={LOOKS[tone].icon} tone={LOOKS[tone].tone}>
      {text}
    </Tag>
  )
}
