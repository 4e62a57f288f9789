import type { Student } from '@campus/contract/students.staff'
import { formatDate, formatDay, formatNumber } from '../../lib/format'
import { Facts } from '../../ui/facts'
import { CountLink } from '../blocks/count-link'
import { FieldGroup } from '../blocks/record'
import { liveEnrolmentsPath } from '../enrolments/paths'
import { isAllowed, useStaff } from '../shell/staff'
import { CorrectionForm } from './correction-form'
import { agoOrNever } from './student-parts'
import classes from './students.module.css'

const NONE = 'Sin dato'

function Studies({ student: { cursos_vigentes, avance, correo } }: { student: Student }) {
  if (avance === null) return 'Ningún curso vigente'
  return (
    <>
      <CountLink to={liveEnrolmentsPath(correo)} text={formatNumber(cursos_vigentes)} of="matrículas vigentes" />
      <span>{`, con ${avance} % de avance`}</span>
    </>
  )
}

export function SummaryTab({ student }: { student: Student }) {
  const staff = useStaff()
  const manages = isAllowed(staff, 'alumnos.gestionar') && student.estado !== 'eliminada'
  const { ciudad, profesion, telefono, direccion, fecha_nacimiento } = student
  return (
    <>
      <div className={classes.groups} data-more={manages || undefined}>
        <FieldGroup title="Estudio">
          <Facts
            facts={[
              ['Cursos vigentes', <Studies key="cursos" student={student} />],
              ['Última actividad', agoOrNever(student.ultima_actividad)],
              ['Alta', formatDate(student.creado_en)],
            ]}
          />
        </FieldGroup>
        <FieldGroup title="Contacto" text="Lo escribe cada alumno en su perfil.">
          <Facts
            facts={[
              manages && ['Teléfono', telefono || NONE],
              manages && ['Dirección', direccion || NONE],
              manages && ['Nacimiento', fecha_nacimiento ? formatDay(fecha_nacimiento) : NONE],
              ['Ciudad', ciudad || NONE],
              ['Profesión', profesion || NONE],
            ]}
          />
        </FieldGroup>
      </div>
      {manages && <CorrectionForm student={student} />}
    </>
  )
}
