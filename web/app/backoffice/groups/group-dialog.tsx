import { GroupBody, type GroupRow, NewGroup } from '@campus/contract/groups.staff'
import { numberOf } from '@campus/contract/numbers'
import { Checkbox, NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { newEnvio } from '../../lib/envio'
import { formatNumber } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { Dialog } from '../../ui/dialog'
import { foundOptions } from '../blocks/found-options'
import { fieldProps, RecordForm } from '../blocks/record'
import { type RecordState, useRecord } from '../blocks/use-record'
import { isAllowed, useStaff } from '../shell/staff'
import classes from './groups.module.css'

const NEW = { version: 0 } as const

/** What the form holds: text alone. */
const valuesOf = (group: Partial<GroupRow>) => ({
  id_curso: String(group.id_curso ?? ''),
  nombre: group.nombre ?? '',
  horario: group.horario ?? '',
  inicio: group.inicio ?? '',
  fin: group.fin ?? '',
  aforo: String(group.aforo ?? ''),
  id_docente: String(group.id_docente ?? ''),
  en_venta: group.en_venta ? 'si' : '',
  cerrado: group.cerrado ? 'si' : '',
})
type Values = ReturnType<typeof valuesOf>

const fieldsOf = ({ nombre, horario, inicio, fin, aforo, id_docente, en_venta }: Values) => ({
  ...{ nombre, horario, inicio: inicio || null, fin: fin || null },
  aforo: aforo.trim() === '' ? null : numberOf(aforo),
  id_docente: id_docente === '' ? null : Number(id_docente),
  en_venta: en_venta !== '',
})

type PartProps = { record: RecordState<Values> }

function TeacherField({ record, group }: PartProps & { group: GroupRow | null }) {
  const active = api.useQuery('get', '/api/usuarios/docentes/activos').data?.data ?? []
  const names = new Map(active.map(({ id, nombres, apellidos }) => [String(id), `${nombres} ${apellidos}`]))
  // Who no longer teaches stays until another is chosen.
  if (group?.id_docente && group.docente) names.set(String(group.id_docente), group.docente)
  return (
    <NativeSelect
      label="Docente"
      data={[{ value: '', label: 'Sin docente' }, ...[...names].map(([value, label]) => ({ value, label }))]}
      {...fieldProps(record, 'id_docente')}
    />
  )
}

function Switch({
  record,
  name,
  label,
  text,
}: PartProps & { name: 'en_venta' | 'cerrado'; label: string; text: string }) {
  const { form } = record
  return (
    <Checkbox
      label={label}
      description={text}
      error={form.errors[name]}
      checked={form.values[name] !== ''}
      onChange={(event) => form.setFieldValue(name, event.currentTarget.checked ? 'si' : '')}
    />
  )
}

function CourseField({ record: { form } }: PartProps) {
  const courses = api.useQuery('get', '/api/gestion/alumnos/cursos').data?.data ?? []
  return (
    <Select
      label="Curso"
      placeholder="Elige uno"
      searchable
      filter={foundOptions}
      nothingFoundMessage="Ningún curso con ese nombre."
      data={courses.map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
      value={form.values.id_curso || null}
      error={form.errors.id_curso}
      onChange={(id) => form.setFieldValue('id_curso', id ?? '')}
    />
  )
}

function insideText(people: number): string {
  if (people === 0) return ''
  return people === 1 ? ' Su alumno sigue en él.' : ` Sus ${formatNumber(people)} alumnos siguen en él.`
}

/** Selling is for who sets prices, and closing for a group that is there. */
function Switches({ record, group }: PartProps & { group: GroupRow | null }) {
  const sells = isAllowed(useStaff(), 'catalogo')
  const closed = record.form.values.cerrado !== ''
  return (
    <>
      {sells && !closed && (
        <Switch
          record={record}
          name="en_venta"
          label="En venta"
          text="Quien compra el curso elige uno de los grupos en venta."
        />
      )}
      {group && (
        <Switch
          record={record}
          name="cerrado"
          label="Cerrado"
          text={`Ya no recibe a nadie.${insideText(group.ocupadas)}`}
        />
      )}
    </>
  )
}

type GroupDialogProps = {
  group: GroupRow | null
  /** Of a new one; null to choose it. */
  course: number | null
  onSaved: () => void
  onClose: () => void
}

/** A group, or a new one. */
export default function GroupDialog({ group, course, onSaved, onClose }: GroupDialogProps) {
  const [envio] = useState(newEnvio)
  const newOf = (values: Values) => ({ ...fieldsOf(values), id_curso: Number(values.id_curso), envio })
  const changeOf = (values: Values, version: number) => ({
    ...{ ...fieldsOf(values), cerrado: values.cerrado !== '' },
    version,
  })
  const record = useRecord({
    schema: group ? GroupBody : NewGroup,
    row: group ?? ({ ...NEW, id_curso: course ?? undefined } as unknown as GroupRow),
    read: valuesOf,
    body: (values: Values, version) => ({ ...newOf(values), ...changeOf(values, version) }),
    save: (body, values) =>
      group
        ? client.PUT('/api/gestion/grupos/{id}', {
            params: { path: { id: String(group.id) } },
            body: changeOf(values, body.version),
          })
        : client.POST('/api/gestion/grupos', { body: newOf(values) }),
    onSaved: ({ nombre }: GroupRow) => {
      toast(group ? `Guardamos el grupo «${nombre}».` : `El grupo «${nombre}» está listo.`)
      onSaved()
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={group ? 'Cambiar el grupo' : 'Nuevo grupo'} closedby="closerequest">
      <RecordForm record={record} label="Grupo" action={group ? 'Guardar' : 'Crear el grupo'}>
        <Stack>
          {!group && course === null && <CourseField record={record} />}
          {group && <Text c="dimmed">{group.curso}</Text>}
          <TextInput
            label="Nombre"
            placeholder="Sábados por la mañana"
            maxLength={80}
            data-autofocus
            {...fieldProps(record, 'nombre')}
          />
          <TextInput
            label="Horario"
            placeholder="Sábados, de 9:00 a 11:00"
            maxLength={120}
            {...fieldProps(record, 'horario')}
          />
          <div className={classes.pair}>
            <TextInput type="date" label="Inicio" {...fieldProps(record, 'inicio')} />
            <TextInput type="date" label="Fin" {...fieldProps(record, 'fin')} />
          </div>
          <TextInput
            label="Vacantes"
            placeholder="Sin límite"
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            maw={220}
            {...fieldProps(record, 'aforo')}
          />
          <TeacherField record={record} group={group} />
          <Switches record={record} group={group} />
        </Stack>
      </RecordForm>
    </Dialog>
  )
}
