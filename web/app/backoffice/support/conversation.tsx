import type { BrandTicket } from '@campus/contract/support'
import { SUPPORT_TOPICS } from '@campus/contract/support-topics'
import { Anchor, Group, Text } from '@mantine/core'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../../lib/format'
import item from '../blocks/inbox-item.module.css'
import { studentPath } from '../students/paths'
import classes from './support.module.css'

/** Who wrote; members of the staff have no student's record to lead to. */
function Author({ ticket }: { ticket: BrandTicket }) {
  const name = `${ticket.nombres} ${ticket.apellidos}`
  if (ticket.autor === 'personal') return name
  return (
    <Anchor component={Link} to={studentPath(ticket.id_usuario)} inherit c="inherit" underline="hover">
      {name}
    </Anchor>
  )
}

type ConversationProps = { ticket: BrandTicket; heading: Ref<HTMLHeadingElement> }

/** What was written and, once there is one, its answer. */
export function Conversation({ ticket, heading }: ConversationProps) {
  const { autor, numero, tema, fecha, correo, mensaje, estado, respuesta, fecha_respuesta } = ticket
  const facts = `N.º ${numero} · ${SUPPORT_TOPICS[tema]} · ${formatDateTime(fecha)}`
  return (
    <>
      <Group justify="space-between" align="baseline" gap="xs">
        <h2 ref={heading} tabIndex={-1} className={item.name}>
          <Author ticket={ticket} />
        </h2>
        <Text c="dimmed">{estado === 'cerrado' ? `${facts} · Cerrado` : facts}</Text>
      </Group>
      <Text c="dimmed">
        {autor === 'personal' && <span>Del equipo · </span>}
        {autor !== 'eliminado' && <Anchor href={`mailto:${correo}`}>{correo}</Anchor>}
      </Text>
      <p className={item.text}>{mensaje}</p>
      {respuesta && (
        <div className={classes.answer}>
          <strong>Respuesta</strong>
          {fecha_respuesta && <Text span c="dimmed">{` · ${formatDateTime(fecha_respuesta)}`}</Text>}
          <p className={item.text}>{respuesta}</p>
        </div>
      )}
    </>
  )
}
