import { MAX_SUPPORT_MESSAGE } from '@campus/contract/rules'
import type { BrandTicket } from '@campus/contract/support'
import { Button, Textarea } from '@mantine/core'
import { IconArchive, IconArrowBackUp, IconArrowRight } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type DraftField, useDraft } from '../../lib/draft'
import { Failure } from '../../ui/failure'
import { InboxActions, ItemGone, Resolved, resolvedText, Unsent } from '../blocks/inbox'
import item from '../blocks/inbox-item.module.css'
import { CloseDialog } from './close-dialog'
import { Conversation } from './conversation'
import classes from './support.module.css'
import { type Decisions, useDecisions } from './use-decisions'

type ReplyProps = { decisions: Decisions; draft: DraftField; next: string | null; onClose: () => void }

function Reply({ decisions, draft, next, onClose }: ReplyProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const respuesta = draft.text.trim()
    setProblem(respuesta === '' ? 'Escribe una respuesta.' : null)
    if (respuesta === '') field.current?.focus()
    else decisions.answer(respuesta)
  }
  return (
    <form onSubmit={send} noValidate>
      <Textarea
        ref={field}
        mt="lg"
        label="Tu respuesta"
        description="Le llega como aviso en el campus, y por correo si lo pidió."
        autosize
        minRows={5}
        maxRows={16}
        maxLength={MAX_SUPPORT_MESSAGE}
        value={draft.text}
        error={problem}
        onChange={(event) => {
          draft.write(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <Failure mt="md" error={resolvedText(decisions.answerError) ? null : decisions.answerError} />
      <InboxActions action="Responder" busy={decisions.answering} next={next}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cerrar sin responder
        </Button>
      </InboxActions>
    </form>
  )
}

type FiledProps = { ticket: BrandTicket; decisions: Decisions; next: string | null }

/** What can still be done with a ticket that no longer waits. */
function Filed({ ticket, decisions, next }: FiledProps) {
  const { error, stateError, busy, setState } = decisions
  return (
    <>
      <Failure mt="md" error={resolvedText(stateError) ? null : stateError} />
      <div className={classes.acts}>
        {ticket.estado === 'respondido' && (
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconArchive size={16} aria-hidden />}
            onClick={() => setState('cerrado')}
          >
            Cerrar
          </Button>
        )}
        {ticket.estado === 'cerrado' && ticket.autor !== 'eliminado' && (
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => setState('abierto')}
          >
            Reabrir
          </Button>
        )}
        {next && !resolvedText(error) && (
          <Button component={Link} to={next} rightSection={<IconArrowRight size={16} aria-hidden />}>
            Siguiente
          </Button>
        )}
      </div>
    </>
  )
}

type TicketFormProps = { id: number; ticket: BrandTicket | undefined; next: string | null }

/** A message and its answer, which is sent once. */
export function TicketForm({ id, ticket, next }: TicketFormProps) {
  const draft = useDraft(`soporte-${id}`)
  const [closing, setClosing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const decisions = useDecisions(id, ticket, draft, {
    onDecided: () => setClosing(false),
    onReopened: () => heading.current?.focus(),
  })
  const { shown, error, stateError, busy, setState } = decisions
  if (!shown)
    return (
      <>
        <ItemGone
          title={next ? 'Este mensaje ya está atendido.' : 'Todo al día. No hay nada por atender.'}
          next={next}
        />
        <Unsent draft={draft} />
      </>
    )
  return (
    <div className={item.form}>
      <Resolved error={error} next={next} />
      <Conversation ticket={shown} heading={heading} />
      {shown.estado === 'abierto' ? (
        <Reply decisions={decisions} draft={draft} next={next} onClose={() => setClosing(true)} />
      ) : (
        <>
          <Unsent draft={draft} />
          <Filed ticket={shown} decisions={decisions} next={next} />
        </>
      )}
      {closing && shown.estado === 'abierto' && (
        <CloseDialog
          ticket={shown}
          busy={busy}
          error={stateError}
          onConfirm={() => setState('cerrado')}
          onClose={() => setClosing(false)}
        />
      )}
    </div>
  )
}
