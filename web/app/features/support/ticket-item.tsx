import type { Ticket } from '@campus/contract/support'
import { SUPPORT_TOPICS } from '@campus/contract/support-topics'
import { IconCircleCheck, IconClock, IconLock } from '@tabler/icons-react'
import { formatDateTime } from '../../lib/format'
import { Panel } from '../../ui/panel'
import { Tag, type Tone } from '../../ui/tag'
import classes from './support.module.css'

const STATES: Record<Ticket['estado'], [word: string, icon: typeof IconClock, tone: Tone]> = {
  abierto: ['En revisión', IconClock, 'wait'],
  respondido: ['Respondida', IconCircleCheck, 'good'],
  cerrado: ['Cerrada', IconLock, 'plain'],
}

/** `N.º 123`: a ticket's name, also in mails and notifications. */
export const ticketName = ({ numero }: Pick<Ticket, 'numero'>): string => `N.º ${numero}`

export function TicketItem({ ticket }: { ticket: Ticket }) {
  const [word, icon, tone] = STATES[ticket.estado]
  return (
    <li>
      <Panel>
        <article aria-labelledby={`ticket-${ticket.id}`}>
          <div className={classes.ticketHead}>
            <h3 id={`ticket-${ticket.id}`} className={classes.ticketName}>
              {ticketName(ticket)}
            </h3>
            <span>{SUPPORT_TOPICS[ticket.tema]}</span>
            <Tag icon={icon} tone={tone}>
              {word}
            </Tag>
            <time dateTime={ticket.fecha} className={classes.date}>
              {formatDateTime(ticket.fecha)}
            </time>
          </div>
          <p className={classes.message}>{ticket.mensaje}</p>
          {ticket.respuesta && (
            <div className={classes.answer}>
              <strong>Respuesta</strong>
              {ticket.fecha_respuesta && (
                <time dateTime={ticket.fecha_respuesta}>{` · ${formatDateTime(ticket.fecha_respuesta)}`}</time>
              )}
              <p className={classes.message}>{ticket.respuesta}</p>
            </div>
          )}
        </article>
      </Panel>
    </li>
  )
}
