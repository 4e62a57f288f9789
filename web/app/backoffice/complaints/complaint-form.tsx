import { type Complaint, ComplaintReplyBody } from '@campus/contract/complaints.staff'
import { COMPLAINT_LENGTHS } from '@campus/contract/rules'
import { Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api'
import { type DraftField, useDraft } from '../../lib/draft'
import { formatDateTime } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { AnswerForm, NextButton, Resolved, resolvedCopy, resolvedText, Unsent } from '../blocks/inbox'
import item from '../blocks/inbox-item.module.css'
import { useRefresh } from '../blocks/use-refresh'
import classes from './complaints.module.css'
import { SendDialog } from './send-dialog'
import { Sheet } from './sheet'

/** The sheet as it stands: with the answer that came first, before the sheet is read again. */
function asItStands(complaint: Complaint, error: unknown): Complaint {
  const first = resolvedCopy<{ respuesta: string }>(error)
  if (!first) return complaint
  const answer = {
    respuesta: first.datos.respuesta,
    respondido_en: first.en,
    respondido_por: first.por?.nombre ?? null,
  }
  return { ...complaint, ...answer, estado: 'respondido', dias_habiles: null }
}

function useAnswer({ id, correo }: Complaint, draft: DraftField, onDecided: () => void) {
  const refresh = useRefresh('/api/reclamos', '/api/reclamos/{id}', '/api/gestion/bandeja')
  const answer = api.useMutation('put', '/api/reclamos/{id}/respuesta', {
    meta: { handled: true },
    onSuccess: async () => {
      draft.clear()
      toast(`Enviamos la respuesta a ${correo}.`)
      await refresh()
      onDecided()
    },
    onError: (error, { body }) => {
      const first = resolvedCopy<{ respuesta: string }>(error)
      if (!first) return
      // A repeated request whose first try had arrived.
      if (first.datos.respuesta === body.respuesta) draft.clear()
      onDecided()
      void refresh()
    },
  })
  const send = (respuesta: string) => {
    if (!answer.isPending) answer.mutate({ params: { path: { id: String(id) } }, body: { respuesta } })
  }
  return { send, busy: answer.isPending, error: answer.error, sent: answer.isSuccess, reset: answer.reset }
}

/** The answer as it was sent; `focused` after the form that it replaces. */
function Answer({ complaint, focused }: { complaint: Complaint; focused: boolean }) {
  const { respuesta, respondido_en, respondido_por } = complaint
  const block = useRef<HTMLElement>(null)
  useEffect(() => {
    if (focused) block.current?.focus()
  }, [focused])
  return (
    <section ref={block} tabIndex={-1} aria-label="Respuesta" className={classes.answer}>
      <strong>Respuesta</strong>
      <Text c="dimmed" size="sm">
        {`${formatDateTime(respondido_en)}${respondido_por ? ` · ${respondido_por}` : ''}`}
      </Text>
      <p className={item.text}>{respuesta}</p>
    </section>
  )
}

const AT_HOME = ' Pidió recibirla en su domicilio: mándasela también ahí.'

/** A sheet and its answer, which is sent once. */
export function ComplaintForm({ complaint, next }: { complaint: Complaint; next: string | null }) {
  const draft = useDraft(`reclamo-${complaint.id}`)
  const [ready, setReady] = useState<string | null>(null)
  const { send, busy, error, sent, reset } = useAnswer(complaint, draft, () => setReady(null))
  const sheet = asItStands(complaint, error)
  const review = (text: string) => {
    reset()
    setReady(text)
  }
  return (
    <div className={item.form}>
      <Resolved error={error} next={next} />
      <Sheet complaint={sheet} />
      {sheet.respuesta === null ? (
        <AnswerForm
          label="Tu respuesta"
          description={`Le llega por correo, con la hoja completa en PDF.${sheet.canal_respuesta === 'domicilio' ? AT_HOME : ''}`}
          schema={ComplaintReplyBody.shape.respuesta}
          maxLength={COMPLAINT_LENGTHS.respuesta}
          minRows={6}
          text={draft.text}
          onText={draft.write}
          action="Revisar y enviar"
          onSend={review}
          next={next}
        />
      ) : (
        <>
          <Answer complaint={sheet} focused={sent} />
          <Unsent draft={draft} />
          <Group justify="flex-end" mt="lg">
            <NextButton to={resolvedText(error) ? null : next} />
          </Group>
        </>
      )}
      {ready !== null && (
        <SendDialog
          complaint={complaint}
          respuesta={ready}
          busy={busy}
          error={error}
          onSend={() => send(ready)}
          onClose={() => setReady(null)}
        />
      )}
    </div>
  )
}
