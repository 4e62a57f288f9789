import type { BrandTicket } from '@campus/contract/support'
import { IconMailCheck } from '@tabler/icons-react'
import { formatDate } from '../../lib/format'
import { usePage } from '../../ui/pager'
import { INBOX_PAGE, InboxPage, type InboxStates, useInboxState } from '../blocks/inbox-page'
import { useRows } from '../blocks/use-rows'
import type { Age } from '../blocks/waiting'
import { SUPPORT_PATH } from './paths'
import { TicketForm } from './ticket-form'

const STATES: InboxStates<BrandTicket['estado']> = [
  { value: 'abierto', label: 'Sin responder' },
  { value: 'respondido', label: 'Respondidos' },
  { value: 'cerrado', label: 'Cerrados' },
]

/** One that is answered or closed waits no longer. */
const settled = ({ estado, fecha_respuesta }: BrandTicket): Age => ({
  text: estado === 'cerrado' ? 'Cerrado' : `Respondido el ${formatDate(fecha_respuesta)}`,
  tone: 'done',
})

/** What students wrote, one message at a time. */
export default function SupportPage() {
  const estado = useInboxState(STATES)
  const tickets = useRows('/api/soporte', { query: { estado, page: usePage(), per_page: INBOX_PAGE } })
  return (
    <InboxPage
      title="Soporte"
      label="Mensajes"
      path={SUPPORT_PATH}
      filter={{ states: STATES, estado, none: 'Con este filtro no hay ningún mensaje.' }}
      query={tickets}
      errorTitle="No pudimos cargar los mensajes"
      icon={IconMailCheck}
      item={(ticket) => ({
        id: ticket.id,
        title: `${ticket.nombres} ${ticket.apellidos}`,
        text: ticket.mensaje,
        since: ticket.fecha,
        ...(ticket.estado !== 'abierto' && { due: settled(ticket) }),
      })}
    >
      {(ticket, id, next) => <TicketForm id={Number(id)} ticket={ticket} next={next} />}
    </InboxPage>
  )
}
