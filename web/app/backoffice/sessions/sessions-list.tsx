import { attendanceOpens } from '@campus/contract/attendance-opening'
import type { SessionRow } from '@campus/contract/catalogue.staff'
import { quoted } from '@campus/contract/texts'
import { Button, Group } from '@mantine/core'
import {
  IconBroadcast,
  IconCalendarEvent,
  IconCalendarOff,
  IconCircleCheck,
  IconDoorEnter,
  IconPlus,
  IconUserCheck,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { formatDateTime, formatNumber } from '../../lib/format'
import { limaDay } from '../../lib/session-time'
import { EmptyState } from '../../ui/empty-state'
import { Tag } from '../../ui/tag'
import { formatCounted } from '../blocks/counted'
import type { Filter } from '../blocks/filter-bar'
import { COURSE_FILTER } from '../blocks/filters'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useNewPath } from '../blocks/new-path'
import rows from '../blocks/rows.module.css'
import { useRefresh } from '../blocks/use-refresh'
import { useRows } from '../blocks/use-rows'
import { groupFilters } from '../groups/filter'
import { useGroups } from '../groups/use-groups'
import { CancelDialog } from './cancel-dialog'
import { SessionDialog } from './session-dialog'
import classes from './sessions.module.css'

const STATES = {
  cancelada: { icon: IconCalendarOff, tone: 'plain', children: 'Cancelada' },
  pasada: { icon: IconCircleCheck, tone: 'plain', children: 'Terminó' },
  programada: { icon: IconCalendarEvent, tone: 'good', children: 'Programada' },
} as const

function stateOf({ cancelada, inicio, duracion }: SessionRow) {
  const isOver = Date.parse(inicio) + duracion * 60_000 < Date.now()
  const next = isOver ? 'pasada' : 'programada'
  return <Tag {...STATES[cancelada ? 'cancelada' : next]} />
}

const EARLY_MS = 30 * 60_000

/** Half an hour before it begins, until it is over. */
function isJoinable({ cancelada, inicio, duracion }: SessionRow): boolean {
  const [start, now] = [Date.parse(inicio), Date.now()]
  return !cancelada && now > start - EARLY_MS && now < start + duracion * 60_000
}

const Join = ({ session: { nombre, enlace } }: { session: SessionRow }) => (
  <Button
    component="a"
    href={enlace}
    target="_blank"
    rel="noreferrer"
    className={classes.act}
    leftSection={<IconDoorEnter size={18} aria-hidden />}
  >
    Entrar
    <span className="visually-hidden">{`: ${nombre} (en otra pestaña)`}</span>
  </Button>
)

function actsOf(session: SessionRow) {
  const { id, nombre, cancelada } = session
  if (cancelada || (attendanceOpens([session]) ?? 0) > Date.now())
    return isJoinable(session) ? <Join session={session} /> : null
  return (
    <Group gap="xs">
      {isJoinable(session) && <Join session={session} />}
      <Button
        component={Link}
        to={`/gestion/sesiones/${id}/asistencia`}
        variant="subtle"
        className={classes.act}
        leftSection={<IconUserCheck size={18} aria-hidden />}
      >
        Tomar asistencia
        <span className="visually-hidden">{`: ${nombre}`}</span>
      </Button>
    </Group>
  )
}

type Teacher = { id: number; nombres: string; apellidos: string }

const teacherFilter = (teachers: readonly Teacher[]): Filter => ({
  key: 'docente',
  label: 'Docente',
  all: 'Todos los docentes',
  options: teachers.map(({ id, nombres, apellidos }) => ({ value: String(id), label: `${nombres} ${apellidos}` })),
})

const EARLIER = 'anteriores'

/** Today's are first. */
const WHEN: Filter = {
  key: 'cuando',
  label: 'Cuándo',
  all: 'De hoy en adelante',
  options: [{ value: EARLIER, label: 'Anteriores' }],
}

const DAY_MS = 86_400_000

const daysOf = (earlier: boolean) =>
  earlier
    ? { a: limaDay(Date.now() - DAY_MS), orden: '-inicio' as const }
    : { de: limaDay(Date.now()), orden: 'inicio' as const }

const columnsOf = (course: number | null): ListConfig<SessionRow>['columns'] => [
  {
    key: 'nombre',
    label: 'Clase',
    cell: ({ nombre, grupo }) => (
      <>
        <span>{nombre}</span>
        {grupo && <span className={rows.detail}>{`Grupo ${quoted(grupo)}`}</span>}
      </>
    ),
  },
  {
    key: 'inicio',
    label: 'Fecha, hora de Lima',
    cell: ({ inicio }) => formatDateTime(inicio),
    steady: true,
    sorts: true,
  },
  { key: 'estado', label: 'Estado', cell: stateOf, steady: true },
  ...(course === null ? [{ key: 'curso', label: 'Curso', cell: ({ curso }: SessionRow) => curso }] : []),
  { key: 'leccion', label: 'Lección', cell: ({ leccion }) => leccion },
  { key: 'duracion', label: 'Minutos', cell: ({ duracion }) => formatNumber(duracion), align: 'right' },
  { key: 'alumnos', label: 'Alumnos', cell: ({ alumnos }) => formatCounted(alumnos), align: 'right' },
  { key: 'acciones', label: 'Acciones', cell: actsOf, steady: true },
]

type Open = { kind: 'new' } | { kind: 'edit' | 'cancel'; session: SessionRow }

/** Live classes: of one course, or of all that the caller edits. */
export function useSessionsList(course: number | null) {
  const refresh = useRefresh('/api/gestion/sesiones')
  const [open, setOpen] = useState<Open | null>(null)
  useNewPath(() => setOpen({ kind: 'new' }))
  const state = useListState(course === null ? ['curso', 'docente', 'cuando'] : ['grupo', 'cuando'])
  const groups = useGroups(course)
  const teachers = api.useQuery('get', '/api/usuarios/docentes/activos', {}, { enabled: course === null }).data?.data
  const own = course === null ? {} : { curso: course }
  const earlier = state.value('cuando') === EARLIER
  const { cuando: _, ...asked } = state.params
  const query = useRows('/api/gestion/sesiones', { query: { ...daysOf(earlier), ...asked, ...own } })
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen({ kind: 'new' })}>
      Nueva clase
    </Button>
  )
  const config: ListConfig<SessionRow> = {
    label: 'Clases',
    id: ({ id }) => id,
    onOpen: (session) => setOpen({ kind: 'edit', session }),
    sort: earlier ? '-inicio' : 'inicio',
    filters: [
      ...(course === null ? [COURSE_FILTER, teacherFilter(teachers ?? [])] : []),
      ...groupFilters(groups),
      WHEN,
    ],
    columns: columnsOf(course),
    errorTitle: 'No pudimos cargar las sesiones',
    empty: (
      <EmptyState
        icon={IconBroadcast}
        title="No hay clases de hoy en adelante."
        text="Programa una, o toda la serie: cada sábado, 8 veces."
        action={add}
      />
    ),
  }
  const saved = () => void refresh()
  const close = () => setOpen(null)
  const session = open && open.kind !== 'new' ? open.session : null
  const view = (
    <>
      <StaffList config={config} state={state} query={query} />
      {open && open.kind !== 'cancel' && (
        <SessionDialog
          session={session}
          course={course}
          onSaved={saved}
          onClose={close}
          onCancel={() => session && setOpen({ kind: 'cancel', session })}
        />
      )}
      {open?.kind === 'cancel' && <CancelDialog session={open.session} onSaved={saved} onClose={close} />}
    </>
  )
  return { add, view }
}
