import { shortNumber } from '@campus/contract/order-rules'
import type { Student, StudentOrder } from '@campus/contract/students.staff'
import { Anchor } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatDateTime, formatMoney } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useRows } from '../blocks/use-rows'
import { OrderTag } from '../orders/order-tag'
import { useScreenPath } from '../shell/staff'

/** Those who decide about payments open the order. */
function Numero({ order: { numero } }: { order: StudentOrder }) {
  const orders = useScreenPath('ordenes')
  if (!orders) return shortNumber(numero)
  return (
    <Anchor component={Link} to={`${orders}/${numero}`} inherit>
      {shortNumber(numero)}
    </Anchor>
  )
}

/** A payment that waits for a decision has its screen. */
function State({ order: { estado, numero } }: { order: StudentOrder }) {
  const reviewing = useScreenPath('ordenes')
  if (estado === 'en_revision' && reviewing)
    return (
      <Anchor component={Link} to={`${reviewing}/${numero}`} inherit>
        Revisar el pago
      </Anchor>
    )
  return <OrderTag estado={estado} />
}

const CONFIG: ListConfig<StudentOrder> = {
  label: 'Compras',
  id: ({ numero }) => numero,
  sort: '-creada',
  columns: [
    { key: 'numero', label: 'Orden', cell: (order) => <Numero order={order} />, steady: true },
    { key: 'cursos', label: 'Cursos', cell: ({ cursos }) => cursos.join(', ') || null },
    { key: 'total', label: 'Total', cell: ({ total }) => formatMoney(total), align: 'right', steady: true },
    { key: 'creada', label: 'Creada', cell: ({ creada_en }) => formatDateTime(creada_en), steady: true },
    {
      key: 'pagada',
      label: 'Pagada',
      cell: ({ pagada_en: paid }) => (paid ? formatDateTime(paid) : null),
      steady: true,
    },
    { key: 'estado', label: 'Estado', cell: (order) => <State order={order} />, steady: true },
  ],
  errorTitle: 'No pudimos cargar las compras',
  empty: <EmptyState icon={IconReceipt} title="Todavía no compró nada." />,
}

export function OrdersTab({ student }: { student: Student }) {
  const state = useListState()
  const query = useRows('/api/gestion/alumnos/{id}/compras', { path: { id: String(student.id) }, query: state.params })
  return <StaffList config={CONFIG} state={state} query={query} />
}
