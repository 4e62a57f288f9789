import { useParams } from 'react-router'
import { api } from '../../../lib/api'
import { useUser } from '../../../lib/session'
import { accessDenial, ContentNotFound, NoEnrolment } from '../../../ui/access-denied'
import { Loaded } from '../../../ui/loaded'
import { PageHead } from '../../../ui/page-head'
import { courseWithMarks } from '../lesson-marks'
import { useLessonMarks } from '../own-marks'
import { CourseContent } from './course-content'
import { ModulesSkeleton } from './modules-skeleton'
import { TEXTS } from './texts'

export default function ModulesPage() {
  const { idcurso = '', idmodulo } = useParams()
  const isStudent = useUser().tipo_cliente === 'Alumno'
  const query = api.useQuery('get', '/api/cursos/detallado/{id}', { params: { path: { id: idcurso } } })
  const marks = useLessonMarks()
  const course = query.data?.data
  const denial = course ? null : accessDenial(query.error)
  if (denial === 'not-found') return <ContentNotFound what="este curso" />
  // The outline is public; this screen is for its students and teachers.
  if (denial === 'no-enrolment' || (course && isStudent && !course.matriculado)) return <NoEnrolment course={idcurso} />
  return (
    <>
      {!course && <PageHead title="Módulos del curso" hidden />}
      <Loaded query={query} skeleton={<ModulesSkeleton />} errorTitle={TEXTS.modulesError}>
        {({ data }) => <CourseContent course={courseWithMarks(data, marks)} module={idmodulo} />}
      </Loaded>
    </>
  )
}
