import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { isExam } from '@campus/contract/rules'
import {
  type Icon,
  IconArrowBackUp,
  IconCalendar,
  IconCircleCheck,
  IconCloudCheck,
  IconHourglassHigh,
  IconListCheck,
  IconLock,
  IconSchool,
  IconUserOff,
} from '@tabler/icons-react'
import { lazy, type ReactNode } from 'react'
import { modulesPath } from '../../lib/paths'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { Button, LinkButton } from '../../ui/button'
import { Failure } from '../../ui/failure'
import { Html } from '../../ui/html'
import { Late } from '../../ui/late'
import { Loading } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { Skeleton } from '../../ui/skeleton'
import { Text } from '../../ui/text'
import { Title } from '../../ui/title'
import { useServerNow } from './exam-clock'
import type { Problem } from './exam-machine'
import classes from './intro.module.css'
import { type Entrance, entranceOf, factsOf, windowText } from './intro-facts'
import { TEXTS } from './texts'

// Lazy, because most exams are not final and few wait for lessons.
const StartFinal = lazy(() => import('./start-final'))
const MissingLessons = lazy(() => import('./missing-lessons'))
const MISSING_SKELETON = (
  <Loading>
    <Skeleton height={300} className={classes.later} />
  </Loading>
)
const BestResult = lazy(() => import('./best-result'))

type IntroProps = {
  evaluation: Evaluation
  detail: EvaluationDetail | null
  receivedAt: number
  problem: Problem | null
  starting: boolean
  onStart: () => void
  onShow: (detail: EvaluationDetail) => void
}

type FactsProps = Pick<IntroProps, 'evaluation' | 'detail'> & { over?: boolean | undefined }

/** The figures that decide whether to begin now. */
function Facts({ evaluation, detail, over }: FactsProps) {
  return (
    <ul className={classes.facts}>
      {factsOf(evaluation, detail, over).map(({ figure, label }) => (
        <li key={label} className={classes.fact}>
          <strong>{figure}</strong> <span>{label}</span>
        </li>
      ))}
    </ul>
  )
}

const EXAM_NOTES: [Icon, string][] = [
  [IconCloudCheck, 'Tus respuestas se guardan solas, también si se va el internet.'],
  [IconArrowBackUp, 'Puedes volver atrás y cambiar lo que quieras antes de enviar.'],
  [IconSchool, 'Al enviar verás qué acertaste y qué lección repasar.'],
]
const SURVEY_NOTES: [Icon, string][] = [
  [IconUserOff, 'Nadie sabrá qué respondiste: se guarda sin tu nombre.'],
  [IconListCheck, 'Puedes dejar en blanco las que quieras.'],
]

function Notes({ evaluation }: Pick<IntroProps, 'evaluation'>) {
  const window = windowText(evaluation)
  const notes = isExam(evaluation) ? EXAM_NOTES : SURVEY_NOTES
  return (
    <ul className={classes.notes}>
      {(window ? [...notes, [IconCalendar, window] as const] : notes).map(([Drawing, text]) => (
        <li key={text}>
          <Drawing size={22} stroke={1.7} aria-hidden />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

type EntranceProps = { entrance: Entrance } & Pick<IntroProps, 'evaluation' | 'starting' | 'onStart'>

function StartButton({ entrance, evaluation, starting, onStart }: EntranceProps) {
  if (entrance.kind === 'closed') return null
  const plain = (loading: boolean) => (
    <Button size="lg" fullWidth loading={loading} onClick={onStart} aria-describedby="nota-inicio">
      {entrance.label}
    </Button>
  )
  if (entrance.kind === 'resume' || !isExam(evaluation) || evaluation.id_modulo !== null) return plain(starting)
  return (
    <Late fallback={plain(true)} failed={plain(starting)}>
      <StartFinal evaluation={evaluation} label={entrance.label} starting={starting} onStart={onStart} />
    </Late>
  )
}

function EntranceBox(props: EntranceProps) {
  const { entrance, evaluation } = props
  if (entrance.kind === 'closed')
    return (
      <div className={classes.closed} role="status">
        {entrance.done ? <IconCircleCheck size={20} aria-hidden /> : <IconLock size={20} aria-hidden />}
        <div>
          <strong>{entrance.title}</strong>
          <Text small>{entrance.note}</Text>
          {entrance.request && (
            <LinkButton to={entrance.request} variant="default" below>
              {TEXTS.askAttempt}
            </LinkButton>
          )}
          {entrance.done && (
            <LinkButton to={modulesPath(evaluation.id_curso)} variant="light" below>
              {TEXTS.backToCourse}
            </LinkButton>
          )}
        </div>
      </div>
    )
  return (
    <>
      <StartButton {...props} />
      <Text small dimmed id="nota-inicio" className={classes.note}>
        {entrance.kind === 'resume' && <IconHourglassHigh size={16} aria-hidden />}
        <span>{entrance.note}</span>
      </Text>
    </>
  )
}

function breadcrumbsOf({ id_curso, curso, id_modulo, modulo, nombre }: Evaluation) {
  return [
    { text: 'Mis cursos', to: '/miscursos' },
    { text: curso, to: modulesPath(id_curso) },
    ...(id_modulo && modulo ? [{ text: modulo, to: modulesPath(id_curso, id_modulo) }] : []),
    { text: nombre },
  ]
}

type SheetProps = FactsProps & { notes?: boolean; children: ReactNode }

/** What there is to know before it begins, with the entrance as its children. */
export function IntroSheet({ notes = true, children, ...facts }: SheetProps) {
  const { evaluation } = facts
  return (
    <>
      <PageHead title={evaluation.nombre} />
      <div className={classes.columns}>
        <div className={classes.entrance}>
          <Panel>
            <Facts {...facts} />
            {children}
          </Panel>
        </div>
        <section aria-labelledby="instrucciones">
          <Title order={2} id="instrucciones" className={classes.heading}>
            {isExam(evaluation) ? 'Instrucciones' : 'Tu opinión cuenta'}
          </Title>
          <Html html={evaluation.instrucciones || `<p>${TEXTS.noInstructions}</p>`} />
        </section>
        {notes && <Notes evaluation={evaluation} />}
      </div>
    </>
  )
}

export function Intro({ evaluation, detail, receivedAt, problem, starting, onStart, onShow }: IntroProps) {
  const now = useServerNow(evaluation.ahora, receivedAt)
  const entrance = entranceOf(evaluation, detail, now)
  // It closed between page and press: the entrance says so in the same words.
  const { waits, done, over } = entrance.kind === 'closed' ? entrance : {}
  const hasResult =
    detail !== null && isExam(evaluation) && (detail.mejor_nota !== null || detail.estado === 'pendiente')
  return (
    <>
      <Breadcrumbs items={breadcrumbsOf(evaluation)} />
      <IntroSheet evaluation={evaluation} detail={detail} over={over} notes={!done}>
        <Failure text={waits ? undefined : problem?.text} mb="md" />
        <EntranceBox entrance={entrance} evaluation={evaluation} starting={starting} onStart={onStart} />
        {waits && (
          <Late fallback={MISSING_SKELETON}>
            <MissingLessons evaluation={evaluation} />
          </Late>
        )}
        {hasResult && (
          <Late fallback={<Skeleton height={180} className={classes.later} />}>
            <BestResult detail={detail} onShow={onShow} />
          </Late>
        )}
      </IntroSheet>
    </>
  )
}
