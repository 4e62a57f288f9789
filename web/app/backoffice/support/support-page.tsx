import type { BrandTicket } from '@campus/contract/support'
import { Text } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { api } from '../../lib/api'
import { formatDate } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { usePage } from '../../ui/pager'
import { Inbox } from '../blocks/inbox'
import { INBOX_PAGE, InboxPage, type InboxState, inboxHref, useInboxState, useNextItem } from '../blocks/inbox-page'
import type { Age } from '../blocks/waiting'
import { SUPPORT_PATH } from './paths'
import { TicketForm } from './ticket-form'

type State = BrandTicket['estado']

const WAITING = 'abierto'
const STATES: [InboxState<State>, ...InboxState<State>[]] = [
  { value: WAITING, label: 'Sin responder' },
  { value: 'respondido', label: 'Respondidos' },
  { value: 'cerrado', label: 'Cerrados' },
]

/** One that is answered or closed waits no longer. */
const settled = ({ estado, fecha_respuesta }: BrandTicket): Age => ({
  text: estado === 'cerrado' ? 'Cerrado' : `Respondido el ${formatDate(fecha_respuesta)}`,
  tone: 'done',
})

type TicketsProps = { tickets: BrandTicket[]; estado: State; page: number }

function Tickets({ tickets, estado, page }: TicketsProps) {
  const { id } = useParams()
  const href = inboxHref(SUPPORT_PATH, page, estado === WAITING ? null : estado)
  const ids = tickets.map((ticket) => ticket.id)
  const chosen = tickets.find((ticket) => String(ticket.id) === id)
  const next = useNextItem(ids, Number(id))
  return (
    <Inbox
      label="Mensajes"
      items={tickets.map((ticket) => ({
        id: ticket.id,
        title: `${ticket.nombres} ${ticket.apellidos}`,
        text: ticket.mensaje,
        since: ticket.fecha,
        ...(ticket.estado !== 'abierto' && { due: settled(ticket) }),
      }))}
      selected={id ? Number(id) : null}
      href={href}
      foot={
        tickets.length === 0 && (
          <Text c="dimmed" p="md">
            Con este filtro no hay ningún mensaje.
          </Text>
        )
      }
    >
      <TicketForm key={id} id={Number(id)} ticket={chosen} next={next ? href(next) : null} />
    </Inbox>
  )
}

/** What students wrote, one message at a time. */
export default function SupportPage() {
  const { id } = useParams()
  const estado = useInboxState(STATES)
  const page = usePage()
  const tickets = api.useQuery(
    'get',
    '/api/soporte',
    { params: { query: { estado, page, per_page: INBOX_PAGE } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <InboxPage
      title="Soporte"
      states={STATES}
      estado={estado}
      query={tickets}
      errorTitle="No pudimos cargar los mensajes"
      empty={<EmptyState icon={IconMailCheck} color="teal" title="Todo al día. No hay nada por atender." />}
      chosen={id !== undefined}
      pages="Páginas de mensajes"
    >
      {(rows) => <Tickets tickets={rows} estado={estado} page={page} />}
    </InboxPage>
  )
}
