import { isExam } from '@campus/contract/rules'
import { useParams } from 'react-router'
import { api } from '../../lib/api'
import { ExamScreenHead } from '../attempts/exam-screen-head'
import { LoadedScreen } from '../blocks/loaded-screen'
import { ExamResults } from './exam-results'
import { SurveyResults } from './survey-results'

/** What an exam, or a survey, tells its teachers. */
export default function ResultsPage() {
  const { id = '' } = useParams()
  const query = api.useQuery('get', '/api/gestion/evaluaciones/{id}', { params: { path: { id } } })
  return (
    <LoadedScreen query={query} errorTitle="No pudimos abrir los resultados">
      {({ data }) => (
        <>
          <ExamScreenHead exam={data} screen="Resultados" />
          {isExam(data) ? <ExamResults key={data.id} exam={data} /> : <SurveyResults key={data.id} survey={data} />}
        </>
      )}
    </LoadedScreen>
  )
}
