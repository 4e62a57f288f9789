import { NewSessions, type SessionRow } from '@campus/contract/catalogue.staff'
import { Button, Group, Modal, NativeSelect, NumberInput, Select, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCalendarOff } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { ApiError } from '../../lib/errors'
import { count } from '../../lib/format'
import { CoursePicker } from '../blocks/course-picker'
import { fieldProps, RecordForm } from '../blocks/record'
import { useRecord } from '../blocks/use-record'
import { REPEATS, seriesText } from './series'
import classes from './sessions.module.css'
import { TellField } from './tell-field'
import { tellsByDefault } from './telling'

const EMPTY = { nombre: '', id_leccion: '', fecha: '', hora_inicio: '', duracion: '60', enlace: '' }
const textOf = ({ nombre, id_leccion, fecha, hora_inicio, duracion, enlace }: SessionRow) => ({
  ...{ nombre, fecha, hora_inicio, enlace, cada_dias: '', veces: '1' },
  id_leccion: String(id_leccion),
  duracion: String(duracion),
})
type Values = ReturnType<typeof textOf>

const fieldsOf = ({ nombre, fecha, hora_inicio, enlace, id_leccion, duracion }: Values) => ({
  ...{ nombre, fecha, hora_inicio, enlace },
  id_leccion: Number(id_leccion),
  duracion: duracion === '' ? Number.NaN : Number(duracion),
})

const seriesOf = (values: Values, envio: string) => ({
  ...fieldsOf(values),
  ...(values.cada_dias !== '' && { cada_dias: Number(values.cada_dias), veces: Number(values.veces) }),
  envio,
})

/** The form holds text; the contract's rules are about numbers. */
const SCHEMA = {
  '~standard': {
    version: 1,
    vendor: 'campus',
    validate: (values: unknown) => {
      const { id_leccion } = values as Values
      if (id_leccion === '') return { issues: [{ message: 'Elige la lección.', path: ['id_leccion'] }] }
      return NewSessions['~standard'].validate(seriesOf(values as Values, crypto.randomUUID()))
    },
  },
} as const

type DialogProps = { session: SessionRow | null; course: number | null; onSaved: () => void; onClose: () => void }

async function create(values: Values, envio: string): Promise<SessionRow[]> {
  const { data } = await client.POST('/api/gestion/sesiones', { body: seriesOf(values, envio) })
  return data?.data ?? []
}

async function change(id: number, body: Parameters<typeof bodyOf>): Promise<SessionRow[]> {
  const params = { path: { id: String(id) } }
  const { data } = await client.PUT('/api/gestion/sesiones/{id}', { params, body: bodyOf(...body) })
  return data ? [data.data] : []
}

const bodyOf = (values: Values, avisar: boolean, version: number) => ({ ...fieldsOf(values), avisar, version })

const changedText = (students: number) =>
  students > 0 ? `Guardamos la clase y avisamos a ${count(students, 'alumno', 'alumnos')}.` : 'Guardamos la clase.'

const classOf = (session: SessionRow, values: Values): SessionRow => ({
  ...session,
  ...fieldsOf(values),
  cancelada: false,
})

/** `chosen` is what the person decided about telling the students; null until then. */
function useSession({ session, onSaved, onClose }: DialogProps, chosen: boolean | null) {
  const [envio] = useState(() => crypto.randomUUID())
  return useRecord<Values, SessionRow>({
    schema: SCHEMA,
    row: {
      values: session ? textOf(session) : { ...EMPTY, cada_dias: '', veces: '8' },
      version: session?.version ?? 0,
    },
    read: textOf,
    save: async (values, version) => {
      const tell = chosen ?? (session !== null && tellsByDefault(session, classOf(session, values)))
      const rows = session ? await change(session.id, [values, tell, version]) : await create(values, envio)
      const [saved] = rows
      if (!saved) throw new ApiError(500, undefined)
      const message = session
        ? changedText(tell ? saved.alumnos : 0)
        : `${count(rows.length, 'clase programada', 'clases programadas')}.`
      notifications.show({ color: 'teal', message })
      onSaved()
      onClose()
      return { values: textOf(saved), version: saved.version }
    },
  })
}

type Record = ReturnType<typeof useSession>

