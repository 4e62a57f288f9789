import { MAX_SUPPORT_MESSAGE, SUPPORT_SENT_TEXT } from '@campus/contract/rules'
import { SupportBody, type Ticket } from '@campus/contract/support'
import { IconAlertCircle, IconCircleCheck, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../lib/api'
import { envioFor, forgetEnvio } from '../../lib/envio'
import { ApiError, OfflineError } from '../../lib/errors'
import { formatNumber } from '../../lib/format'
import { useUser } from '../../lib/session'
import { problemWith } from '../../lib/validate'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { GrowingTextarea } from '../../ui/growing-textarea'
import { Panel } from '../../ui/panel'
import { Group, Stack } from '../../ui/stack'
import { Text } from '../../ui/text'
import classes from './support.module.css'
import { TEXTS } from './texts'
import { ticketName } from './ticket-item'
import { useTicketDraft } from './use-ticket-draft'

const TICKETS = ['get', '/api/soporte/usuario/{id}'] as const

/** The first validation error, otherwise the server's message, otherwise ours. */
export function failureText(error: unknown): string {
  if (error instanceof OfflineError) return TEXTS.offline
  if (!(error instanceof ApiError)) return TEXTS.failed
  return Object.values(error.errors)[0]?.[0] ?? (error.fromServer ? error.message : TEXTS.failed)
}

function Sent({ ticket }: { ticket: Pick<Ticket, 'numero'> }) {
  return (
    <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={SUPPORT_SENT_TEXT} role="status">
      Tu número de ticket es <strong>{ticketName(ticket)}</strong>. Cuando lo respondamos te avisaremos aquí.
    </Alert>
  )
}

/** The text stays until the server has it. */
export default function MessageForm() {
  const user = useUser()
  const queryClient = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, write] = useTicketDraft(user.id)
  const [error, setError] = useState<string | null>(null)
  const form = `soporte-${user.id}`
  const send = api.useMutation('post', '/api/enviar-soporte', {
    meta: { handled: true },
    onSuccess: () => {
      forgetEnvio(form)
      write('')
      return queryClient.invalidateQueries({ queryKey: TICKETS })
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const mensaje = text.trim()
    const problem = problemWith(SupportBody.shape.mensaje, mensaje)
    setError(problem ?? null)
    if (problem) field.current?.focus()
    else send.mutate({ body: { mensaje, envio: envioFor(form, mensaje) } })
  }
  const change = (next: string) => {
    write(next)
    setError(null)
    if (!send.isPending) send.reset()
  }

  return (
    <Panel>
      <form onSubmit={submit} noValidate>
        <Stack>
          <GrowingTextarea
            ref={field}
            label={TEXTS.field}
            placeholder={TEXTS.placeholder}
            name="mensaje"
            minRows={6}
            maxRows={16}
            value={text}
            error={error}
            onChange={(event) => change(event.currentTarget.value)}
          />
          {send.error && (
            <Alert color="red" icon={<IconAlertCircle aria-hidden />} title="Error" role="alert">
              {failureText(send.error)}
            </Alert>
          )}
          {send.data && <Sent ticket={send.data.data} />}
          <Group justify="between" gap="sm">
            <Text small dimmed className={classes.count}>
              {`${formatNumber(text.length)} de ${formatNumber(MAX_SUPPORT_MESSAGE)} caracteres`}
            </Text>
            <Button type="submit" loading={send.isPending} leftSection={<IconSend size={18} aria-hidden />}>
              Enviar mensaje
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
