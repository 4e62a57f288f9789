import { MEDIUM_NAMES } from '@campus/contract/media'
import { shortNumber } from '@campus/contract/order-rules'
import { REFUND_STATE_TEXTS, REFUND_STATES, type RefundRow } from '@campus/contract/refunding'
import { IconArrowBackUp, IconCircleCheck, IconClock, IconEraser, IconX } from '@tabler/icons-react'
import { formatDateTime, formatMoney } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { PageHead } from '../../ui/page-head'
import { Tag } from '../../ui/tag'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { periodFilter } from '../blocks/period-field'
import rows from '../blocks/rows.module.css'
import { useRows } from '../blocks/use-rows'
import { orderPath } from '../orders/paths'
import { RefundTabs } from './refund-tabs'

const LOOKS = {
  enviada: { icon: IconClock, tone: 'wait' },
  hecha: { icon: IconCircleCheck, tone: 'good' },
  fallida: { icon: IconX, tone: 'bad' },
  anulada: { icon: IconEraser, tone: 'plain' },
} as const satisfies Record<RefundRow['estado'], object>

/** With what the gateway said against it. */
const State = ({ row: { estado, error } }: { row: RefundRow }) => (
  <>
    <Tag {...LOOKS[estado]}>{REFUND_STATE_TEXTS[estado]}</Tag>
    {error && <span className={rows.detail}>{error}</span>}
  </>
)

const Buyer = ({ row: { comprador, numero } }: { row: RefundRow }) => (
  <>
    <span>{comprador}</span>
    <span className={rows.detail}>{`Orden ${shortNumber(numero)}`}</span>
  </>
)

const COLUMNS: ListConfig<RefundRow>['columns'] = [
  { key: 'comprador', label: 'Comprador', cell: (row) => <Buyer row={row} /> },
  { key: 'monto', label: 'Monto', cell: ({ monto }) => formatMoney(monto), align: 'right', steady: true },
  { key: 'medio', label: 'Medio', cell: ({ medio }) => MEDIUM_NAMES[medio], steady: true },
  { key: 'estado', label: 'Estado', cell: (row) => <State row={row} /> },
  { key: 'motivo', label: 'Por qué', cell: ({ motivo }) => motivo },
  { key: 'por', label: 'Pedida por', cell: ({ por }) => por },
  { key: 'fecha', label: 'Fecha', cell: ({ creado_en }) => formatDateTime(creado_en), steady: true, sorts: true },
]

const CARD: ListConfig<RefundRow>['card'] = {
  name: ({ comprador }) => comprador,
  rest: (row) => (
    <>
      <p className={rows.facts}>
        <span>{formatMoney(row.monto)}</span>
        <State row={row} />
      </p>
      <p className={rows.detail}>{[MEDIUM_NAMES[row.medio], row.por, formatDateTime(row.creado_en)].join(' · ')}</p>
    </>
  ),
}

/** What staff gave back, and what could not be. */
export default function MadePage() {
  const state = useListState(['estado', 'desde_dia', 'hasta_dia'])
  const query = useRows('/api/gestion/devoluciones', { query: state.params })
  const config: ListConfig<RefundRow> = {
    label: 'Devoluciones hechas',
    id: ({ id }) => id,
    href: ({ numero }) => orderPath(numero),
    sort: '-fecha',
    search: 'Busca por comprador',
    filters: [
      {
        ...{ key: 'estado', label: 'Estado', all: 'Todos los estados' },
        options: REFUND_STATES.map((value) => ({ value, label: REFUND_STATE_TEXTS[value] })),
      },
      periodFilter(state, 'desde_dia', 'hasta_dia'),
    ],
    columns: COLUMNS,
    card: CARD,
    errorTitle: 'No pudimos cargar las devoluciones',
    empty: <EmptyState icon={IconArrowBackUp} title="Todavía no se devolvió dinero." />,
  }
  return (
    <>
      <PageHead title="Devoluciones" />
      <RefundTabs />
      <StaffList config={config} state={state} query={query} />
    </>
  )
}
