import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { Button, Group, Text } from '@mantine/core'
import {
  type Icon,
  IconArrowLeft,
  IconConfetti,
  IconHourglassHigh,
  IconMoodHeart,
  IconRefresh,
  IconTargetArrow,
} from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { count, formatNumber } from '../../platform/format'
import { GradeBadge } from '../../ui/grade-badge'
import { ProgressRing } from '../../ui/progress'
import { CertificateNews } from './certificate-news'
import { focusOnMount } from './focus-on-mount'
import classes from './result.module.css'
import { type ResultKind, resultOf } from './result-kind'
import type { ReviewSection as Section } from './review-section'
import { T } from './texts'

// Nobody reviews before sending. Without network the result stands alone, and the way back leads to it again.
const ReviewSection = lazy(async (): Promise<{ default: typeof Section }> => {
  const part = await import('./review-section').catch(() => undefined)
  return { default: part?.ReviewSection ?? Nothing }
})
const Nothing = () => <></>

type ResultProps = {
  evaluation: Evaluation
  graded: boolean
  detail: EvaluationDetail
  course: string
  onAgain: () => void
}

const LOOKS: Record<ResultKind, { icon: Icon; title: string }> = {
  passed: { icon: IconConfetti, title: T.passedTitle },
  failed: { icon: IconTargetArrow, title: T.failedTitle },
  pending: { icon: IconHourglassHigh, title: T.sentTitle },
  survey: { icon: IconMoodHeart, title: T.sentTitle },
}

function Score({ detail }: { detail: EvaluationDetail }) {
  const { nota, nota_maxima, nota_minima, porcentaje, aprobado } = detail
  if (nota === null || nota_maxima === null) return null
  return (
    <>
      <p className={classes.score}>
        Obtuviste <strong>{formatNumber(nota)}</strong> de {formatNumber(nota_maxima)} puntos
      </p>
      {aprobado ? (
        <GradeBadge percent={porcentaje} />
      ) : (
        <Text>
          El mínimo para aprobar es {formatNumber(nota_minima ?? 0)} ({T.passMark.replace(' para aprobar', '')}).
        </Text>
      )}
    </>
  )
}

function attemptsText(left: number): string {
  if (left === 0) return T.noAttempts
  return `Te ${left === 1 ? 'queda' : 'quedan'} ${count(left, 'intento', 'intentos')}.`
}

function Further({ kind, detail }: { kind: ResultKind; detail: EvaluationDetail }) {
  if (kind === 'survey') return <Text c="dimmed">{T.surveyThanks}</Text>
  if (kind === 'pending')
    return (
      <>
        <Text fw={700}>{detail.condicion}</Text>
        <Text c="dimmed">{T.pendingText}</Text>
      </>
    )
  const better = detail.mejor_porcentaje !== null && detail.mejor_porcentaje > (detail.porcentaje ?? 0)
  return (
    <Text c="dimmed">
      {kind === 'failed' && attemptsText(detail.intentos_restantes)}
      {better && ` Tu mejor resultado sigue siendo ${formatNumber(detail.mejor_porcentaje ?? 0)} %.`}
    </Text>
  )
}

function Medal({ kind, detail }: { kind: ResultKind; detail: EvaluationDetail }) {
  const { icon: Drawing } = LOOKS[kind]
  if (detail.porcentaje === null || kind === 'pending')
    return (
      <span className={classes.icon} aria-hidden="true">
        <Drawing size={56} stroke={1.5} />
      </span>
    )
  return <ProgressRing value={Math.floor(detail.porcentaje)} label="Tu resultado" size={148} />
}

/** How it ended, and what to do next; below, what the answers teach. */
export function Result({ evaluation, graded, detail, course, onAgain }: ResultProps) {
  const kind = resultOf(graded, detail)
  const { title } = LOOKS[kind]
  return (
    <>
      <title>{`${title} · ${evaluation.nombre}`}</title>
      <section className={classes.hero} data-kind={kind}>
        {kind === 'passed' && <span className={classes.confetti} aria-hidden="true" />}
        <Medal kind={kind} detail={detail} />
        <div className={classes.words}>
          <p className={classes.name}>{evaluation.nombre}</p>
          <h1 className={classes.title} tabIndex={-1} ref={focusOnMount}>
            {title}
          </h1>
          {kind !== 'pending' && kind !== 'survey' && <Score detail={detail} />}
          <Further kind={kind} detail={detail} />
          {kind === 'passed' && <CertificateNews evaluation={evaluation} certificate={detail.certificado} />}
          <Group gap="sm" mt="md" className={classes.actions}>
            {kind === 'failed' && detail.intentos_restantes > 0 && (
              <Button onClick={onAgain} leftSection={<IconRefresh size={18} aria-hidden />}>
                {T.again}
              </Button>
            )}
            <Button
              component={Link}
              to={course}
              variant="default"
              leftSection={<IconArrowLeft size={18} aria-hidden />}
            >
              {T.backToCourse}
            </Button>
          </Group>
        </div>
      </section>
      <Suspense>
        {graded && <ReviewSection detail={detail.id} course={evaluation.id_curso} failed={kind === 'failed'} />}
      </Suspense>
    </>
  )
}
