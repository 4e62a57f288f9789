import type { EvaluationCard } from '@campus/contract/learning'
import { isExam } from '@campus/contract/rules'
import {
  type Icon,
  IconChecklist,
  IconChevronRight,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHourglassHigh,
  IconLock,
  IconMessage2Star,
  IconRotate,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { useNow } from '../../lib/now'
import { evaluationPath } from '../../lib/paths'
import { IconTile, type TileTone } from '../../ui/icon-tile'
import classes from './evaluation-row.module.css'
import { type EvaluationStatus, evaluationStatus } from './evaluation-status'

const TONES: Record<EvaluationStatus['tone'], { tone: TileTone; icon: Icon | null }> = {
  todo: { tone: 'brand', icon: null },
  done: { tone: 'good', icon: IconCircleCheck },
  waiting: { tone: 'wait', icon: IconClock },
  running: { tone: 'wait', icon: IconHourglassHigh },
  failed: { tone: 'wait', icon: IconRotate },
  exhausted: { tone: 'bad', icon: IconCircleX },
  closed: { tone: 'plain', icon: IconLock },
}

type EvaluationRowProps = {
  card: EvaluationCard
  name?: string
  early?: string | undefined
}

/** `early` says why it is not its turn yet; it opens all the same. */
export function EvaluationRow({ card, name = card.nombre, early }: EvaluationRowProps) {
  const status = evaluationStatus(card, useNow())
  const { tone, text } = early && status.tone === 'todo' ? ({ tone: 'closed', text: early } as const) : status
  const style = TONES[tone]
  return (
    <Link to={evaluationPath(card)} prefetch="intent" className={classes.row}>
      <IconTile icon={style.icon ?? (isExam(card) ? IconChecklist : IconMessage2Star)} tone={style.tone} />
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.status}>{text}</span>
      </span>
      <IconChevronRight className={classes.arrow} size={20} aria-hidden />
    </Link>
  )
}
