import type { OrderState } from '@campus/contract/order-rules'
import { shortNumber } from '@campus/contract/order-rules'
import type { Student, StudentOrder } from '@campus/contract/students.staff'
import { Anchor } from '@mantine/core'
import { IconCashOff, IconCircleCheck, IconClock, IconReceipt, IconX } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { formatDateTime, formatMoney } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Tag } from '../../ui/tag'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useScreenPath } from '../shell/staff'

/** As staff say it; the buyer's words are in the contract. */
const STATES = {
  pendiente: { text: 'Por pagar', look: { icon: IconClock, tone: 'plain' } },
  en_espera: { text: 'Pago en camino', look: { icon: IconClock, tone: 'wait' } },
  rechazada: { text: 'Pago rechazado', look: { icon: IconX, tone: 'bad' } },
  cancelada: { text: 'Cancelada', look: { icon: IconX, tone: 'plain' } },
  pagada: { text: 'Pagada', look: { icon: IconCircleCheck, tone: 'good' } },
  en_revision: { text: 'En revisión', look: { icon: IconClock, tone: 'wait' } },
  reembolsada: { text: 'Devuelta', look: { icon: IconCashOff, tone: 'plain' } },
  contracargo: { text: 'Contracargo', look: { icon: IconCashOff, tone: 'bad' } },
} as const satisfies Record<OrderState, object>

/** A payment that waits for a decision has its screen. */
function State({ order: { estado, numero } }: { order: StudentOrder }) {
  const reviewing = useScreenPath('ordenes')
  const { text, look } = STATES[estado]
  if (estado === 'en_revision' && reviewing)
    return (
      <Anchor component={Link} to={`${reviewing}/${numero}`} inherit>
        Revisar el pago
      </Anchor>
    )
  return <Tag {...look}>{text}</Tag>
}

const CONFIG: ListConfig<StudentOrder> = {
  label: 'Compras',
  id: ({ numero }) => numero,
  sort: '-creada',
  columns: [
    { key: 'numero', label: 'Orden', cell: ({ numero }) => shortNumber(numero), steady: true },
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
  const query = api.useQuery(
    'get',
    '/api/gestion/alumnos/{id}/compras',
    { params: { path: { id: String(student.id) }, query: state.params } },
    { placeholderData: keepPreviousData },
  )
  return <StaffList config={CONFIG} state={state} query={query} />
}
