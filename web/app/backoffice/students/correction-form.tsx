import { type Student, StudentCorrection } from '@campus/contract/students.staff'
import { Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../lib/client'
import { ApiError } from '../../lib/errors'
import { FieldGroup, fieldProps, RecordForm } from '../blocks/record'
import { useRecord } from '../blocks/use-record'
import classes from './students.module.css'

type Values = { nombres: string; apellidos: string; numero_documento: string; motivo: string }

const valuesOf = ({ nombres, apellidos, numero_documento }: Student): Values => ({
  nombres,
  apellidos,
  numero_documento: numero_documento ?? '',
  motivo: '',
})

const LISTS = [
  ['get', '/api/gestion/alumnos'],
  ['get', '/api/gestion/alumnos/{id}'],
]

/** Name and document as the certificates and the law need them; each change says why. */
export function CorrectionForm({ student }: { student: Student }) {
  const queries = useQueryClient()
  const record = useRecord<Values, Student>({
    schema: StudentCorrection,
    row: { values: valuesOf(student), version: student.version },
    read: valuesOf,
    save: async (values, version) => {
      const params = { path: { id: String(student.id) } }
      const { data } = await client.PUT('/api/gestion/alumnos/{id}', { params, body: { ...values, version } })
      if (!data) throw new ApiError(500, undefined)
      for (const queryKey of LISTS) void queries.invalidateQueries({ queryKey })
      return { values: valuesOf(data.data), version: data.data.version }
    },
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
