import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import type { NextPiece } from '@campus/contract/learning'
import { Button, Text } from '@mantine/core'
import { type Icon, IconLifebuoy, IconMessage2Star, IconPlayerTrackNext } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { evaluationPath, piecePath } from '../../lib/paths'
import classes from './after-exam.module.css'
import { outlookOf, surveyToPropose } from './outlook'
import { requestPath } from './request-path'
import { TEXTS } from './texts'

type AfterExamProps = { evaluation: Evaluation; detail: EvaluationDetail; exhausted: boolean }

type NoteProps = { icon: Icon; title: string; text: string; children: ReactNode }

function Note({ icon: Drawing, title, text, children }: NoteProps) {
  return (
    <div className={classes.note}>
      <Drawing size={26} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <strong>{title}</strong>
        <Text size="sm">{text}</Text>
      </div>
      {children}
    </div>
  )
}

/** Names the module where another one begins. */
const placeOf = ({ id_modulo, modulo }: NextPiece, here: number | null): string =>
  modulo === null || id_modulo === here ? TEXTS.nextPiece : TEXTS.nextModule(modulo)

/** What follows a result, from the course as it stands after it. */
export default function AfterExam({ evaluation, detail, exhausted }: AfterExamProps) {
  const query = api.useQuery('get', '/api/cursos/detallado/{id}', {
    params: { path: { id: String(evaluation.id_curso) } },
  })
  const course = query.data?.data
  if (exhausted) {
    if (query.isPending) return null
    const outlook = course ? `${outlookOf(course, evaluation, Date.now())} ` : ''
    return (
      <Note
        icon={IconLifebuoy}
        title="¿Necesitas otra oportunidad?"
        text={`${outlook}La academia puede darte otro intento: escribe por qué lo necesitas.`}
      >
        <Button component={Link} to={requestPath(evaluation, detail)}>
          {TEXTS.askAttempt}
        </Button>
      </Note>
    )
  }
  if (!course || !detail.aprobado) return null
  const { siguiente } = course
  const survey = surveyToPropose(course, evaluation, Date.now())
  return (
    <>
      {siguiente && (
        <Note icon={IconPlayerTrackNext} title={siguiente.titulo} text={placeOf(siguiente, evaluation.id_modulo)}>
          <Button component={Link} to={piecePath(siguiente)}>
            {TEXTS.goOn}
          </Button>
        </Note>
      )}
      {survey && (
        <Note
          icon={IconMessage2Star}
          title="¿Qué te pareció?"
          text={`${survey.nombre}: es anónima y toma un par de minutos.`}
        >
          <Button component={Link} to={evaluationPath(survey)} variant="light">
            {TEXTS.startSurvey}
          </Button>
        </Note>
      )}
    </>
  )
}
