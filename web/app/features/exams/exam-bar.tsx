import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconCloudOff,
  IconCloudUpload,
  IconDeviceFloppy,
  IconX,
} from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { useInterval } from '../../lib/events'
import { count, formatClock } from '../../lib/format'
import { IconLink } from '../../ui/icon-button'
import type { AnswerSaver, SaveStatus } from './answer-saver'
import classes from './exam-bar.module.css'
import { isStale, readClocks, type ServerClock, secondsLeft, urgencyOf } from './exam-clock'
import { isAnswered, type RunningAttempt } from './exam-machine'
import { TEXTS } from './texts'

type TimerProps = { clock: ServerClock; limite: string; calm: boolean; onOver: () => void; onStale: () => void }

const WARNINGS = { normal: '', soon: TEXTS.soon, last: TEXTS.last, over: '' }

/** The remaining time by the server's clock; announced at 5 and at 1 minute, not each second. */
function Timer({ clock, limite, calm, onOver, onStale }: TimerProps) {
  const [reading, read] = useState(readClocks)
  useInterval(() => {
    const now = readClocks()
    read(now)
    if (isStale(clock, now)) onStale()
    else if (secondsLeft(clock, limite, now) === 0) onOver()
  }, 1000)
  const seconds = secondsLeft(clock, limite, reading)
  const urgency = calm ? 'normal' : urgencyOf(seconds)
  return (
    <>
      <div className={classes.timer} role="timer" aria-label="Tiempo restante" data-urgency={urgency}>
        <IconClock size={20} stroke={1.8} aria-hidden />
        <span>{formatClock(seconds)}</span>
      </div>
      <span className="visually-hidden" role="status">
        {WARNINGS[urgency]}
      </span>
    </>
  )
}

const STATUSES = {
  idle: { icon: IconDeviceFloppy, text: TEXTS.idle },
  saving: { icon: IconCloudUpload, text: TEXTS.saving },
  saved: { icon: IconCircleCheck, text: TEXTS.saved },
  offline: { icon: IconCloudOff, text: TEXTS.offline },
  rejected: { icon: IconAlertTriangle, text: TEXTS.rejected },
} as const satisfies Record<SaveStatus, object>

/** Announced only when the answers are not safe. */
function SaveState({ saver }: { saver: AnswerSaver }) {
  const status = useSyncExternalStore(saver.subscribe, saver.status, saver.status)
  const { icon: Drawing, text } = STATUSES[status]
  const trouble = status === 'offline' || status === 'rejected'
  return (
    <div className={classes.saving} data-status={status}>
      <Drawing size={18} stroke={1.8} aria-hidden />
      <span>{text}</span>
      <span className="visually-hidden" role="status">
        {trouble ? text : ''}
      </span>
    </div>
  )
}

type ExamBarProps = Omit<TimerProps, 'clock' | 'limite' | 'calm'> & {
  name: string
  running: RunningAttempt
  clock: ServerClock | null
  saver: AnswerSaver
  leaveTo: string
  /** Counts answers instead of places, and its clock does not warn. */
  survey?: boolean
}

export function ExamBar({ name, running, clock, saver, leaveTo, survey = false, onOver, onStale }: ExamBarProps) {
  const { questions, replies, detail, current, view } = running
  const done = questions.filter((question) => isAnswered(question, replies.get(question.id))).length
  const place = view === 'question' ? `${current + 1} de ${questions.length}` : TEXTS.summaryTitle
  return (
    <header className={classes.bar}>
      <div className={classes.line}>
        <IconLink to={leaveTo} aria-label={survey ? 'Salir de la encuesta' : 'Salir del examen'}>
          <IconX size={22} stroke={1.8} />
        </IconLink>
        <div className={classes.words}>
          <h1 className={classes.name}>{name}</h1>
          <p className={classes.place}>
            {survey ? `${done} de ${count(questions.length, 'respondida', 'respondidas')}` : place}
          </p>
        </div>
        <SaveState saver={saver} />
        {clock && detail.limite && (
          <Timer clock={clock} limite={detail.limite} calm={survey} onOver={onOver} onStale={onStale} />
        )}
      </div>
      <p className={classes.returned} role="status">
        {detail.segundos_devueltos > 0 ? TEXTS.returned(detail.segundos_devueltos) : ''}
      </p>
      <div
        className={classes.progress}
        role="progressbar"
        aria-label="Preguntas respondidas"
        aria-valuemin={0}
        aria-valuemax={questions.length}
        aria-valuenow={done}
      >
        <div style={{ width: `${(100 * done) / questions.length}%` }} />
      </div>
    </header>
  )
}
