import type { DetailedCourse } from '@campus/contract/learning'
import { Title } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { api } from '../../platform/api'
import { count } from '../../platform/format'
import { usePresent } from '../../platform/present'
import type { ScreenHandle } from '../../platform/screen-handle'
import { useUser } from '../../platform/session'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { NoEnrolment, NotHere, refusalOf } from '../../ui/refusal'
import { Loaded, State } from '../../ui/states'
import { CourseAside } from './course-aside'
import { CourseHeader } from './course-header'
import { ModuleItem } from './module-item'
import classes from './modules.module.css'
import { ModulesSkeleton } from './modules-skeleton'
import { T } from './texts'

/** The module that is open at first: the asked one, else where the student goes on, else the first. */
function firstOpen(course: DetailedCourse, asked: number): number | undefined {
  return asked || course.continuar?.id_modulo || course.modulos[0]?.id
}

function Modules({ course, asked }: { course: DetailedCourse; asked: number }) {
  const lessons = course.modulos.reduce((sum, module) => sum + module.cantidad_lecciones, 0)
  const open = firstOpen(course, asked)
  return (
    <section aria-labelledby="modulos">
      <div className={classes.sectionHead}>
        <Title order={2} id="modulos">
          Contenido del curso
        </Title>
        <span className={classes.count}>
          {count(course.modulos.length, 'módulo', 'módulos')} · {count(lessons, 'lección', 'lecciones')}
        </span>
      </div>
      {course.modulos.length === 0 ? (
        <Panel>
          <State icon={IconBooks} title={T.noModulesTitle} text={T.noModulesText} />
        </Panel>
      ) : (
        <ol className={classes.modules}>
          {course.modulos.map((module, index) => (
            <ModuleItem
              key={module.id}
              module={module}
              number={index + 1}
              current={course.continuar?.id_leccion}
              initiallyOpen={module.id === open}
              asked={module.id === asked}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

export const handle: ScreenHandle = {
  first: [{ path: '/api/cursos/detallado/{idcurso}' }],
}

/** The modules of a course with the student's way through them. */
export default function ModulesPage() {
  const { idcurso = '', idmodulo } = useParams()
  const isStudent = useUser().tipo_cliente === 'Alumno'
  const query = api.useQuery('get', '/api/cursos/detallado/{id}', { params: { path: { id: idcurso } } })
  const course = query.data?.data
  const shown = usePresent(course)
  const refusal = course ? null : refusalOf(query.error)
  if (refusal === 'not-here') return <NotHere what="este curso" />
  // The outline is anyone's; this screen is of who learns in it (or teaches it).
  if (refusal === 'no-enrolment' || (course && isStudent && !course.matriculado))
    return <NoEnrolment course={idcurso} />
  return (
    <>
      {!shown && <PageHead title="Módulos del curso" hidden />}
      <Loaded query={query} skeleton={<ModulesSkeleton />} errorTitle={T.modulesError}>
        {({ data }) => (
          <>
            <CourseHeader course={data} />
            <div className={classes.columns}>
              <Modules key={`${data.id} ${idmodulo ?? ''}`} course={data} asked={Number(idmodulo ?? 0)} />
              <CourseAside course={data} />
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}
