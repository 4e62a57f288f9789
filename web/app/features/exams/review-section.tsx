import type { Evaluation, EvaluationDetail, Review, ReviewQuestion } from '@campus/contract/exams'
import { OPEN } from '@campus/contract/rules'
import {
  type Icon,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleHalf2,
  IconCircleXFilled,
  IconClockHour4,
  IconGift,
  IconInfoCircle,
  IconPlayerPlay,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { givenText, keyText } from '../../lib/answer-texts'
import { api } from '../../lib/api'
import { formatClock, formatNumber } from '../../lib/format'
import { lessonPath, modulesPath } from '../../lib/paths'
import { Loaded } from '../../ui/loaded'
import { Skeleton } from '../../ui/skeleton'
import { Stack } from '../../ui/stack'
import { Tag, type Tone } from '../../ui/tag'
import { Text } from '../../ui/text'
import { Title } from '../../ui/title'
import classes from './review.module.css'
import { ReviewLessons } from './review-lessons'
import { type ReviewStatus, statusOf } from './review-status'
import { TEXTS } from './texts'

const STATUSES = {
  right: { icon: IconCircleCheckFilled, tone: 'good', word: 'Correcta' },
  part: { icon: IconCircleHalf2, tone: 'wait', word: 'En parte' },
  wrong: { icon: IconCircleXFilled, tone: 'bad', word: 'Incorrecta' },
  blank: { icon: IconCircleDashed, tone: 'plain', word: 'Sin responder' },
  annulled: { icon: IconGift, tone: 'plain', word: 'Anulada' },
  pending: { icon: IconClockHour4, tone: 'wait', word: 'La calificará un docente' },
} satisfies Record<ReviewStatus, { icon: Icon; tone: Tone; word: string }>

function AnswerStatus({ question }: { question: ReviewQuestion }) {
  const graded = question.puntos !== null
  const { tipo_pregunta, anulada } = question
  const shown = tipo_pregunta !== OPEN || !graded || anulada ? STATUSES[statusOf(question)] : undefined
  return (
    <span className={classes.status}>
      {shown && (
        <Tag icon={shown.icon} tone={shown.tone}>
          {shown.word}
        </Tag>
      )}
      {graded && (
        <Text small dimmed>
          {`${formatNumber(question.puntos ?? 0)} de ${formatNumber(question.valor)}`}
        </Text>
      )}
    </span>
  )
}

function Answer({ question }: { question: ReviewQuestion }) {
  const given = givenText(question)
  const key = keyText(question)
  return (
    <dl className={classes.answers}>
      <div data-status={question.tipo_pregunta === OPEN ? undefined : statusOf(question)}>
        <dt>Tu respuesta</dt>
        <dd>{given || 'Sin responder'}</dd>
      </div>
      {key && !question.es_correcta && (
        <div data-status="right">
          <dt>Respuesta correcta</dt>
          <dd>{key}</dd>
        </div>
      )}
      {question.comentario && (
        <div data-status="note">
          <dt>Comentario del docente</dt>
          <dd>{question.comentario}</dd>
        </div>
      )}
    </dl>
  )
}

type Exam = Pick<Evaluation, 'id_curso' | 'id_modulo' | 'curso' | 'modulo' | 'fecha_cierre'>

/** Where to read it again: its lesson, without one the module, of a final exam the course. */
function placeOf({ leccion }: ReviewQuestion, { id_curso, id_modulo, curso, modulo }: Exam) {
  if (!leccion)
    return {
      to: modulesPath(id_curso, modulo === null ? undefined : (id_modulo ?? undefined)),
      text: modulo === null ? TEXTS.reviewCourse : TEXTS.reviewModule,
      name: modulo ?? curso,
    }
  const { id, titulo, segundo } = leccion
  const path = lessonPath({ id_curso, id_modulo: leccion.id_modulo, id_leccion: id })
  if (segundo === null) return { to: path, text: TEXTS.reviewLesson, name: titulo }
  return { to: `${path}?t=${segundo}`, text: `${TEXTS.reviewLesson} (${formatClock(segundo)})`, name: titulo }
}

function ContentLink({ question, exam }: { question: ReviewQuestion; exam: Exam }) {
  const { to, text, name } = placeOf(question, exam)
  return (
    <Link to={to} className={classes.lesson}>
      <IconPlayerPlay size={18} aria-hidden />
      <span>
        <span>{text}</span>
        <span className={classes.lessonName}>{name}</span>
      </span>
    </Link>
  )
}

type ItemProps = { question: ReviewQuestion; place: number; exam: Exam; released: boolean }

function Item({ question, place, exam, released }: ItemProps) {
  const status = statusOf(question)
  return (
    <li className={classes.item} data-status={status}>
      <div className={classes.head}>
        <span className={classes.place}>{`Pregunta ${place + 1}`}</span>
        <AnswerStatus question={question} />
      </div>
      <h3 className={classes.question}>{question.pregunta}</h3>
      {question.imagen && <img src={question.imagen} alt={question.imagen_alt} className={classes.picture} />}
      <Answer question={question} />
      {question.anulada && <p className={classes.annulled}>{TEXTS.annulled}</p>}
      {question.explicacion && (
        <p className={classes.explanation}>
          <IconInfoCircle size={20} aria-hidden />
          <span>{question.explicacion}</span>
        </p>
      )}
      {((status !== 'right' && status !== 'annulled') || (released && question.leccion)) && (
        <ContentLink question={question} exam={exam} />
      )}
    </li>
  )
}

function scoreText(questions: ReviewQuestion[]): string {
  const choices = questions.filter(({ es_correcta, anulada }) => es_correcta !== null && !anulada)
  const right = choices.filter((question) => question.es_correcta).length
  if (choices.length === 0) return ''
  if (right === choices.length) return 'Acertaste todas. '
  return `Acertaste ${right} de ${choices.length}. `
}

type ReviewedProps = { review: Review; exam: Exam; lessons?: boolean }

/** `lessons` stand beside the questions. */
export function ReviewedQuestions({ review, exam, lessons = true }: ReviewedProps) {
  const released = review.clave_liberada
  const closes = exam.fecha_cierre !== null
  const when = `cuando llegues al 100 %${closes ? ', uses tu último intento o cierre el examen' : ' o uses tu último intento'}`
  return (
    <>
      <Text dimmed className={classes.lead}>
        {`${scoreText(review.preguntas)}${!released ? `${TEXTS.reviewKept} ${when}.` : ''}`}
      </Text>
      <div className={classes.columns}>
        {lessons && <ReviewLessons questions={review.preguntas} course={exam.id_curso} beside />}
        <ol className={classes.items}>
          {review.preguntas.map((question, place) => (
            <Item key={question.id} question={question} place={place} exam={exam} released={released} />
          ))}
        </ol>
      </div>
    </>
  )
}

export function ReviewFrame({ failed, children }: { failed: boolean; children: ReactNode }) {
  return (
    <section aria-labelledby="repaso" className={classes.review}>
      <Title order={2} id="repaso" className={classes.heading}>
        {failed ? 'Qué repasar' : TEXTS.reviewTitle}
      </Title>
      {children}
    </section>
  )
}

type ReviewProps = {
  detail: EvaluationDetail
  evaluation: Exam
  failed: boolean
  /** After what a failed exam has to repair, before its questions. */
  actions?: ReactNode
  /** Come with the questions, below them. */
  children: ReactNode
}

export function ReviewSection({ detail, evaluation, failed, actions, children }: ReviewProps) {
  const query = api.useQuery('get', '/api/detalle-evaluacion/{id}/revision', {
    // Named, so that what is kept of an earlier attempt never stands under this result.
    params: { path: { id: String(detail.id) }, query: { intento: detail.id_intento ?? undefined } },
  })
  const skeleton = (
    <Stack>
      <Skeleton height={150} />
      <Skeleton height={150} />
    </Stack>
  )
  return (
    <ReviewFrame failed={failed}>
      {failed && query.data && <ReviewLessons questions={query.data.data.preguntas} course={evaluation.id_curso} />}
      {!query.isPending && actions}
      <Loaded query={query} skeleton={skeleton} errorTitle={TEXTS.reviewError}>
        {({ data }) => (
          <>
            <ReviewedQuestions review={data} exam={evaluation} lessons={!failed} />
            {children}
          </>
        )}
      </Loaded>
    </ReviewFrame>
  )
}
