import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { api } from '../../../lib/api'
import { isId, modulesPath } from '../../../lib/paths'
import { toast } from '../../../lib/toasts'
import { accessDenial, ContentNotFound, NoEnrolment } from '../../../ui/access-denied'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Recent } from './recent'
import { TEXTS } from './texts'
import { Topics } from './topics'
import { useForums, useView } from './use-view'

function Forums({ idCurso }: { idCurso: string }) {
  const state = useView()
  const query = useForums(idCurso, state.view)
  const course = api.useQuery('get', '/api/cursos/detallado/{id}', { params: { path: { id: idCurso } } }).data?.data
  const refusal = query.data ? null : accessDenial(query.error)
  if (refusal === 'not-found') return <ContentNotFound what="este curso" />
  if (refusal === 'no-enrolment') return <NoEnrolment course={idCurso} error={query.error} />
  return (
    <>
      <Breadcrumbs
        items={[
          { text: 'Mis cursos', to: '/miscursos' },
          { text: course?.nombre ?? 'Módulos', to: modulesPath(Number(idCurso)) },
          { text: 'Foros' },
        ]}
      />
      <Topics title={TEXTS.title} idCurso={idCurso} state={state} query={query} parts={course?.modulos ?? []}>
        <Recent course={idCurso} />
      </Topics>
    </>
  )
}

function NoCourse() {
  useEffect(() => {
    toast(TEXTS.noCourse, { id: 'sin-curso', color: 'red', title: 'Error' })
  }, [])
  return <Navigate to="/miscursos" replace />
}

/** The forums of a course (docs/product/community.md 2.5). */
export default function ForumsPage() {
  const { idCurso = '' } = useParams()
  return isId(idCurso) ? <Forums key={idCurso} idCurso={idCurso} /> : <NoCourse />
}
