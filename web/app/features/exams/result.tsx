import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { PASS_PERCENT } from '@campus/contract/rules'
import { type Icon, IconConfetti, IconHourglassHigh, IconMoodHeart, IconTargetArrow } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { count, formatNumber } from '../../lib/format'
import { Button, LinkButton } from '../../ui/button'
import { GradeBadge } from '../../ui/grade-badge'
import { ProgressRing } from '../../ui/progress'
import { Group } from '../../ui/stack'
import { Text } from '../../ui/text'
import { AfterExam, SurveyAtEnd } from './after-exam'
import { Celebration } from './celebration'
import { CertificateNews } from './certificate-news'
import { focusOnMount } from './focus-on-mount'
import classes from './result.module.css'
import { ReviewSection } from './review-section'
import { TEXTS } from './texts'

export type ResultKind = 'passed' | 'failed' | 'pending' | 'survey'

/** Without a grade no one has failed (docs/product/exams.md 4.5). */
export function resultOf(graded: boolean, { aprobado }: Pick<EvaluationDetail, 'aprobado'>): ResultKind {
  if (!graded) return 'survey'
  if (aprobado === null) return 'pending'
  return aprobado ? 'passed' : 'failed'
}

type ResultProps = {
  evaluation: Evaluation
  graded: boolean
  detail: EvaluationDetail
  course: string
  /** See the submitted state. */
  missed: readonly number[]
  onAgain: () => void
}

const KINDS: Record<ResultKind, { icon: Icon; title: string }> = {
  passed: { icon: IconConfetti, title: TEXTS.passedTitle },
  failed: { icon: IconTargetArrow, title: TEXTS.failedTitle },
  pending: { icon: IconHourglassHigh, title: TEXTS.sentTitle },
  survey: { icon: IconMoodHeart, title: TEXTS.sentTitle },
}

function Score({ detail }: { detail: EvaluationDetail }) {
  const { nota, nota_maxima, nota_minima, porcentaje, aprobado } = detail
  if (nota === null || nota_maxima === null) return null
  return (
    <>
      <p className={classes.score}>
        Obtuviste <strong>{formatNumber(nota)}</strong>
        <span>{` de ${formatNumber(nota_maxima)} puntos`}</span>
      </p>
      {aprobado ? (
        <GradeBadge exam={{ porcentaje }} />
      ) : (
        <Text>
          {`El mínimo para aprobar es ${formatNumber(nota_minima ?? 0)} (${TEXTS.passMark.replace(' para aprobar', '')}).`}
        </Text>
      )}
    </>
  )
}

function attemptsText(left: number): string {
  if (left === 0) return TEXTS.noAttempts
  return `Te ${left === 1 ? 'queda' : 'quedan'} ${count(left, 'intento', 'intentos')}.`
}

/** The best result counts, so another attempt risks nothing. */
const canImprove = ({ intentos_restantes, mejor_porcentaje }: EvaluationDetail): boolean =>
  intentos_restantes > 0 && (mejor_porcentaje ?? 0) < 100

const isExhausted = (kind: ResultKind, { intentos_restantes, mejor_porcentaje }: EvaluationDetail): boolean =>
  kind === 'failed' && intentos_restantes === 0 && (mejor_porcentaje ?? 0) < PASS_PERCENT

function NextSteps({ kind, detail }: { kind: ResultKind; detail: EvaluationDetail }) {
  if (kind === 'survey') return <Text dimmed>{TEXTS.surveyThanks}</Text>
  if (kind === 'pending')
    return (
      <>
        <strong>{detail.condicion}</strong>
        <Text dimmed>{TEXTS.pendingText}</Text>
      </>
    )
  if (kind === 'passed' && canImprove(detail))
    return <Text dimmed>{`${attemptsText(detail.intentos_restantes)} ${TEXTS.improveText}`}</Text>
  const best = detail.mejor_porcentaje ?? 0
  const left = kind === 'failed' && attemptsText(detail.intentos_restantes)
  const better = best > (detail.porcentaje ?? 0) && `Tu mejor resultado sigue siendo ${formatNumber(best)} %.`
  return <Text dimmed>{[left, better].filter(Boolean).join(' ')}</Text>
}

function Medal({ kind, detail }: { kind: ResultKind; detail: EvaluationDetail }) {
  const { icon: Drawing } = KINDS[kind]
  if (detail.porcentaje === null || kind === 'pending')
    return (
      <span className={classes.icon} aria-hidden="true">
        <Drawing size={56} stroke={1.5} />
      </span>
    )
  const size = kind === 'failed' ? 72 : 148
  return <ProgressRing value={Math.floor(detail.porcentaje)} label="Tu resultado" size={size} />
}

type HeroProps = { name: string; kind: ResultKind; detail: EvaluationDetail; children: ReactNode }

export function ResultHero({ name, kind, detail, children }: HeroProps) {
  return (
    <section className={classes.hero} data-kind={kind}>
      <Medal kind={kind} detail={detail} />
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <h1 className={classes.title} tabIndex={-1} ref={focusOnMount}>
          {KINDS[kind].title}
        </h1>
        {kind !== 'pending' && kind !== 'survey' && <Score detail={detail} />}
        <NextSteps kind={kind} detail={detail} />
        {children}
      </div>
    </section>
  )
}

/** Whole at once: what comes late would move what is below it (docs/product/exams.md 4.11). */
export default function Result({ evaluation, graded, detail, course, missed, onAgain }: ResultProps) {
  const kind = resultOf(graded, detail)
  const again = kind !== 'pending' && kind !== 'survey' && evaluation.abierta && canImprove(detail)
  const actions = (
    <Group gap="sm" className={classes.actions}>
      {again && (
        <Button onClick={onAgain} variant="light">
          {kind === 'failed' ? TEXTS.again : TEXTS.improve}
        </Button>
      )}
      <LinkButton to={course} variant="default">
        {TEXTS.backToCourse}
      </LinkButton>
    </Group>
  )
  return (
    <>
      <title>{`${KINDS[kind].title} · ${evaluation.nombre}`}</title>
      <ResultHero name={evaluation.nombre} kind={kind} detail={detail}>
        {missed.length > 0 && <Text>{TEXTS.missed(missed)}</Text>}
        {kind === 'passed' && <CertificateNews evaluation={evaluation} certificate={detail.certificado} />}
        {kind !== 'failed' && actions}
      </ResultHero>
      {kind === 'passed' && detail.certificado?.novedad === 'generado' && (
        <Celebration whole={evaluation.id_modulo === null} code={detail.certificado.codigo_certificado} />
      )}
      <AfterExam evaluation={evaluation} detail={detail} exhausted={isExhausted(kind, detail)} />
      {graded && (
        <ReviewSection
          detail={detail}
          evaluation={evaluation}
          failed={kind === 'failed'}
          actions={kind === 'failed' && actions}
        >
          {kind === 'passed' && <SurveyAtEnd evaluation={evaluation} />}
        </ReviewSection>
      )}
    </>
  )
}
