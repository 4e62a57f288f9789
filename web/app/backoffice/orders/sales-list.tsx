import { MEDIA, MEDIUM_NAMES, type Medium } from '@campus/contract/media'
import { ORDER_STATES, STAFF_STATE_TEXTS, shortNumber } from '@campus/contract/order-rules'
import type { SaleRow, SalesSums } from '@campus/contract/orders.staff'
import { IconReceipt } from '@tabler/icons-react'
import { api } from '../../lib/api'
import { count, formatDate, formatDateTime, formatMoney } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import type { Filter } from '../blocks/filter-bar'
import { type ListConfig, StaffList } from '../blocks/list'
import { type ListState, useListState } from '../blocks/list-state'
import { periodFilter } from '../blocks/period-field'
import rows from '../blocks/rows.module.css'
import { useRows } from '../blocks/use-rows'
import { isAllowed, useStaff } from '../shell/staff'
import { OrderTag } from './order-tag'
import classes from './orders.module.css'
import { orderPath } from './paths'

function Sale({ row: { comprador, numero, codigo } }: { row: SaleRow }) {
  return (
    <>
      <span>{`${comprador.nombres} ${comprador.apellidos}`}</span>
      <span className={rows.detail}>{`${shortNumber(numero)}${codigo ? ` · ${codigo}` : ''}`}</span>
    </>
  )
}

/** How it was paid, and who took it where that was staff. */
function Taken({ medios, registrada_por: who }: SaleRow) {
  return (
    <>
      <span>{medios.map((medio) => MEDIUM_NAMES[medio]).join(', ') || 'Sin pago'}</span>
      {who && <span className={rows.detail}>{who}</span>}
    </>
  )
}

const owedText = (debe: number): string => `Debe ${formatMoney(debe)}`

const Asked = ({ total, debe }: SaleRow) => (
  <>
    <span>{formatMoney(total)}</span>
    {debe > 0 && <span className={rows.detail}>{owedText(debe)}</span>}
  </>
)

const some = (amount: number) => (amount === 0 ? null : formatMoney(amount))

const COLUMNS: ListConfig<SaleRow>['columns'] = [
  { key: 'comprador', label: 'Comprador', cell: (row) => <Sale row={row} /> },
  { key: 'cursos', label: 'Cursos', cell: ({ cursos }) => cursos.join(', ') || null },
  {
    key: 'estado',
    label: 'Estado',
    cell: ({ estado, estado_texto, debe }) => <OrderTag estado={estado} text={estado_texto} debe={debe} />,
    steady: true,
  },
  { key: 'total', label: 'Total', cell: (row) => <Asked {...row} />, align: 'right', steady: true },
  { key: 'cobrado', label: 'Cobrado', cell: ({ cobrado }) => some(cobrado), align: 'right', steady: true },
  { key: 'devuelto', label: 'Devuelto', cell: ({ devuelto }) => some(devuelto), align: 'right', steady: true },
  {
    key: 'medio',
    label: 'Medio',
    cell: (row) => (row.medios.length > 0 || row.registrada_por ? <Taken {...row} /> : null),
    steady: true,
  },
  { key: 'fecha', label: 'Creada', cell: ({ creada_en }) => formatDateTime(creada_en), steady: true },
]

/** Four lines: who, what, how much and whether it came, how and when. */
const CARD: ListConfig<SaleRow>['card'] = {
  name: ({ comprador }) => `${comprador.nombres} ${comprador.apellidos}`,
  rest: ({ cursos, cobrado, devuelto, total, debe, estado, estado_texto, medios, creada_en }) => (
    <>
      <p className={classes.courses}>{cursos.join(', ')}</p>
      <p className={rows.facts}>
        <span>{`${formatMoney(cobrado > 0 ? cobrado : total)}${devuelto > 0 ? ` − ${formatMoney(devuelto)}` : ''}`}</span>
        <OrderTag estado={estado} text={estado_texto} debe={debe} />
      </p>
      <p className={rows.detail}>
        {[
          ...(debe > 0 ? [owedText(debe)] : []),
          ...medios.map((medio) => MEDIUM_NAMES[medio]),
          formatDateTime(creada_en),
        ].join(' · ')}
      </p>
    </>
  ),
}

const dayText = (day: string): string => formatDate(`${day}T12:00:00Z`)

