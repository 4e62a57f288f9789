import type { GradingRow } from '@campus/contract/grading'
import { Button, NativeSelect, Switch } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { api } from '../../lib/api'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { type Filter, FilterBar } from '../blocks/filter-bar'
import { COURSE_FILTER, dayFilter } from '../blocks/filters'
import { Inbox } from '../blocks/inbox'
import { INBOX_SKELETON, InboxScreen } from '../blocks/inbox-page'
import { type ListState, useListState } from '../blocks/list-state'
import { useRows } from '../blocks/use-rows'
import { GradingForm, waitingText } from './grading-form'

const ORDERS = [
  { value: 'pregunta', label: 'Por pregunta' },
  { value: 'alumno', label: 'Por alumno' },
  { value: 'espera', label: 'Lo que más espera' },
]

const PATH = '/gestion/calificar'

const numberOf = (text: string | undefined) => (text ? Number(text) : undefined)

/** The filters of the list, which the item needs to know the next one. */
function useFilters() {
  const state = useListState(['curso', 'examen', 'recibida'], PATH)
  const { curso, examen, recibida, orden, desde } = state.params
  const filters = { curso: numberOf(curso), examen: numberOf(examen), recibida, orden: orden ?? 'pregunta' }
  return { state, filters, desde }
}

type Filters = ReturnType<typeof useFilters>['filters']

function Item({ id, filters, href, hidden }: { id: string; filters: Filters; href: Href; hidden: boolean }) {
  // Without a cached copy, so that an answer opened again carries its latest version.
  const query = api.useQuery(
    'get',
    '/api/gestion/calificar/{id}',
    { params: { path: { id }, query: filters } },
    { gcTime: 0 },
  )
  return (
    <Loaded query={query} skeleton={INBOX_SKELETON} errorTitle="No pudimos cargar la respuesta">
      {({ data }) => (
        <GradingForm
          key={data.id}
          item={data}
          hidden={hidden}
          next={href(data.siguiente ?? undefined)}
          hasNext={data.siguiente !== null}
        />
      )}
    </Loaded>
  )
}

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState icon={IconChecks} color="teal" title="Con estos filtros no espera ninguna respuesta." />
  ) : (
    <EmptyState icon={IconChecks} color="teal" title="Todo calificado. Te avisaremos cuando llegue otra respuesta." />
  )

type Href = (id?: number | string) => string

/** The exams of the chosen course; otherwise those of the rows shown. */
function useExamFilter(course: number | undefined, chosen: number | undefined, rows: readonly GradingRow[]): Filter {
  const params = { path: { id: String(course ?? 0) } }
  const desk = api.useQuery('get', '/api/gestion/cursos/{id}', { params }, { enabled: course !== undefined }).data?.data
  const names = new Map(
    desk
      ? desk.evaluaciones.map(({ id, nombre }) => [id, nombre])
      : rows.map(({ id_evaluacion, evaluacion, curso }) => [id_evaluacion, `${evaluacion} (${curso})`]),
  )
  const nameless = chosen !== undefined && !names.has(chosen)
  const exam = { path: { id: String(chosen ?? 0) } }
  const head = api.useQuery('get', '/api/gestion/evaluaciones/{id}', { params: exam }, { enabled: nameless }).data?.data
  if (nameless) names.set(chosen, head ? `${head.nombre} (${head.curso})` : `Examen ${chosen}`)
  const options = [...names].map(([id, label]) => ({ value: String(id), label }))
  return { key: 'examen', label: 'Examen', all: 'Todos los exámenes', options }
}

/** Another course has other exams. */
const courseFilter = (state: ListState): Filter => ({
  key: COURSE_FILTER.key,
  field: (value) => COURSE_FILTER.field(value, (curso) => state.set({ curso, examen: '' })),
})

/** Open answers that wait for their points, one at a time. */
export default function GradingPage() {
  const { id } = useParams()
  const [address] = useSearchParams()
  const [hidden, setHidden] = useState(false)
  const { state, filters, desde } = useFilters()
  const rows = useRows('/api/gestion/calificar', { query: { ...filters, desde } })
  const href: Href = (item) => `${PATH}${item ? `/${item}` : ''}${address.size > 0 ? `?${address}` : ''}`
  const found = rows.data?.data
  const exams = useExamFilter(filters.curso, filters.examen, found?.data ?? [])
  const more = found?.siguiente
  return (
    <InboxScreen
      title="Calificar"
      lead={found && waitingText(found.total)}
      action={
        <Switch label="Ocultar nombres" checked={hidden} onChange={(event) => setHidden(event.currentTarget.checked)} />
      }
      filters={
        <FilterBar filters={[courseFilter(state), exams, dayFilter('recibida', 'Recibidas desde')]} state={state}>
          <NativeSelect
            aria-label="Orden"
            data={ORDERS}
            value={filters.orden}
            onChange={(event) => state.set({ orden: event.currentTarget.value })}
          />
        </FilterBar>
      }
      chosen={id}
      query={rows}
      errorTitle="No pudimos cargar las respuestas"
      first={({ data: { data } }) => data[0] && href(data[0].id)}
    >
      {({ data }) =>
        data.total === 0 && !id ? (
          <Nothing filtered={state.filtered} />
        ) : (
          <Inbox
            label="Respuestas por calificar"
            items={data.data.map((row) => ({
              id: row.id,
              title: hidden ? `Respuesta ${row.id}` : row.alumno,
              text: row.pregunta,
              since: row.enviado_en,
            }))}
            selected={id}
            href={href}
            foot={
              more && (
                <Button variant="subtle" fullWidth onClick={() => state.later(more)}>
                  Siguientes
                </Button>
              )
            }
          >
            {id && <Item id={id} filters={filters} href={href} hidden={hidden} />}
          </Inbox>
        )
      }
    </InboxScreen>
  )
}
