import { MAX_SUPPORT_MESSAGE } from '@campus/contract/rules'
import type { BrandTicket } from '@campus/contract/support'
import { Anchor, Group, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { formatDateTime } from '../../lib/format'
import { Failure } from '../../ui/failure'
import { InboxActions, ItemGone, Resolved, resolvedText } from '../blocks/inbox'
import item from '../blocks/inbox-item.module.css'
import { studentPath } from '../students/paths'
import classes from './support.module.css'

const TICKETS = ['get', '/api/soporte'] as const

function Conversation({ ticket }: { ticket: BrandTicket }) {
  return (
    <>
      <Group justify="space-between" align="baseline" gap="xs">
        <h2 className={item.name}>
          <Anchor component={Link} to={studentPath(ticket.id_usuario)} inherit c="inherit" underline="hover">
            {`${ticket.nombres} ${ticket.apellidos}`}
          </Anchor>
        </h2>
        <Text c="dimmed">{`N.º ${ticket.numero} · ${formatDateTime(ticket.fecha)}`}</Text>
      </Group>
      <Text c="dimmed">
        <Anchor href={`mailto:${ticket.correo}`}>{ticket.correo}</Anchor>
      </Text>
      <p className={item.text}>{ticket.mensaje}</p>
      {ticket.respuesta && (
        <div className={classes.answer}>
          <strong>Respuesta</strong>
          {ticket.fecha_respuesta && <Text span c="dimmed">{` · ${formatDateTime(ticket.fecha_respuesta)}`}</Text>}
          <p className={item.text}>{ticket.respuesta}</p>
        </div>
      )}
    </>
  )
}

/** A message and its answer, which is sent once. */
export function TicketForm({ ticket, next }: { ticket: BrandTicket | undefined; next: string | null }) {
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const answer = api.useMutation('put', '/api/soporte/{id}', {
    meta: { handled: true },
    onSuccess: () => client.invalidateQueries({ queryKey: TICKETS }),
  })
  if (!ticket)
    return (
      <ItemGone title={next ? 'Este mensaje ya está atendido.' : 'Todo al día. No hay nada por atender.'} next={next} />
    )
  const send = (event: FormEvent) => {
    event.preventDefault()
    const respuesta = text.trim()
    setError(respuesta === '' ? 'Escribe una respuesta.' : null)
    if (respuesta === '') field.current?.focus()
    else if (!answer.isPending) answer.mutate({ params: { path: { id: String(ticket.id) } }, body: { respuesta } })
  }
  return (
    <form onSubmit={send} noValidate className={item.form}>
      <Conversation ticket={ticket} />
      {ticket.estado === 'abierto' && (
        <>
          <Resolved error={answer.error} next={next} />
          <Textarea
            ref={field}
            mt="lg"
            label="Tu respuesta"
            description="Le llega como aviso en el campus, y por correo si lo pidió."
            autosize
            minRows={5}
            maxRows={16}
            maxLength={MAX_SUPPORT_MESSAGE}
            value={text}
            error={error}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setError(null)
            }}
          />
          <Failure mt="md" error={resolvedText(answer.error) ? null : answer.error} />
          <InboxActions action="Responder" busy={answer.isPending} next={next} />
        </>
      )}
    </form>
  )
}
