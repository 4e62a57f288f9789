import { type Student, StudentCorrection } from '@campus/contract/students.staff'
import { TextInput } from '@mantine/core'
import { client } from '../../lib/client'
import { fieldId } from '../blocks/findings'
import { FieldGroup, fieldProps, RecordForm } from '../blocks/record'
import { useRecord } from '../blocks/use-record'
import { ReasonField } from './reason-field'
import classes from './students.module.css'
import { useStudentRefresh } from './use-student-refresh'

const valuesOf = ({ nombres, apellidos, numero_documento, telefono }: Student) => ({
  nombres,
  apellidos,
  numero_documento: numero_documento ?? '',
  telefono: telefono ?? '',
  motivo: '',
})

/** Name, document and telephone; each change says why. */
export function CorrectionForm({ student }: { student: Student }) {
  const refresh = useStudentRefresh()
  const params = { path: { id: String(student.id) } }
  const record = useRecord({
    schema: StudentCorrection,
    row: student,
    read: valuesOf,
    body: (values, version) => ({ ...values, version }),
    save: (body) => client.PUT('/api/gestion/alumnos/{id}', { params, body }),
    onSaved: () => void refresh(),
  })
  return (
    <RecordForm record={record} label="Nombre, documento y teléfono">
      <FieldGroup
        title="Nombre, documento y teléfono"
        text="El nombre se corrige también en sus certificados; el código y la fecha no cambian. Le avisamos en el campus."
      >
        <div className={classes.names}>
          <TextInput id={fieldId('nombres')} label="Nombres" maxLength={120} {...fieldProps(record, 'nombres')} />
          <TextInput label="Apellidos" maxLength={120} {...fieldProps(record, 'apellidos')} />
        </div>
        <div className={classes.names}>
          <TextInput label="DNI" inputMode="numeric" maxLength={20} {...fieldProps(record, 'numero_documento')} />
          <TextInput label="Teléfono" inputMode="tel" maxLength={40} {...fieldProps(record, 'telefono')} />
        </div>
        {record.isDirty && <ReasonField label="Por qué se corrige" {...fieldProps(record, 'motivo')} />}
      </FieldGroup>
    </RecordForm>
  )
}
