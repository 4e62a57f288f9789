import type { AuditEntry } from '@campus/contract/audit'
import { Anchor, Select, Text, TextInput } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, useLocation, useSearchParams } from 'react-router'
import { api } from '../../lib/api'
import { formatDateTime } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import type { Filter } from '../blocks/filter-bar'
import { COURSE_FILTER, dayFilter } from '../blocks/filters'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState, withValues } from '../blocks/list-state'
import { useSearchSelect } from '../blocks/search-select'
import { ACTIONS, detailText, objectOf, objectText, sentenceOf } from './actions'

const PER_PAGE = 50

const Detail = ({ text }: { text: string }) => (
  <Text span c="dimmed" lineClamp={2}>
    {text}
  </Text>
)

/** Narrows the list to one person or one object. */
function Narrow({ to, text }: { to: Record<string, string>; text: string }) {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  return (
    <Anchor component={Link} to={`${pathname}?${withValues(query, to)}`} inherit c="inherit" underline="hover">
      {text}
    </Anchor>
  )
}

type PersonProps = { value: string; onChange: (id: string) => void; name: string | undefined }

function PersonFilter({ value, onChange, name }: PersonProps) {
  const { q, propsOf } = useSearchSelect(value, onChange)
  const params = { query: { orden: 'nombre' as const, ...(q && { q }) } }
  const query = api.useQuery('get', '/api/gestion/equipo', { params }, { placeholderData: keepPreviousData })
  const team = (query.data?.data.data ?? []).map(({ id, nombres, apellidos }) => ({
    value: String(id),
    label: `${nombres} ${apellidos}`,
  }))
  return (
    <Select
      aria-label="Persona"
      placeholder="Todas las personas"
      nothingFoundMessage="Nadie del equipo con ese nombre."
      clearable
      {...propsOf(team, name ?? `Usuario ${value}`)}
    />
  )
}

const personFilter = (rows: readonly AuditEntry[]): Filter => ({
  key: 'usuario',
  field: (value, set) => {
    const name = rows.find(({ id_usuario }) => String(id_usuario) === value)?.nombre
    return <PersonFilter key="usuario" value={value} onChange={set} name={name ?? undefined} />
  },
})

/** Sent when it is left or with Enter: half an object finds nothing. */
const OBJECT_FILTER: Filter = {
  key: 'objeto',
  field: (value, set) => (
    <TextInput
      key={`objeto ${value}`}
      aria-label="Sobre qué"
      placeholder="Sobre qué: Lección 34"
      defaultValue={objectText(value)}
      onBlur={(event) => objectOf(event.currentTarget.value) !== value && set(objectOf(event.currentTarget.value))}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  ),
}

const ACTION_FILTER: Filter = {
  key: 'accion',
  label: 'Acción',
  all: 'Todas las acciones',
  options: Object.entries(ACTIONS).map(([value, label]) => ({ value, label })),
}

const COLUMNS: ListConfig<AuditEntry>['columns'] = [
  { key: 'accion', label: 'Acción', cell: (entry) => sentenceOf(entry) ?? ACTIONS[entry.accion] },
  { key: 'fecha', label: 'Fecha', cell: ({ fecha }) => formatDateTime(fecha), steady: true },
  {
    key: 'usuario',
    label: 'Quién',
    cell: ({ id_usuario: id, nombre }) =>
      id ? <Narrow to={{ usuario: String(id) }} text={nombre ?? `Usuario ${id}`} /> : 'El sistema',
    steady: true,
  },
  {
    key: 'objeto',
    label: 'Sobre',
    cell: ({ objeto }) => objeto && <Narrow to={{ objeto }} text={objectText(objeto)} />,
  },
  {
    key: 'detalle',
    label: 'Detalle',
    cell: (entry) => {
      const text = sentenceOf(entry) ? '' : detailText(entry.detalle)
      return text ? <Detail text={text} /> : null
    },
  },
]

const NAMES = ['curso', 'accion', 'usuario', 'objeto', 'de', 'a']

/** The audit log of the brand; a course's has its lessons and exams too. */
export function AuditList() {
  const state = useListState(NAMES)
  const { curso, accion, usuario, objeto, de, a, desde: cursor } = state.params
  const filter = {
    ...(curso && { curso: Number(curso) }),
    ...(accion && { accion: accion as AuditEntry['accion'] }),
    ...(usuario && { usuario: Number(usuario) }),
    ...(objeto && { objeto }),
    ...(de && { desde: de }),
    ...(a && { hasta: a }),
    ...(cursor && { antes: Number(cursor) }),
  }
  const query = api.useQuery(
    'get',
    '/api/auditoria',
    { params: { query: { ...filter, per_page: PER_PAGE } } },
    { placeholderData: keepPreviousData, select: asList },
  )
  const config: ListConfig<AuditEntry> = {
    label: 'Historial',
    id: ({ id }) => id,
    sort: '-id',
    filters: [
      // Asked for by the course's menu.
      ...(curso ? [COURSE_FILTER] : []),
      ACTION_FILTER,
      personFilter(query.data?.data.data ?? []),
      OBJECT_FILTER,
      dayFilter('de', 'Desde'),
      dayFilter('a', 'Hasta'),
    ],
    columns: COLUMNS,
    errorTitle: 'No pudimos cargar el historial',
    empty: <EmptyState icon={IconHistory} title="Todavía no hay nada en el historial." />,
  }
  return <StaffList config={config} state={state} query={query} />
}

/** The log has pages of its own; its last line is the cursor of the next. */
function asList({ data }: { data: { data: AuditEntry[]; total: number; last_page: number } }) {
  const siguiente = data.last_page > 1 ? String(data.data.at(-1)?.id) : null
  return { data: { data: data.data, total: data.total, siguiente } }
}
