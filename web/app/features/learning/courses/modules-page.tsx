import { useParams } from 'react-router'
import { api } from '../../../lib/api'
import { useUser } from '../../../lib/session'
import { accessDenial, ContentNotFound, NoEnrolment } from '../../../ui/access-denied'
import { Loaded, Loading } from '../../../ui/loaded'
import { PageHead } from '../../../ui/page-head'
import { courseWithMarks } from '../lesson-marks'
import { useLessonMarks } from '../own-marks'
import { CourseContent } from './course-content'
import { ModulesSkeleton } from './modules-skeleton'
import { TEXTS } from './texts'

/** The outline is public, this screen is not: what only students read says why. */
function Closed({ course }: { course: string }) {
  const params = { path: { id: course } }
  const options = { retry: 0, meta: { handled: true } }
  const query = api.useQuery('get', '/api/evaluaciones/solo/curso/{id}', { params }, options)
  if (!query.isPending) return <NoEnrolment course={course} error={query.error} />
  return (
    <Loading>
      <ModulesSkeleton />
    </Loading>
  )
}

export default function ModulesPage() {
  const { idcurso = '', idmodulo } = useParams()
  const isStudent = useUser().tipo_cliente === 'Alumno'
  const query = api.useQuery('get', '/api/cursos/detallado/{id}', { params: { path: { id: idcurso } } })
  const marks = useLessonMarks()
  const course = query.data?.data
  const denial = course ? null : accessDenial(query.error)
  if (denial === 'not-found') return <ContentNotFound what="este curso" />
  if (denial === 'no-enrolment' || (course && isStudent && !course.matriculado)) return <Closed course={idcurso} />
  return (
    <>
      {!course && <PageHead title="Módulos del curso" hidden />}
      <Loaded query={query} skeleton={<ModulesSkeleton />} errorTitle={TEXTS.modulesError}>
        {({ data }) => <CourseContent course={courseWithMarks(data, marks)} module={idmodulo} />}
      </Loaded>
    </>
  )
}
