import { ActionIcon } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
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
import { Link } from 'react-router'
import { formatClock } from '../../platform/format'
import type { AnswerSaver, SaveStatus } from './answer-saver'
import classes from './exam-bar.module.css'
import { isStale, readClocks, type ServerClock, secondsLeft, urgencyOf } from './exam-clock'
import { isAnswered, type Running } from './exam-machine'
import { T } from './texts'

type TimerProps = { clock: ServerClock; limite: string; onOver: () => void; onStale: () => void }

const WARNINGS = { calm: '', soon: T.soon, last: T.last, over: '' }

/** What is left by the server's clock, computed anew each time; it speaks at 5 and at 1 minute, not each second. */
function Timer({ clock, limite, onOver, onStale }: TimerProps) {
  const [reading, read] = useState(readClocks)
  useInterval(
    () => {
      const now = readClocks()
      read(now)
      if (isStale(clock, now)) onStale()
      else if (secondsLeft(clock, limite, now) === 0) onOver()
    },
    1000,
    { autoInvoke: true },
  )
  const seconds = secondsLeft(clock, limite, reading)
  const urgency = urgencyOf(seconds)
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

const SAVING = {
  idle: { icon: IconDeviceFloppy, text: T.idle },
  saving: { icon: IconCloudUpload, text: T.saving },
  saved: { icon: IconCircleCheck, text: T.saved },
  offline: { icon: IconCloudOff, text: T.offline },
  refused: { icon: IconAlertTriangle, text: T.refused },
} as const satisfies Record<SaveStatus, object>

/** Whether what was answered is safe; said aloud only when it is not. */
function SaveState({ saver }: { saver: AnswerSaver }) {
  const status = useSyncExternalStore(saver.subscribe, saver.status, saver.status)
  const { icon: Drawing, text } = SAVING[status]
  const trouble = status === 'offline' || status === 'refused'
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

type ExamBarProps = Omit<TimerProps, 'clock' | 'limite'> & {
  name: string
  running: Running
  clock: ServerClock | null
  saver: AnswerSaver
  leaveTo: string
}

/** The slim bar of a running exam: where one is, whether it is saved, how much time is left, and the way out. */
export function ExamBar({ name, running, clock, saver, leaveTo, onOver, onStale }: ExamBarProps) {
  const { questions, replies, detail, current, view } = running
  const done = questions.filter((question) => isAnswered(replies.get(question.id))).length
  return (
    <header className={classes.bar}>
      <div className={classes.line}>
        <ActionIcon component={Link} to={leaveTo} size={44} variant="subtle" color="gray" aria-label="Salir del examen">
          <IconX size={22} stroke={1.8} />
        </ActionIcon>
        <div className={classes.words}>
          <h1 className={classes.name}>{name}</h1>
          <p className={classes.place}>
            {view === 'question' ? `${current + 1} de ${questions.length}` : T.summaryTitle}
          </p>
        </div>
        <SaveState saver={saver} />
        {clock && detail.limite && <Timer clock={clock} limite={detail.limite} onOver={onOver} onStale={onStale} />}
      </div>
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
