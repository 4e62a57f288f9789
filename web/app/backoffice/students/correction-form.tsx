import { type Student, StudentCorrection } from '@campus/contract/students.staff'
import { Textarea, TextInput } from '@mantine/core'
import { client } from '../../lib/client'
import { FieldGroup, fieldProps, RecordForm } from '../blocks/record'
import { useRecord } from '../blocks/use-record'
import { useRefresh } from '../blocks/use-refresh'
import classes from './students.module.css'

const valuesOf = ({ nombres, apellidos, numero_documento }: Student) => ({
  nombres,
  apellidos,
  numero_documento: numero_documento ?? '',
  motivo: '',
})

/** Name and document as the certificates and the law need them; each change says why. */
export function CorrectionForm({ student }: { student: Student }) {
  const refresh = useRefresh('/api/gestion/alumnos', '/api/gestion/alumnos/{id}')
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
    <RecordForm record={record} label="Nombre y documento">
      <FieldGroup
        title="Nombre y documento"
        text="El nombre se corrige también en sus certificados; el código y la fecha no cambian. Le avisamos en el campus."
      >
        <div className={classes.names}>
          <TextInput label="Nombres" maxLength={120} {...fieldProps(record, 'nombres')} />
          <TextInput label="Apellidos" maxLength={120} {...fieldProps(record, 'apellidos')} />
        </div>
        <TextInput
          label="DNI"
          inputMode="numeric"
          maw={220}
          maxLength={20}
          {...fieldProps(record, 'numero_documento')}
        />
        {record.isDirty && (
          <Textarea
            label="Por qué se corrige"
            description="Queda en el historial de la academia."
            autosize
            minRows={2}
            maxRows={8}
            maxLength={500}
            {...fieldProps(record, 'motivo')}
          />
        )}
      </FieldGroup>
    </RecordForm>
  )
}
