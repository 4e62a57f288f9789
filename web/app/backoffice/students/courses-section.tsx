import type { EnrolledCourse, Student } from '@campus/contract/students.staff'
import { quoted } from '@campus/contract/texts'
import { Anchor } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatAgo } from '../../lib/ago'
import { count, formatDate, formatDay } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { ProgressBar } from '../../ui/progress'
import rows from '../blocks/rows.module.css'
import { EnrolmentMenu } from '../enrolments/enrolment-menu'
import { isAllowed, useStaff } from '../shell/staff'
import { EnrolmentState } from './student-parts'
import classes from './students.module.css'

const endOf = ({ vence, estado }: EnrolledCourse): string => {
  if (!vence) return 'Sin último día'
  return `${estado === 'vencida' ? 'Terminó el' : 'Hasta el'} ${formatDay(vence)}`
}

/** `5 de 8 lecciones · 3 asistencias · último avance hace 2 días` */
function workText({ completadas, lecciones, asistencias, ultima_actividad }: EnrolledCourse): string {
  return [
    `${completadas} de ${count(lecciones, 'lección', 'lecciones')}`,
    asistencias > 0 && count(asistencias, 'asistencia', 'asistencias'),
    ultima_actividad ? `último avance ${formatAgo(ultima_actividad, Date.now())}` : 'no ha empezado',
  ]
    .filter(Boolean)
    .join(' · ')
}

function Course({ course, student }: { course: EnrolledCourse; student: Student }) {
  const { nombre, estado, desde, porcentaje, grupo, codigo_certificado: code } = course
  const manages = isAllowed(useStaff(), 'alumnos.gestionar') && student.estado !== 'eliminada'
  const alumno = `${student.nombres} ${student.apellidos}`
  return (
    <li className={rows.row}>
      <div className={`${rows.words} ${classes.course}`}>
        <span className={classes.courseHead}>
          <span className={rows.name}>{nombre}</span>
          <EnrolmentState state={estado} />
        </span>
        <span className={classes.progress}>
          <ProgressBar value={porcentaje} label={`Avance en ${nombre}`} />
          <span className={classes.percent}>{`${porcentaje} %`}</span>
        </span>
        <span className={rows.detail}>{workText(course)}</span>
        <span className={rows.detail}>
          <span>
            {[`Desde el ${formatDate(desde)}`, endOf(course), grupo && `Grupo ${quoted(grupo)}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {code && <span> · </span>}
          {code && (
            <Anchor component={Link} to={`/certificado/${code}`} inherit underline="always">
              Certificado
            </Anchor>
          )}
        </span>
      </div>
      {manages && <EnrolmentMenu enrolment={{ ...course, curso: nombre, alumno }} />}
    </li>
  )
}

/** The courses that a student is or was in, live ones first. */
export function CoursesSection({ student }: { student: Student }) {
  const { cursos } = student
  return (
    <section aria-labelledby="cursos">
      <h2 id="cursos" className={classes.heading}>
        Cursos
      </h2>
      {cursos.length === 0 ? (
        <EmptyState icon={IconBooks} title="No está en ningún curso." />
      ) : (
        <ul className={rows.rows}>
          {cursos.map((course) => (
            <Course key={course.id} course={course} student={student} />
          ))}
        </ul>
      )}
    </section>
  )
}
