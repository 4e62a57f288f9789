import type { EvaluationCard } from '@campus/contract/learning'
import {
  type Icon,
  IconChecklist,
  IconChevronRight,
  IconCircleCheck,
  IconClock,
  IconLock,
  IconMessage2Star,
  IconRotate,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { evaluationPath } from '../platform/paths'
import classes from './evaluation-row.module.css'
import { type EvaluationStatus, evaluationStatus, isExam } from './evaluation-status'
import { IconTile, type TileTone } from './icon-tile'

const LOOKS: Record<EvaluationStatus['tone'], { tone: TileTone; icon: Icon | null }> = {
  todo: { tone: 'brand', icon: null },
  done: { tone: 'good', icon: IconCircleCheck },
  waiting: { tone: 'wait', icon: IconClock },
  failed: { tone: 'bad', icon: IconRotate },
  shut: { tone: 'plain', icon: IconLock },
}

/** An exam or survey as a row that leads to it, with how the student stands in it. */
export function EvaluationRow({ card, name = card.nombre }: { card: EvaluationCard; name?: string }) {
  const { tone, text } = evaluationStatus(card, Date.now())
  const look = LOOKS[tone]
  return (
    <Link to={evaluationPath(card)} prefetch="intent" className={classes.row}>
      <IconTile icon={look.icon ?? (isExam(card) ? IconChecklist : IconMessage2Star)} tone={look.tone} />
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.status}>{text}</span>
      </span>
      <IconChevronRight className={classes.arrow} size={20} aria-hidden />
    </Link>
  )
}
