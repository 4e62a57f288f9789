import type { DetailedCourse } from '@campus/contract/learning'
import { Html } from '../../../ui/html'
import { Picture } from '../../../ui/picture'
import { Title } from '../../../ui/title'
import classes from './modules.module.css'
import { ModulesTable } from './modules-table'

/** A course with its modules and lessons, as a student finds them. */
export default function CoursePreview({ course }: { course: DetailedCourse }) {
  return (
    <>
      <Title order={1} className={classes.group}>
        {course.nombre}
      </Title>
      {course.imagen && (
        <div style={{ maxWidth: 480 }}>
          <Picture src={course.imagen} alt={course.nombre} ratio={16 / 9} sizes="480px" />
        </div>
      )}
      <Html html={course.descripcion} />
      <div className={classes.sectionHead}>
        <Title order={2} id="modulos">
          Contenido del curso
        </Title>
      </div>
      <ModulesTable course={course} open="all" />
    </>
  )
}
