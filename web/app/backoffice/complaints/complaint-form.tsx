import { type Complaint, ComplaintReplyBody } from '@campus/contract/complaints.staff'
import { COMPLAINT_LENGTHS } from '@campus/contract/rules'
import { Button, Group, Textarea } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { type DraftField, useDraft } from '../../lib/draft'
import { toast } from '../../lib/toasts'
import { problemWith } from '../../lib/validate'
import { InboxActions, Resolved, resolvedCopy, resolvedText, Unsent } from '../blocks/inbox'
import item from '../blocks/inbox-item.module.css'
import { Answer } from './answer'
import { SendDialog } from './send-dialog'
import { Sheet } from './sheet'

const LISTS = ['/api/reclamos', '/api/reclamos/{id}', '/api/gestion/bandeja'] as const

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
  const client = useQueryClient()
  const refresh = () => Promise.all(LISTS.map((path) => client.invalidateQueries({ queryKey: ['get', path] })))
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

type FieldsProps = { complaint: Complaint; draft: DraftField; next: string | null; onReady: (text: string) => void }

function Fields({ complaint, draft, next, onReady }: FieldsProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [error, setError] = useState<string>()
  const review = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemWith(ComplaintReplyBody.shape.respuesta, draft.text)
    setError(problem)
    if (problem) field.current?.focus()
    else onReady(ComplaintReplyBody.shape.respuesta.parse(draft.text))
  }
  const home = complaint.canal_respuesta === 'domicilio' && ' Pidió recibirla en su domicilio: mándasela también ahí.'
  return (
    <form onSubmit={review} noValidate>
      <Textarea
        ref={field}
        mt="lg"
        label="Tu respuesta"
        description={`Le llega por correo, con la hoja completa en PDF.${home || ''}`}
        autosize
        minRows={6}
        maxRows={20}
        maxLength={COMPLAINT_LENGTHS.respuesta}
        value={draft.text}
        error={error}
        onChange={(event) => {
          draft.write(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <InboxActions action="Revisar y enviar" busy={false} next={next} />
    </form>
  )
}

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
        <Fields complaint={sheet} draft={draft} next={next} onReady={review} />
      ) : (
        <>
          <Answer complaint={sheet} focused={sent} />
          <Unsent draft={draft} />
          {next && !resolvedText(error) && (
            <Group justify="flex-end" mt="lg">
              <Button component={Link} to={next} rightSection={<IconArrowRight size={16} aria-hidden />}>
                Siguiente
              </Button>
            </Group>
          )}
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
