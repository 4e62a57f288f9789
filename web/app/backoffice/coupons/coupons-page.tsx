import { COUPON_STATE_TEXTS, COUPON_STATES } from '@campus/contract/coupon-rules'
import type { CouponRow } from '@campus/contract/coupons'
import { Button } from '@mantine/core'
import { IconPlus, IconTicket } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Navigate } from 'react-router'
import { count } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useNewPath } from '../blocks/new-path'
import rows from '../blocks/rows.module.css'
import { useRefresh } from '../blocks/use-refresh'
import { useRows } from '../blocks/use-rows'
import { CouponTag } from './coupon-tag'
import classes from './coupons.module.css'
import { couponPath } from './paths'
import { daysText, offText, usesText } from './words'

const CouponDialog = lazy(() => import('./coupon-dialog'))

const codeText = ({ codigo, limite }: CouponRow): string =>
  codigo ?? `${count(limite ?? 0, 'código', 'códigos')} de un uso`

const Name = ({ row }: { row: CouponRow }) => (
  <>
    <span>{row.nombre}</span>
    <span className={rows.detail}>{codeText(row)}</span>
  </>
)

/** With what was paid beyond the limit. */
const Uses = ({ row }: { row: CouponRow }) => (
  <>
    <span>{usesText(row)}</span>
    {row.pasados > 0 && <span className={classes.over}>{`${row.pasados} de más`}</span>}
  </>
)

const coursesText = ({ cursos }: CouponRow): string => (cursos === 0 ? 'Todos' : count(cursos, 'curso', 'cursos'))

const COLUMNS: ListConfig<CouponRow>['columns'] = [
  { key: 'nombre', label: 'Cupón', cell: (row) => <Name row={row} /> },
  { key: 'descuento', label: 'Descuento', cell: offText, align: 'right', steady: true },
  { key: 'cursos', label: 'Cursos', cell: coursesText, steady: true },
  { key: 'usos', label: 'Usos', cell: (row) => <Uses row={row} />, align: 'right', steady: true },
  { key: 'dias', label: 'Vigencia', cell: daysText },
  { key: 'estado', label: 'Estado', cell: ({ estado }) => <CouponTag state={estado} />, steady: true },
]

const CARD: ListConfig<CouponRow>['card'] = {
  name: ({ nombre }) => nombre,
  rest: (row) => (
    <>
      <p className={rows.facts}>
        <span>{`${codeText(row)} · ${offText(row)}`}</span>
        <CouponTag state={row.estado} />
      </p>
      <p className={rows.detail}>
        {[`Usos: ${usesText(row)}`, row.pasados > 0 && `${row.pasados} de más`, daysText(row)]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  ),
}

const STATES = [
  ...COUPON_STATES.map((value) => ({ value: value as string, label: COUPON_STATE_TEXTS[value] })),
  { value: 'pasado', label: 'Pasó su límite' },
]

/** The brand's coupons. */
export default function CouponsPage() {
  const [making, setMaking] = useState(false)
  useNewPath(() => setMaking(true))
  // Left for once the form, which would ask whether to leave it, is closed.
  const [made, setMade] = useState<number | null>(null)
  const refresh = useRefresh('/api/gestion/cupones')
  const state = useListState(['estado'])
  const query = useRows('/api/gestion/cupones', { query: state.params })
  const config: ListConfig<CouponRow> = {
    label: 'Cupones',
    id: ({ id }) => id,
    href: ({ id }) => couponPath(id),
    sort: '-creado',
    search: 'Busca por nombre o código',
    filters: [{ key: 'estado', label: 'Estado', all: 'Todos los estados', options: STATES }],
    columns: COLUMNS,
    card: CARD,
    errorTitle: 'No pudimos cargar los cupones',
    empty: (
      <EmptyState
        icon={IconTicket}
        title="Todavía no hay cupones."
        text="Un cupón descuenta al pagar. Tú decides cuánto, en qué cursos y hasta cuándo."
        action={<Button onClick={() => setMaking(true)}>Crear el primero</Button>}
      />
    ),
  }
  if (made !== null && !making) return <Navigate to={couponPath(made)} />
  return (
    <>
      <PageHead
        title="Cupones"
        action={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setMaking(true)}>
            Nuevo cupón
          </Button>
        }
      />
      <StaffList config={config} state={state} query={query} />
      <Late>
        {making && (
          <CouponDialog
            coupon={null}
            onSaved={({ id }) => {
              void refresh()
              setMade(id)
            }}
            onClose={() => setMaking(false)}
          />
        )}
      </Late>
    </>
  )
}