function LessonField({ record, course }: { record: Record; course: number | null }) {
  const desk = api.useQuery(
    'get',
    '/api/gestion/cursos/{id}',
    { params: { path: { id: String(course) } } },
    { enabled: course !== null },
  ).data?.data
  const groups = (desk?.modulos ?? [])
    .map(({ id, nombre }) => ({
      group: nombre || 'Módulo',
      items: (desk?.lecciones ?? [])
        .filter(({ id_modulo }) => id_modulo === id)
        .map((lesson) => ({ value: String(lesson.id), label: lesson.titulo || 'Lección sin título' })),
    }))
    .filter(({ items }) => items.length > 0)
  return (
    <Select
      label="Lección"
      searchable
      disabled={course === null}
      placeholder={course === null ? 'Primero elige el curso' : 'Elige una'}
      nothingFoundMessage="Ninguna lección con ese nombre."
      data={groups}
      {...fieldProps(record, 'id_leccion')}
      value={record.form.values.id_leccion || null}
      onChange={(value) => record.form.setFieldValue('id_leccion', value ?? '')}
    />
  )
}

function Series({ record }: { record: Record }) {
  const { fecha, cada_dias, veces } = record.form.values
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect label="Se repite" data={[...REPEATS]} {...fieldProps(record, 'cada_dias')} />
        {cada_dias !== '' && (
          <NumberInput
            label="Cuántas veces"
            min={1}
            allowDecimal={false}
            {...fieldProps(record, 'veces')}
            onChange={(value) => record.form.setFieldValue('veces', String(value))}
          />
        )}
      </div>
      <Text size="sm" c="dimmed" role="status">
        {seriesText(fecha, cada_dias, veces)}
      </Text>
    </>
  )
}

type TellingProps = {
  session: SessionRow
  record: Record
  chosen: boolean | null
  onChange: (chosen: boolean) => void
}

function Telling({ session, record, chosen, onChange }: TellingProps) {
  const now = classOf(session, record.form.values)
  return <TellField before={session} now={now} checked={chosen ?? tellsByDefault(session, now)} onChange={onChange} />
}

/** A class, or a new series of them; saving a cancelled one puts it back. */
export function SessionDialog(props: DialogProps & { onCancel: () => void }) {
  const { session, onClose, onCancel } = props
  const [course, setCourse] = useState(session?.id_curso ?? props.course)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const record = useSession(props, chosen)
  const { fecha, cada_dias, veces } = record.form.values
  const many = seriesText(fecha, cada_dias, veces) !== '' ? `Programar ${veces} clases` : 'Programar la clase'
  const again = session?.cancelada ? 'Volver a programarla' : 'Guardar'
  return (
    <Modal
      opened
      onClose={onClose}
      title={session ? session.nombre : 'Nueva clase en vivo'}
      centered
      closeOnClickOutside={!record.isDirty}
    >
      <RecordForm record={record} label="Clase en vivo" action={session ? again : many}>
        <div className={classes.fields}>
          {session?.cancelada && (
            <Text c="dimmed">Esta clase está cancelada. Cambia la fecha para volver a programarla.</Text>
          )}
          <TextInput label="Nombre" maxLength={200} data-autofocus {...fieldProps(record, 'nombre')} />
          {!session && props.course === null && (
            <CoursePicker
              label="Curso"
              placeholder="Elige uno"
              value={course === null ? '' : String(course)}
              onChange={(id) => {
                setCourse(id === '' ? null : Number(id))
                record.form.setFieldValue('id_leccion', '')
              }}
            />
          )}
          <LessonField record={record} course={course} />
          <div className={classes.pair}>
            <TextInput type="date" label="Fecha" {...fieldProps(record, 'fecha')} />
            <TextInput type="time" label="Hora de Lima" {...fieldProps(record, 'hora_inicio')} />
            <NumberInput
              label="Minutos"
              min={1}
              max={600}
              allowDecimal={false}
              {...fieldProps(record, 'duracion')}
              onChange={(value) => record.form.setFieldValue('duracion', String(value))}
            />
          </div>
          <TextInput
            type="url"
            inputMode="url"
            label="Enlace"
            placeholder="https://"
            maxLength={500}
            {...fieldProps(record, 'enlace')}
          />
          {!session && <Series record={record} />}
          {session && <Telling session={session} record={record} chosen={chosen} onChange={setChosen} />}
          {session && !session.cancelada && (
            <Group>
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconCalendarOff size={18} aria-hidden />}
                onClick={onCancel}
              >
                Cancelar la clase
              </Button>
            </Group>
          )}
        </div>
      </RecordForm>
    </Modal>
  )
}
