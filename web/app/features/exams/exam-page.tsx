import { useParams } from 'react-router'
import { api } from '../../lib/api'
import { useUser } from '../../lib/session'
import { accessDenial, ContentNotFound, NoEnrolment } from '../../ui/access-denied'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/skeleton'
import { Stack } from '../../ui/stack'
import { ExamScreen } from './exam-screen'
import classes from './intro.module.css'
import { TEXTS } from './texts'

function IntroSkeleton() {
  return (
    <Stack gap="lg">
      <Skeleton height={20} width="min(320px, 80%)" />
      <Skeleton height={38} width="min(520px, 90%)" />
      <div className={classes.columns}>
        <Skeleton height={240} className={classes.entrance} />
        <Stack gap="sm">
          <Skeleton height={18} />
          <Skeleton height={18} width="92%" />
          <Skeleton height={18} width="70%" />
        </Stack>
      </div>
    </Stack>
  )
}

/** See docs/product/exams.md 2. */
export default function ExamPage() {
  const { idexamen = '' } = useParams()
  const user = useUser()
  const evaluation = api.useQuery('get', '/api/evaluacion/{id}', { params: { path: { id: idexamen } } })
  // It contains the server's time and the attempt's state, so a cached one is useless.
  const detail = api.useQuery(
    'get',
    '/api/detalle/evaluacion/{id}/alumno/{alumno}',
    { params: { path: { id: idexamen, alumno: String(user.id) } } },
    { staleTime: 0 },
  )
  const shown = evaluation.data && detail.data
  const denial = evaluation.data ? null : accessDenial(evaluation.error)
  if (denial === 'not-found') return <ContentNotFound what="este examen" />
  if (denial === 'no-enrolment') return <NoEnrolment error={evaluation.error} />
  return (
    <>
      {!shown && <PageHead title="Examen" hidden />}
      <Loaded query={evaluation} skeleton={<IntroSkeleton />} errorTitle={TEXTS.loadError}>
        {({ data }) => (
          <Loaded query={detail} skeleton={<IntroSkeleton />} errorTitle={TEXTS.loadError}>
            {(loaded) => (
              <ExamScreen key={data.id} evaluation={data} detail={loaded.data} receivedAt={evaluation.dataUpdatedAt} />
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}
