import type { ExamHead } from '@campus/contract/grading'
import { isExam } from '@campus/contract/rules'
import { Button } from '@mantine/core'
import { IconPencil, IconUsers } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { api } from '../../lib/api'
import { ExamScreenHead } from '../attempts/exam-screen-head'
import { attemptsPath } from '../attempts/paths'
import { LoadedScreen } from '../blocks/loaded-screen'
import { examPath } from '../courses/paths'
import { ExamResults } from './exam-results'
import { SurveyResults } from './survey-results'

const toAttempts = ({ id }: ExamHead) => (
  <Button component={Link} to={attemptsPath(id)} variant="default" leftSection={<IconUsers size={18} aria-hidden />}>
    Intentos de los alumnos
  </Button>
)

const toQuestions = ({ id, id_curso }: ExamHead) => (
  <Button
    component={Link}
    to={examPath(id_curso, id)}
    variant="default"
    leftSection={<IconPencil size={18} aria-hidden />}
  >
    Ver sus preguntas
  </Button>
)

/** What an exam, or a survey, tells its teachers. */
export default function ResultsPage() {
  const { id = '' } = useParams()
  const query = api.useQuery('get', '/api/gestion/evaluaciones/{id}', { params: { path: { id } } })
  return (
    <LoadedScreen query={query} errorTitle="No pudimos abrir los resultados">
      {({ data }) => (
        <>
          <ExamScreenHead
            exam={data}
            screen="Resultados"
            action={isExam(data) ? toAttempts(data) : toQuestions(data)}
          />
          {isExam(data) ? <ExamResults key={data.id} exam={data} /> : <SurveyResults key={data.id} survey={data} />}
        </>
      )}
    </LoadedScreen>
  )
}
