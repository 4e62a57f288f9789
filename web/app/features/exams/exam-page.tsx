import { EXAM_MODEL } from '@campus/contract/rules'
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { api } from '../../platform/api'
import { usePresent } from '../../platform/present'
import type { ScreenHandle } from '../../platform/screen-handle'
import { useUser } from '../../platform/session'
import { PageHead } from '../../ui/page-head'
import { NotHere, refusalOf } from '../../ui/refusal'
import { Loaded, State } from '../../ui/states'
import { ExamScreen } from './exam-screen'
import classes from './intro.module.css'
import { T } from './texts'

function NotEnrolled() {
  return (
    <>
      <PageHead title="Examen no disponible" hidden />
      <State
        icon={IconLock}
        title="No tienes una matrícula vigente en este curso"
        text="Puede que haya vencido. Tus resultados y certificados siguen siendo tuyos."
        action={
          <Button component={Link} to="/miscursos" mt="xs">
            Ir a Mis Cursos
          </Button>
        }
      />
    </>
  )
}

function IntroSkeleton() {
  return (
    <>
      <Skeleton height={20} width="min(320px, 80%)" mb="lg" />
      <Skeleton height={38} width="min(520px, 90%)" mb="lg" />
      <div className={classes.columns}>
        <Stack gap="sm">
          <Skeleton height={18} />
          <Skeleton height={18} width="92%" />
          <Skeleton height={18} width="70%" />
        </Stack>
        <Skeleton height={340} radius="lg" />
      </div>
    </>
  )
}

export const handle: ScreenHandle = {
  first: [
    // The server's clock travels in it: what is older would set ours late.
    { path: '/api/evaluacion/{idexamen}', fresh: 3000 },
    { path: '/api/detalle/evaluacion/{idexamen}/alumno/{yo}', fresh: 3000 },
  ],
}

/** An exam or survey: intro, started, submitted (campus.md section 4). */
export default function ExamPage() {
  const { idexamen = '' } = useParams()
  const user = useUser()
  const evaluation = api.useQuery('get', '/api/evaluacion/{id}', { params: { path: { id: idexamen } } })
  // `ahora` and the state of the attempt travel in it: what was kept of an earlier visit says nothing of now.
  const detail = api.useQuery(
    'get',
    '/api/detalle/evaluacion/{id}/alumno/{alumno}',
    { params: { path: { id: idexamen, alumno: String(user.id) } } },
    { staleTime: 0 },
  )
  const shown = usePresent(evaluation.data && detail.data)
  const refusal = evaluation.data ? null : refusalOf(evaluation.error)
  if (refusal === 'not-here') return <NotHere what="este examen" />
  if (refusal === 'no-enrolment') return <NotEnrolled />
  return (
    <>
      {!shown && <PageHead title="Examen" hidden />}
      <Loaded query={evaluation} skeleton={<IntroSkeleton />} errorTitle={T.loadError}>
        {({ data }) => (
          <Loaded query={detail} skeleton={<IntroSkeleton />} errorTitle={T.loadError}>
            {({ data: its }) => (
              <ExamScreen
                key={data.id}
                evaluation={data}
                exam={data.modelo === EXAM_MODEL}
                detail={its}
                heardAt={evaluation.dataUpdatedAt}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}
