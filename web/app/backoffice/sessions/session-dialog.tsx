import type { SessionRow } from '@campus/contract/catalogue.staff'
import type { GroupRow } from '@campus/contract/groups.staff'
import { Button, Group, NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../lib/api'
import { Dialog } from '../../ui/dialog'
import { CoursePicker } from '../blocks/course-picker'
import { foundOptions } from '../blocks/found-options'
import { fieldProps, RecordForm } from '../blocks/record'
import { GroupSelect } from '../groups/group-select'
import { useGroups } from '../groups/use-groups'
import { REPEATS, seriesText } from './series'
import { MovedList, SeriesScope, type SeriesState, useSeries } from './series-scope'
import classes from './sessions.module.css'
import { TellField } from './tell-field'
import { heardBy, tellsByDefault } from './telling'
import { classOf, type SessionRecord, useSession } from './use-session'

type DialogProps = { session: SessionRow | null; course: number | null; onSaved: () => void; onClose: () => void }

function LessonField({ record, course }: { record: SessionRecord; course: number | null }) {
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
      filter={foundOptions}
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

function Series({ record }: { record: SessionRecord }) {
  const { fecha, cada_dias, veces } = record.form.values
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect label="Se repite" data={[...REPEATS]} {...fieldProps(record, 'cada_dias')} />
        {cada_dias !== '' && <TextInput label="Cuántas veces" inputMode="numeric" {...fieldProps(record, 'veces')} />}
      </div>
      <Text size="sm" c="dimmed" role="status">
        {seriesText(fecha, cada_dias, veces)}
      </Text>
    </>
  )
}

/** Whose class it is, where the course has groups. */
function GroupField({ record, groups }: { record: SessionRecord; groups: readonly GroupRow[] }) {
  if (groups.length === 0) return null
  return <GroupSelect groups={groups} none="Todo el curso" {...fieldProps(record, 'id_grupo')} />
}

/** The open ones, and the class's own. */
function useClassGroups(course: number | null, session: SessionRow | null): GroupRow[] {
  const open = useGroups(course, 'abierto')
  const own = useGroups(session?.id_grupo ? session.id_curso : null)
  const shut = own.filter(({ id, abierto }) => id === session?.id_grupo && !abierto)
  return [...open, ...shut]
}

type ConsequencesProps = {
  groups: readonly GroupRow[]
  session: SessionRow
  record: SessionRecord
  series: SeriesState
  chosen: boolean | null
  onChoose: (chosen: boolean) => void
}

/** What else moves, and what students will read. */
function Consequences({ session, record, groups, series, chosen, onChoose }: ConsequencesProps) {
  const before = heardBy(session, series.following)
  const group = groups.find(({ id }) => String(id) === record.form.values.id_grupo)
  const now = classOf(before, record.form.values, group?.nombre ?? null)
  const tell = chosen ?? tellsByDefault(before, now)
  return (
    <>
      <SeriesScope state={series} legend="¿Qué clases cambian?">
        <MovedList rows={[session, ...series.following]} before={session} now={now} />
      </SeriesScope>
      <TellField before={before} now={now} more={series.following.length} checked={tell} onChange={onChoose} />
    </>
  )
}

/** A class, or a new series of them; saving a cancelled one puts it back. */
export function SessionDialog(props: DialogProps & { onCancel: () => void }) {
  const { session, onClose, onCancel } = props
  const [course, setCourse] = useState(session?.id_curso ?? props.course)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const series = useSeries(session)
  const record = useSession({ ...props, following: series.following, chosen })
  const groups = useClassGroups(course, session)
  const { fecha, cada_dias, veces } = record.form.values
  const many = seriesText(fecha, cada_dias, veces) !== '' ? `Programar ${veces} clases` : 'Programar la clase'
  const again = session?.cancelada ? 'Volver a programarla' : 'Guardar'
  return (
    <Dialog onClose={onClose} title={session ? session.nombre : 'Nueva clase en vivo'} closedby="closerequest">
      <RecordForm record={record} label="Clase en vivo" action={session ? again : many}>
        <Stack>
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
                record.form.setFieldValue('id_grupo', '')
              }}
            />
          )}
          <LessonField record={record} course={course} />
          <GroupField record={record} groups={groups} />
          <div className={classes.pair}>
            <TextInput type="date" label="Fecha" {...fieldProps(record, 'fecha')} />
            <TextInput type="time" label="Hora de Lima" {...fieldProps(record, 'hora_inicio')} />
            <TextInput label="Minutos" inputMode="numeric" {...fieldProps(record, 'duracion')} />
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
          {session && <Consequences {...{ session, record, groups, series, chosen }} onChoose={setChosen} />}
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
        </Stack>
      </RecordForm>
    </Dialog>
  )
}
