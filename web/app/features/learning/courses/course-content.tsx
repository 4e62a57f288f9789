import type { DetailedCourse } from '@campus/contract/learning'
import { IconBooks } from '@tabler/icons-react'
import { count } from '../../../lib/format'
import { EmptyState } from '../../../ui/empty-state'
import { Panel } from '../../../ui/panel'
import { Title } from '../../../ui/title'
import { CertificatePath } from './certificate-path'
import { CourseAside } from './course-aside'
import { CourseHeader } from './course-header'
import classes from './modules.module.css'
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

/** A course that is studied; `module` is the one of the address. */
export function CourseContent({ course, module = '' }: { course: DetailedCourse; module: string | undefined }) {
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
