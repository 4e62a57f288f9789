import { MAX_SUPPORT_MESSAGE, SUPPORT_SENT_TEXT } from '@campus/contract/rules'
import { SupportBody, type Ticket } from '@campus/contract/support'
import { SUPPORT_TOPICS, type SupportTopic } from '@campus/contract/support-topics'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../lib/api'
import { envioFor, forgetEnvio } from '../../lib/envio'
import { ApiError, OfflineError } from '../../lib/errors'
import { formatNumber } from '../../lib/format'
import { useUser } from '../../lib/session'
import { errorsOf } from '../../lib/validate'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/field'
import { GrowingTextarea } from '../../ui/growing-textarea'
import { Panel } from '../../ui/panel'
import { Group, Stack } from '../../ui/stack'
import { Text } from '../../ui/text'
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
      Tu consulta es la <strong>{ticketName(ticket)}</strong>. Te avisaremos aquí cuando la respondamos.
    </Alert>
  )
}

const FIELDS = ['tema', 'mensaje'] as const
type Errors = { [field in (typeof FIELDS)[number]]?: string | undefined }

/** Topic and text stay until the server has it. */
export default function MessageForm() {
  const user = useUser()
  const queryClient = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { topic, writeTopic, text, write } = useTicketDraft(user.id)
  const [errors, setErrors] = useState<Errors>({})
  const envio = `soporte-${user.id}`
  const send = api.useMutation('post', '/api/enviar-soporte', {
    meta: { handled: true },
    onSuccess: () => {
      forgetEnvio(envio)
      write('')
      writeTopic('')
      return queryClient.invalidateQueries({ queryKey: TICKETS })
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const mensaje = text.trim()
    const found = errorsOf(SupportBody, { tema: topic, mensaje })
    setErrors(found)
    const wrong = FIELDS.find((field) => found[field])
    if (wrong) form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
    else send.mutate({ body: { tema: topic as SupportTopic, mensaje, envio: envioFor(envio, `${topic} ${mensaje}`) } })
  }
  const forget = (field: keyof Errors) => {
    setErrors({ ...errors, [field]: undefined })
    if (!send.isPending) send.reset()
  }

  return (
    <Panel>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          <SelectField
            label={TEXTS.topic}
            name="tema"
            value={topic}
            error={errors.tema}
            onChange={(event) => {
              writeTopic(event.currentTarget.value)
              forget('tema')
            }}
          >
            <option value="" disabled>
              {TEXTS.chooseTopic}
            </option>
            {Object.entries(SUPPORT_TOPICS).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <GrowingTextarea
            label={TEXTS.field}
            placeholder={TEXTS.placeholder}
            name="mensaje"
            minRows={4}
            maxRows={16}
            value={text}
            error={errors.mensaje}
            onChange={(event) => {
              write(event.currentTarget.value)
              forget('mensaje')
            }}
          />
          {send.error && (
            <Alert color="red" icon={<IconAlertCircle aria-hidden />} title="Error" role="alert">
              {failureText(send.error)}
            </Alert>
          )}
          {send.data && <Sent ticket={send.data.data} />}
          <Group gap="sm">
            <Button type="submit" loading={send.isPending}>
              Enviar mensaje
            </Button>
            {text.length > MAX_SUPPORT_MESSAGE && (
              <Text small dimmed>
                {`${formatNumber(text.length)} de ${formatNumber(MAX_SUPPORT_MESSAGE)} caracteres`}
              </Text>
            )}
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
