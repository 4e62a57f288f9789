import { REPORT_REASONS, type ReportReason } from '@campus/contract/rules'
import { Button, Group, Input, Modal, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api } from '../../platform/api'
import { Failure } from '../../ui/failure'
import classes from './forum.module.css'
import { T } from './texts'
import { type PostDialogProps, say } from './use-post-actions'

const REASONS = Object.entries(REPORT_REASONS) as [ReportReason, string][]

type ReasonsProps = { value: ReportReason | null; error: string | null; onChange: (reason: ReportReason) => void }

function Reasons({ value, error, onChange }: ReasonsProps) {
  return (
    <fieldset className={classes.reasons} aria-describedby={error ? 'sin-motivo' : undefined}>
      <legend>{T.reportReason}</legend>
      {REASONS.map(([reason, text]) => (
        <label key={reason} className={classes.reason}>
          <input
            type="radio"
            name="motivo"
            value={reason}
            checked={value === reason}
            onChange={() => onChange(reason)}
          />
          {text}
        </label>
      ))}
      {error && (
        <Input.Error id="sin-motivo" role="alert" size="md">
          {error}
        </Input.Error>
      )}
    </fieldset>
  )
}

/** Reports a post to staff, once per person however often it is sent. */
export default function ReportDialog({ post, onClose }: PostDialogProps) {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [detail, setDetail] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const send = api.useMutation('post', '/api/posts-foro/{id}/reportes', {
    meta: { handled: true },
    onSuccess: ({ mensaje }) => {
      say(mensaje)
      onClose()
    },
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (send.isPending) return
    setWrong(reason ? null : T.reportNoReason)
    if (reason) send.mutate({ params: { path: { id: String(post.id) } }, body: { motivo: reason, detalle: detail } })
  }
  return (
    <Modal opened onClose={onClose} title={T.reportTitle} centered closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate className={classes.write}>
        <Text c="dimmed">{T.reportLead}</Text>
        <Reasons
          value={reason}
          error={wrong}
          onChange={(next) => {
            setReason(next)
            setWrong(null)
          }}
        />
        <Textarea
          label={T.reportDetail}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          value={detail}
          onChange={(event) => setDetail(event.currentTarget.value)}
        />
        <Failure text={send.error ? `${T.reportError} ${send.error.message}` : undefined} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {T.cancel}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {T.reportSend}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