/** What the sums count, where that is not everything. */
function scopeText(state: ListState, course: number | undefined): string {
  const [from, to, medium] = ['desde_dia', 'hasta_dia', 'medio'].map(state.value)
  return [
    from && (from === to ? `del dinero del ${dayText(from)}` : `del dinero desde el ${dayText(from)}`),
    to && from !== to && `${from ? '' : 'del dinero '}hasta el ${dayText(to)}`,
    medium && `por ${MEDIUM_NAMES[medium as Medium] ?? medium}`,
    (course || state.value('curso')) && 'solo lo de este curso',
  ]
    .filter(Boolean)
    .join(', ')
}

type SumsProps = { sums: SalesSums; scope: string }

function Sums({ sums: { cobrado, devuelto, neto, cobros }, scope }: SumsProps) {
  const back = devuelto === 0 ? '' : ` menos ${formatMoney(devuelto)} devueltos`
  const told = `${count(cobros, 'cobro', 'cobros')} por ${formatMoney(cobrado)}${back}`
  return (
    <div className={classes.sums} role="status">
      <span className={classes.net}>{formatMoney(neto)}</span>
      <span className={rows.detail}>{scope ? `${told} · ${scope}` : told}</span>
    </div>
  )
}

const FILTERS = ['estado', 'cuotas', 'medio', 'curso', 'codigo', 'registro', 'desde_dia', 'hasta_dia']
const OF_COURSE = ['estado', 'cuotas', 'medio', 'desde_dia', 'hasta_dia']

const OWING = [
  { value: 'por_cobrar', label: 'En cuotas', also: true },
  { value: 'vencidas', label: 'Cuotas vencidas', also: true },
]

type Options = { courses: readonly { id: number; nombre: string }[]; staff: readonly { id: number; nombre: string }[] }

const named = (list: Options['staff']) => list.map(({ id, nombre }) => ({ value: String(id), label: nombre }))

function filtersOf(state: ListState, { courses, staff }: Options): Filter[] {
  const code = state.value('codigo')
  return [
    {
      ...{ key: 'estado', also: 'cuotas', label: 'Estado', all: 'Todos los estados' },
      options: [...ORDER_STATES.map((value) => ({ value, label: STAFF_STATE_TEXTS[value] })), ...OWING],
    },
    periodFilter(state, 'desde_dia', 'hasta_dia'),
    {
      ...{ key: 'medio', label: 'Medio', all: 'Todos los medios', folds: true },
      options: MEDIA.map((value) => ({ value, label: MEDIUM_NAMES[value] })),
    },
    ...(courses.length > 0
      ? [{ key: 'curso', label: 'Curso', all: 'Todos los cursos', options: named(courses), folds: true }]
      : []),
    {
      ...{ key: 'registro', label: 'Registro', all: 'Registrada por cualquiera', folds: true },
      options: [{ value: 'en_linea', label: 'En línea' }, ...named(staff)],
    },
    ...(code
      ? [
          {
            key: 'codigo',
            label: 'Código',
            all: 'Con o sin código',
            options: [{ value: code, label: code }],
            folds: true,
          },
        ]
      : []),
  ]
}

/** Orders of every medium, of the brand or of one course; of a period with the sums of what is listed. */
export function SalesList({ course }: { course?: number }) {
  const state = useListState(course ? OF_COURSE : FILTERS)
  const mayList = isAllowed(useStaff(), 'alumnos.ver')
  const courses =
    api.useQuery('get', '/api/gestion/alumnos/cursos', {}, { enabled: mayList && !course }).data?.data ?? []
  const query = useRows('/api/gestion/ordenes', { query: { ...state.params, ...(course && { curso: course }) } })
  const page = query.data?.data
  const filters = filtersOf(state, { courses, staff: page?.personal ?? [] })
  const config: ListConfig<SaleRow> = {
    label: 'Ventas',
    id: ({ numero }) => numero,
    href: ({ numero }) => orderPath(numero),
    sort: '',
    search: 'Busca por número, comprador, pago u operación',
    filters: course ? filters.filter(({ key }) => OF_COURSE.includes(key)) : filters,
    columns: COLUMNS,
    card: CARD,
    errorTitle: 'No pudimos cargar las ventas',
    empty: (
      <EmptyState
        icon={IconReceipt}
        title={course ? 'Este curso todavía no se vendió.' : 'Todavía no hay ventas.'}
        text="Aquí aparecerá cada compra, también las que no se pagaron."
      />
    ),
  }
  return (
    <>
      {page?.sumas && page.total > 0 && <Sums sums={page.sumas} scope={scopeText(state, course)} />}
      <StaffList config={config} state={state} query={query} />
    </>
  )
}
