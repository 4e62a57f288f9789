import type { OpenAttempt } from '@campus/contract/learning'
import { IconHourglassHigh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../lib/api'
import { formatClock } from '../../lib/format'
import { evaluationPath } from '../../lib/paths'
import { Queries } from '../../lib/query'
import { LinkButton } from '../../ui/button'
import { urgencyOf, useServerNow } from './exam-clock'
import { useOtherTabs } from './open-attempt'
import classes from './open-exam.module.css'

type BarProps = { attempt: OpenAttempt; receivedAt: number; onOver: () => void }

function Bar({ attempt, receivedAt, onOver }: BarProps) {
  const now = useServerNow(attempt.ahora, receivedAt)
  const seconds = Math.max(0, Math.ceil((Date.parse(attempt.limite) - now) / 1000))
  const over = seconds === 0
  useEffect(() => {
    if (over) onOver()
  }, [over, onOver])
  if (over) return null
  return (
    <section aria-label="Examen en curso" className={classes.bar} data-exam-bar data-urgency={urgencyOf(seconds)}>
      <IconHourglassHigh size={22} stroke={1.8} aria-hidden className={classes.icon} />
      <p className={classes.words}>
        <strong>Examen en curso</strong>
        <span className={classes.name}>{attempt.nombre}</span>
      </p>
      <span role="timer" aria-label="Tiempo restante del examen" className={classes.timer}>
        {formatClock(seconds)}
      </span>
      <LinkButton to={evaluationPath({ ...attempt, id: attempt.id_evaluacion })} size="sm" className={classes.back}>
        Volver al examen
      </LinkButton>
    </section>
  )
}

function Open() {
  const { data, dataUpdatedAt, refetch } = api.useQuery('get', '/api/inicio')
  useOtherTabs()
  const { pathname } = useLocation()
  const attempt = data?.data.intento_abierto
  if (!attempt || pathname.startsWith(`/examen/${attempt.id_evaluacion}/`)) return null
  return <Bar key={dataUpdatedAt} attempt={attempt} receivedAt={dataUpdatedAt} onOver={() => void refetch()} />
}

export default function OpenExam() {
  return (
    <Queries>
      <Open />
    </Queries>
  )
}
