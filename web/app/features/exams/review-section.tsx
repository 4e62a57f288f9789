import type { Review, ReviewQuestion } from '@campus/contract/exams'
import { OPEN } from '@campus/contract/rules'
import { Skeleton, Stack, Text, Title } from '@mantine/core'
import {
  type Icon,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconClockHour4,
  IconInfoCircle,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { api } from '../../platform/api'
import { formatClock, formatNumber } from '../../platform/format'
import { lessonPath } from '../../platform/paths'
import { Loaded } from '../../ui/states'
import { Tag, type Tone } from '../../ui/tag'
import classes from './review.module.css'
import { T } from './texts'

const VERDICTS: Record<'right' | 'wrong' | 'pending', { icon: Icon; tone: Tone; word: string }> = {
  right: { icon: IconCircleCheckFilled, tone: 'good', word: 'Correcta' },
  wrong: { icon: IconCircleXFilled, tone: 'bad', word: 'Incorrecta' },
  pending: { icon: IconClockHour4, tone: 'wait', word: 'Por calificar' },
}

/** Undefined while it is kept: whether a choice was right tells which option is. */
function verdictOf({ es_correcta, puntos, tipo_pregunta }: ReviewQuestion): keyof typeof VERDICTS | undefined {
  if (es_correcta !== null) return es_correcta ? 'right' : 'wrong'
  if (tipo_pregunta !== OPEN) return undefined
  return puntos === null ? 'pending' : 'right'
}

function Verdict({ question }: { question: ReviewQuestion }) {
  const verdict = verdictOf(question)
  const graded = question.puntos !== null
  const shown = verdict && (question.tipo_pregunta !== OPEN || !graded) ? VERDICTS[verdict] : undefined
  return (
    <span className={classes.verdict}>
      {shown && (
        <Tag icon={shown.icon} tone={shown.tone}>
          {shown.word}
        </Tag>
      )}
      {graded && (
        <Text size="sm" c="dimmed">
          {formatNumber(question.puntos ?? 0)} de {formatNumber(question.valor)}
        </Text>
      )}
    </span>
  )
}

function Choice({ question }: { question: ReviewQuestion }) {
  const text = (id: number | null) => question.opciones.find((option) => option.id === id)?.opcion
  const key = question.id_opcion_correcta
  return (
    <dl className={classes.answers}>
      <div data-verdict={verdictOf(question)}>
        <dt>Tu respuesta</dt>
        <dd>{text(question.id_opcion) ?? 'Sin responder'}</dd>
      </div>
      {key !== null && key !== question.id_opcion && (
        <div data-verdict="right">
          <dt>Respuesta correcta</dt>
          <dd>{text(key)}</dd>
        </div>
      )}
    </dl>
  )
}

function Written({ question }: { question: ReviewQuestion }) {
  return (
    <dl className={classes.answers}>
      <div>
        <dt>Tu respuesta</dt>
        <dd>{question.respuesta ?? 'Sin responder'}</dd>
      </div>
      {question.comentario && (
        <div data-verdict="note">
          <dt>Comentario del docente</dt>
          <dd>{question.comentario}</dd>
        </div>
      )}
    </dl>
  )
}

function LessonLink({ question, course }: { question: ReviewQuestion; course: number }) {
  const { leccion } = question
  if (!leccion) return null
  const at = leccion.segundo === null ? '' : ` (${formatClock(leccion.segundo)})`
  const path = lessonPath({ id_curso: course, id_modulo: leccion.id_modulo, id_leccion: leccion.id })
  return (
    <Link to={leccion.segundo === null ? path : `${path}?t=${leccion.segundo}`} className={classes.lesson}>
      <IconPlayerPlay size={18} aria-hidden />
      <span>
        {T.reviewLesson}
        {at}
        <span className={classes.lessonName}>{leccion.titulo}</span>
      </span>
    </Link>
  )
}

function Item({ question, place, course }: { question: ReviewQuestion; place: number; course: number }) {
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.place}>Pregunta {place + 1}</span>
        <Verdict question={question} />
      </div>
      <h3 className={classes.question}>{question.pregunta}</h3>
      {question.tipo_pregunta === OPEN ? <Written question={question} /> : <Choice question={question} />}
      {question.explicacion && (
        <p className={classes.explanation}>
          <IconInfoCircle size={20} aria-hidden />
          <span>{question.explicacion}</span>
        </p>
      )}
      <LessonLink question={question} course={course} />
    </li>
  )
}

function Questions({ review, course, failed }: { review: Review; course: number; failed: boolean }) {
  return (
    <>
      {!review.clave_liberada && (
        <Text c="dimmed" mb="md">
          {T.reviewKept}
          {failed && ' Los enlaces de cada pregunta te llevan a la lección que la explica.'}
        </Text>
      )}
      <ol className={classes.items}>
        {review.preguntas.map((question, place) => (
          <Item key={question.id} question={question} place={place} course={course} />
        ))}
      </ol>
    </>
  )
}

/** What the answers teach: own answer, where it is explained, and, once released, right or wrong and the key. */
export function ReviewSection({ detail, course, failed }: { detail: number; course: number; failed: boolean }) {
  const query = api.useQuery('get', '/api/detalle-evaluacion/{id}/revision', {
    params: { path: { id: String(detail) } },
  })
  const skeleton = (
    <Stack gap="md">
      <Skeleton height={150} radius="lg" />
      <Skeleton height={150} radius="lg" />
    </Stack>
  )
  return (
    <section aria-labelledby="repaso" className={classes.review}>
      <Title order={2} id="repaso" mb="xs">
        {failed ? 'Qué repasar' : T.reviewTitle}
      </Title>
      <Loaded query={query} skeleton={skeleton} errorTitle={T.reviewError}>
        {({ data }) => <Questions review={data} course={course} failed={failed} />}
      </Loaded>
    </section>
  )
}
