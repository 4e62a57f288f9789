import type { DetailedCourse } from '@campus/contract/learning'
import { Title } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { api } from '../../../lib/api'
import { count } from '../../../lib/format'
import { useUser } from '../../../lib/session'
import { accessDenial, ContentNotFound, NoEnrolment } from '../../../ui/access-denied'
import { EmptyState } from '../../../ui/empty-state'
import { Loaded } from '../../../ui/loaded'
import { PageHead } from '../../../ui/page-head'
import { Panel } from '../../../ui/panel'
import { courseWithMarks } from '../lesson-marks'
import { useLessonMarks } from '../own-marks'
import { CertificatePath } from './certificate-path'
import { CourseAside } from './course-aside'
import { CourseHeader } from './course-header'
import classes from './modules.module.css'
import { ModulesSkeleton } from './modules-skeleton'
import { ModulesTable } from './modules-table'
import { TEXTS } from './texts'

/** The module of the address, where the student left off, or the first. */
function firstOpen(course: DetailedCourse, requested: number): number | undefined {
  return requested || course.siguiente?.id_modulo || course.modulos[0]?.id
}

function Modules({ course, asked: requested }: { course: DetailedCourse; asked: number }) {
  const lessons = course.modulos.reduce((sum, module) => sum + module.cantidad_lecciones, 0)
  return (
    <section aria-labelledby="modulos">
      <div className={classes.sectionHead}>
        <Title order={2} id="modulos">
          Contenido del curso
        </Title>
        <span className={classes.count}>
          {`${count(course.modulos.length, 'módulo', 'módulos')} · ${count(lessons, 'lección', 'lecciones')}`}
        </span>
      </div>
      {course.modulos.length === 0 ? (
        <Panel>
          <EmptyState icon={IconBooks} title={TEXTS.noModulesTitle} text={TEXTS.noModulesText} />
        </Panel>
      ) : (
        <ModulesTable course={course} open={firstOpen(course, requested)} asked={requested} />
      )}
    </section>
  )
}

function Content({ course, module = '' }: { course: DetailedCourse; module: string | undefined }) {
  return (
    <>
      <CourseHeader course={course} />
      <div className={classes.columns}>
        <Modules key={`${course.id} ${module}`} course={course} asked={Number(module)} />
        <div className={classes.side}>
          <CertificatePath course={course} />
          <CourseAside course={course} />
        </div>
      </div>
    </>
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
  // The outline is public; this screen is for its students and teachers.
  if (denial === 'no-enrolment' || (course && isStudent && !course.matriculado)) return <NoEnrolment course={idcurso} />
  return (
    <>
      {!course && <PageHead title="Módulos del curso" hidden />}
      <Loaded query={query} skeleton={<ModulesSkeleton />} errorTitle={TEXTS.modulesError}>
        {({ data }) => <Content course={courseWithMarks(data, marks)} module={idmodulo} />}
      </Loaded>
    </>
  )
}
