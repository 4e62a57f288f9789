import { shortNumber } from '@campus/contract/order-rules'
import type { Student, StudentOrder } from '@campus/contract/students.staff'
import { IconReceipt } from '@tabler/icons-react'
import { formatDateTime, formatMoney } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useRows } from '../blocks/use-rows'
import { OrderTag } from '../orders/order-tag'
import { orderPath } from '../orders/paths'

const some = (amount: number) => (amount === 0 ? null : formatMoney(amount))

const CONFIG: ListConfig<StudentOrder> = {
  label: 'Compras',
  id: ({ numero }) => numero,
  href: ({ numero }) => orderPath(numero),
  sort: '-creada',
  columns: [
    { key: 'numero', label: 'Orden', cell: ({ numero }) => shortNumber(numero), steady: true },
    { key: 'cursos', label: 'Cursos', cell: ({ cursos }) => cursos.join(', ') || null },
    { key: 'total', label: 'Total', cell: ({ total }) => formatMoney(total), align: 'right', steady: true },
    { key: 'cobrado', label: 'Cobrado', cell: ({ cobrado }) => some(cobrado), align: 'right', steady: true },
    { key: 'devuelto', label: 'Devuelto', cell: ({ devuelto }) => some(devuelto), align: 'right', steady: true },
    { key: 'creada', label: 'Creada', cell: ({ creada_en }) => formatDateTime(creada_en), steady: true },
    { key: 'estado', label: 'Estado', cell: ({ estado }) => <OrderTag estado={estado} />, steady: true },
  ],
  errorTitle: 'No pudimos cargar las compras',
  empty: <EmptyState icon={IconReceipt} title="Todavía no compró nada." />,
}

export function OrdersTab({ student }: { student: Student }) {
  const state = useListState()
  const query = useRows('/api/gestion/alumnos/{id}/compras', { path: { id: String(student.id) }, query: state.params })
  return <StaffList config={CONFIG} state={state} query={query} />
}
