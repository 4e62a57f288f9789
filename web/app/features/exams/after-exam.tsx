import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import type { DetailedCourse, EvaluationCard, NextPiece } from '@campus/contract/learning'
import { type Icon, IconLifebuoy, IconMessage2Star, IconPlayerTrackNext, IconSchool } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { api } from '../../lib/api'
import { evaluationPath, modulesPath, piecePath } from '../../lib/paths'
import { LinkButton } from '../../ui/button'
import { Skeleton } from '../../ui/skeleton'
import classes from './after-exam.module.css'
import { outlookOf, surveyToPropose } from './outlook'
import { requestPath } from './request-path'
import { TEXTS } from './texts'

type NoteProps = { icon: Icon; title: string; text: string; children: ReactNode }

/** Of one height, whatever it says: it comes after what is below it. */
function Note({ icon: Drawing, title, text, children }: NoteProps) {
  return (
    <div className={classes.note}>
      <Drawing size={26} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <strong className={classes.line}>{title}</strong>
        <span className={classes.line}>{text}</span>
      </div>
      {children}
    </div>
  )
}

const useCourse = ({ id_curso }: Evaluation) =>
  api.useQuery('get', '/api/cursos/detallado/{id}', { params: { path: { id: String(id_curso) } } })

/** What became of the certificates has its place before it is known. */
function Exhausted({ evaluation, detail }: AfterExamProps) {
  const { data } = useCourse(evaluation)
  return (
    <div className={classes.note}>
      <IconLifebuoy size={26} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <strong>¿Necesitas otra oportunidad?</strong>
        <span>La academia puede darte otro intento: escribe por qué lo necesitas.</span>
        <span className={classes.outlook}>{data && outlookOf(data.data, evaluation, Date.now())}</span>
      </div>
      <LinkButton to={requestPath(evaluation, detail)}>{TEXTS.askAttempt}</LinkButton>
    </div>
  )
}

function Waiting() {
  return (
    <div className={classes.note} aria-busy="true">
      <IconPlayerTrackNext size={26} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <Skeleton height={16} width="60%" />
        <Skeleton height={14} width="80%" />
      </div>
      <Skeleton height={42} width={200} />
    </div>
  )
}

/** Names the module where another one begins. */
const placeOf = ({ id_modulo, modulo }: NextPiece, here: number | null): string =>
  modulo === null || id_modulo === here ? TEXTS.nextPiece : TEXTS.nextModule(modulo)

function Survey({ survey }: { survey: EvaluationCard }) {
  return (
    <Note
      icon={IconMessage2Star}
      title="¿Qué te pareció?"
      text={`${survey.nombre}: es anónima y toma un par de minutos.`}
    >
      <LinkButton to={evaluationPath(survey)} variant="light">
        {TEXTS.startSurvey}
      </LinkButton>
    </Note>
  )
}

const proposed = (course: DetailedCourse, evaluation: Evaluation) => surveyToPropose(course, evaluation, Date.now())

function Next({ evaluation }: { evaluation: Evaluation }) {
  const { data, isPending, isStale, isFetching, isFetchedAfterMount } = useCourse(evaluation)
  // What was read before the exam names what came next then.
  if (isPending || (isStale && isFetching && !isFetchedAfterMount)) return <Waiting />
  const next = data?.data.siguiente
  if (next)
    return (
      <Note icon={IconPlayerTrackNext} title={next.titulo} text={placeOf(next, evaluation.id_modulo)}>
        <LinkButton to={piecePath(next)}>{TEXTS.goOn}</LinkButton>
      </Note>
    )
  const survey = data && proposed(data.data, evaluation)
  if (survey) return <Survey survey={survey} />
  return (
    <Note icon={IconSchool} title={evaluation.curso} text={data ? TEXTS.courseDone : TEXTS.nextUnknown}>
      <LinkButton to={data ? '/miscursos' : modulesPath(evaluation.id_curso)} variant="light">
        {data ? TEXTS.myCourses : TEXTS.backToCourse}
      </LinkButton>
    </Note>
  )
}

/** The survey of a course that goes on; at its end it is what comes next. Below all else, where it moves nothing. */
export function SurveyAtEnd({ evaluation }: { evaluation: Evaluation }) {
  const { data } = useCourse(evaluation)
  const survey = data?.data.siguiente && proposed(data.data, evaluation)
  return survey ? <Survey survey={survey} /> : null
}

type AfterExamProps = { evaluation: Evaluation; detail: EvaluationDetail }

/** What follows a result, from the course as it stands after it. */
export function AfterExam({ exhausted, ...exam }: AfterExamProps & { exhausted: boolean }) {
  if (exhausted) return <Exhausted {...exam} />
  return exam.detail.aprobado ? <Next evaluation={exam.evaluation} /> : null
}
