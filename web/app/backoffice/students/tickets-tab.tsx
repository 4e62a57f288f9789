import type { Student, StudentTicket } from '@campus/contract/students.staff'
import { Text } from '@mantine/core'
import { IconCircleCheck, IconClock, IconLifebuoy } from '@tabler/icons-react'
import { formatDateTime } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Tag } from '../../ui/tag'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useRows } from '../blocks/use-rows'
import { ticketPath } from '../support/paths'

const STATES = {
  abierto: { text: 'Sin responder', look: { icon: IconClock, tone: 'wait' } },
  respondido: { text: 'Respondido', look: { icon: IconCircleCheck, tone: 'good' } },
  cerrado: { text: 'Cerrado', look: { icon: IconCircleCheck, tone: 'plain' } },
} as const

function State({ estado }: Pick<StudentTicket, 'estado'>) {
  const { text, look } = STATES[estado]
  return <Tag {...look}>{text}</Tag>
}

const CONFIG: ListConfig<StudentTicket> = {
  label: 'Mensajes a soporte',
  id: ({ id }) => id,
  href: ({ id, estado }) => ticketPath(id, estado),
  sort: '-fecha',
  columns: [
    { key: 'numero', label: 'Mensaje', cell: ({ numero }) => `N.º ${numero}`, steady: true },
    {
      key: 'mensaje',
      label: 'Qué escribió',
      cell: ({ mensaje }) => (
        <Text span lineClamp={2} ta="start">
          {mensaje}
        </Text>
      ),
    },
    { key: 'fecha', label: 'Fecha', cell: ({ fecha }) => formatDateTime(fecha), steady: true },
    { key: 'estado', label: 'Estado', cell: ({ estado }) => <State estado={estado} />, steady: true },
  ],
  errorTitle: 'No pudimos cargar los mensajes',
  empty: <EmptyState icon={IconLifebuoy} title="Todavía no escribió a soporte." />,
}

export function TicketsTab({ student }: { student: Student }) {
  const state = useListState()
  const query = useRows('/api/gestion/alumnos/{id}/soporte', { path: { id: String(student.id) }, query: state.params })
  return <StaffList config={CONFIG} state={state} query={query} />
}
