import {
  type Icon,
  IconCircleCheck,
  IconCircleX,
  IconClockHour4,
  IconHourglassHigh,
  IconPencil,
} from '@tabler/icons-react'
import { Tag, type Tone } from './tag'

type ExamTone = 'done' | 'todo' | 'running' | 'waiting' | 'failed'

const LOOKS: Record<ExamTone, { tone: Tone; icon: Icon }> = {
  todo: { tone: 'plain', icon: IconPencil },
  running: { tone: 'wait', icon: IconHourglassHigh },
  waiting: { tone: 'wait', icon: IconClockHour4 },
  failed: { tone: 'bad', icon: IconCircleX },
  done: { tone: 'good', icon: IconCircleCheck },
}

/** How a student stands in an exam. */
export function ExamTag({ tone, text }: { tone: ExamTone; text: string }) {
  return (
    <Tag icon={LOOKS[tone].icon} tone={LOOKS[tone].tone}>
      {text}
    </Tag>
  )
}
