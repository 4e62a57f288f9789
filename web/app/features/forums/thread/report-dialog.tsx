import { REPORT_REASONS, type ReportReason } from '@campus/contract/rules'
import { type FormEvent, useState } from 'react'
import { api } from '../../../lib/api'
import { toast } from '../../../lib/toasts'
import { Button } from '../../../ui/button'
import { Dialog, DialogActions } from '../../../ui/dialog'
import { Failure } from '../../../ui/failure'
import { GrowingTextarea } from '../../../ui/growing-textarea'
import { Text } from '../../../ui/text'
import classes from './forum.module.css'
import { TEXTS } from './texts'
import type { PostDialogProps } from './use-post-actions'

const REASONS = Object.entries(REPORT_REASONS) as [ReportReason, string][]

type ReasonsProps = {
  question: string
  value: ReportReason | null
  error: string | null
  onChange: (reason: ReportReason) => void
}

function Reasons({ question, value, error, onChange }: ReasonsProps) {
  return (
    <fieldset className={classes.reasons} aria-describedby={error ? 'sin-motivo' : undefined}>
      <legend>{question}</legend>
      {REASONS.map(([reason, text]) => (
        <label key={reason} className={classes.reason}>
          <input
            type="radio"
            name="motivo"
            value={reason}
            checked={value === reason}
            onChange={() => onChange(reason)}
          />
          <span>{text}</span>
        </label>
      ))}
      {error && (
        <p id="sin-motivo" role="alert" className={classes.noReason}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

type Props = PostDialogProps & {
  /** `editado_en` of the text that is reported, which its author may change meanwhile. */
  seen: string | null
}

/** The server stores one report per person, however often it is sent. */
export default function ReportDialog({ forum, post, seen, onClose }: Props) {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [detail, setDetail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const sent = {
    meta: { handled: true },
    onSuccess: ({ mensaje }: { mensaje: string }) => {
      toast(mensaje)
      onClose()
    },
  }
  const ofPost = api.useMutation('post', '/api/posts-foro/{id}/reportes', sent)
  const ofForum = api.useMutation('post', '/api/foros/{id}/reportes', sent)
  const send = post ? ofPost : ofForum
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (send.isPending) return
    setError(reason ? null : TEXTS.reportNoReason)
    if (!reason) return
    const body = { motivo: reason, detalle: detail, editado_en: seen }
    send.mutate({ params: { path: { id: String(post?.id ?? forum) } }, body })
  }
  return (
    <Dialog onClose={onClose} title={post ? TEXTS.reportTitle : TEXTS.reportTopic} closedby="closerequest">
      <form onSubmit={submit} noValidate className={classes.write}>
        <Text dimmed>{TEXTS.reportLead}</Text>
        <Reasons
          question={post ? TEXTS.reportReason : TEXTS.reportTopicReason}
          value={reason}
          error={error}
          onChange={(next) => {
            setReason(next)
            setError(null)
          }}
        />
        <GrowingTextarea
          label={TEXTS.reportDetail}
          minRows={2}
          maxRows={6}
          maxLength={500}
          value={detail}
          onChange={(event) => setDetail(event.currentTarget.value)}
        />
        <Failure text={send.error ? `${TEXTS.reportError} ${send.error.message}` : undefined} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {TEXTS.reportSend}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
