import { MEDIUM_NAMES } from '@campus/contract/media'
import type { TillClosing } from '@campus/contract/till'
import { IconCash } from '@tabler/icons-react'
import { formatDateTime, formatMoney } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { PageHead } from '../../ui/page-head'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import rows from '../blocks/rows.module.css'
import { useRows } from '../blocks/use-rows'
import { TillTabs } from './till-tabs'
import { differenceText } from './words'

const othersOf = ({ medios }: TillClosing): string =>
  medios
    .filter(({ medio }) => medio !== 'efectivo')
    .map(({ medio, monto }) => `${MEDIUM_NAMES[medio]} ${formatMoney(monto)}`)
    .join(', ')

const Difference = ({ row: { diferencia, nota } }: { row: TillClosing }) => (
  <>
    <span>{differenceText(diferencia) ?? 'Cuadra.'}</span>
    {nota && <span className={rows.detail}>{nota}</span>}
  </>
)

const COLUMNS: ListConfig<TillClosing>['columns'] = [
  { key: 'persona', label: 'Persona', cell: ({ persona }) => persona },
  { key: 'hasta', label: 'Cierre', cell: ({ hasta }) => formatDateTime(hasta), steady: true },
  { key: 'esperado', label: 'Esperado', cell: ({ esperado }) => formatMoney(esperado), align: 'right', steady: true },
  { key: 'contado', label: 'Contado', cell: ({ contado }) => formatMoney(contado), align: 'right', steady: true },
  { key: 'diferencia', label: 'Diferencia', cell: (row) => <Difference row={row} /> },
  { key: 'otros', label: 'Otros medios', cell: (row) => othersOf(row) || null },
]

const CARD: ListConfig<TillClosing>['card'] = {
  name: ({ persona }) => persona,
  rest: (row) => (
    <>
      <p className={rows.facts}>
        <span>{`${formatMoney(row.contado)} de ${formatMoney(row.esperado)}`}</span>
        <Difference row={row} />
      </p>
      <p className={rows.detail}>{[formatDateTime(row.hasta), othersOf(row)].filter(Boolean).join(' · ')}</p>
    </>
  ),
}

const CONFIG: ListConfig<TillClosing> = {
  ...{ label: 'Cierres de caja', id: ({ id }) => id, sort: '', columns: COLUMNS, card: CARD },
  errorTitle: 'No pudimos cargar los cierres',
  empty: <EmptyState icon={IconCash} title="Todavía nadie cerró su caja." />,
}

/** What everybody counted. */
export default function ClosingsPage() {
  const state = useListState()
  const query = useRows('/api/gestion/caja/cierres', { query: state.params })
  return (
    <>
      <PageHead title="Cierres de caja" />
      <TillTabs />
      <StaffList config={CONFIG} state={state} query={query} />
    </>
  )
}
