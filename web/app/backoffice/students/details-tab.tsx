import type { Student } from '@campus/contract/students.staff'
import { formatDate, formatDay } from '../../lib/format'
import { Facts } from '../../ui/facts'
import { FieldGroup } from '../blocks/record'
import { isAllowed, useStaff } from '../shell/staff'
import { CorrectionForm } from './correction-form'
import classes from './students.module.css'

const NONE = 'Sin dato'

/** What a student says of themselves, and what the academy corrects. */
export function DetailsTab({ student }: { student: Student }) {
  const staff = useStaff()
  const manages = isAllowed(staff, 'alumnos.gestionar') && student.estado !== 'eliminada'
  const { ciudad, profesion, telefono, direccion, fecha_nacimiento } = student
  return (
    <>
      <div className={classes.groups} data-more={manages || undefined}>
        <FieldGroup title="Contacto" text="Lo escribe cada alumno en su perfil.">
          <Facts
            facts={[
              manages && ['Teléfono', telefono || NONE],
              manages && ['Dirección', direccion || NONE],
              manages && ['Nacimiento', fecha_nacimiento ? formatDay(fecha_nacimiento) : NONE],
              ['Ciudad', ciudad || NONE],
              ['Profesión', profesion || NONE],
              ['Alta', formatDate(student.creado_en)],
            ]}
          />
        </FieldGroup>
      </div>
      {manages && <CorrectionForm student={student} />}
    </>
  )
}
