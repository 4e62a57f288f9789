import { MAX_SUPPORT_MESSAGE, SUPPORT_SENT_TEXT } from '@campus/contract/rules'
import type { Ticket } from '@campus/contract/support'
import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../platform/api'
import { formatNumber } from '../../platform/format'
import { later, problemWith } from '../../platform/later'
import { useUser } from '../../platform/session'
import { Panel } from '../../ui/panel'
import { useDraft } from './draft'
import { failureText } from './failure'
import classes from './support.module.css'
import { T } from './texts'
import { ticketName } from './ticket-item'

const MESSAGE = later(() => import('@campus/contract/support').then(({ SupportBody }) => SupportBody.shape.mensaje))
const TICKETS = ['get', '/api/soporte/usuario/{id}'] as const

function Sent({ ticket }: { ticket: Pick<Ticket, 'numero'> }) {
  return (
    <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={SUPPORT_SENT_TEXT} role="status" mt="md">
      Tu número de ticket es <strong>{ticketName(ticket)}</strong>. Cuando lo respondamos te avisaremos aquí.
    </Alert>
  )
}

/** The message box; what was typed stays until the server has it (campus.md sections 5 and 8). */
export function MessageForm() {
  const user = useUser()
  const queryClient = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, write] = useDraft(user.id)
  // Between the press and the answer a second press finds this: the button is late by the check.
  const busy = useRef(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const send = api.useMutation('post', '/api/enviar-soporte', {
    meta: { handled: true },
    onSuccess: () => {
      write('')
      return queryClient.invalidateQueries({ queryKey: TICKETS })
    },
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const mensaje = text.trim()
    const problem = await problemWith(MESSAGE, mensaje)
    setWrong(problem ?? null)
    if (problem) field.current?.focus()
    else if (!busy.current) {
      busy.current = true
      await send.mutateAsync({ body: { mensaje } }).catch(() => undefined)
      busy.current = false
    }
  }
  const change = (next: string) => {
    MESSAGE.warm()
    write(next)
    setWrong(null)
    if (!send.isPending) send.reset()
  }

  return (
    <Panel>
      <form onSubmit={submit} noValidate>
        <Textarea
          ref={field}
          label={T.field}
          placeholder={T.placeholder}
          name="mensaje"
          autosize
          minRows={6}
          maxRows={16}
          value={text}
          error={wrong}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {send.error && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} title="Error" role="alert" mt="md">
            {failureText(send.error)}
          </Alert>
        )}
        {send.data && <Sent ticket={send.data.data} />}
        <Group justify="space-between" mt="md" gap="sm">
          <Text size="sm" c="dimmed" className={classes.count}>
            {formatNumber(text.length)} de {formatNumber(MAX_SUPPORT_MESSAGE)} caracteres
          </Text>
          <Button type="submit" loading={send.isPending} leftSection={<IconSend size={18} aria-hidden />}>
            Enviar mensaje
          </Button>
        </Group>
      </form>
    </Panel>
  )
}
