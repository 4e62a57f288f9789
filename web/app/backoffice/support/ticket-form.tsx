import { MAX_SUPPORT_MESSAGE } from '@campus/contract/rules'
import { AnswerTicketBody, type BrandTicket } from '@campus/contract/support'
import { Button, Group } from '@mantine/core'
import { IconArchive, IconArrowBackUp } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type DraftField, useDraft } from '../../lib/draft'
import { Confirm } from '../../ui/confirm'
import { Failure } from '../../ui/failure'
import { AnswerForm, ItemGone, NextButton, Resolved, resolvedText, Unsent } from '../blocks/inbox'
import item from '../blocks/inbox-item.module.css'
import { Conversation } from './conversation'
import { type Decisions, useDecisions } from './use-decisions'

type ReplyProps = { decisions: Decisions; draft: DraftField; next: string | null; onClose: () => void }

const Reply = ({ decisions, draft, next, onClose }: ReplyProps) => (
  <AnswerForm
    label="Tu respuesta"
    description="Le llega como aviso en el campus, y por correo si lo pidió."
    schema={AnswerTicketBody.shape.respuesta}
    maxLength={MAX_SUPPORT_MESSAGE}
    minRows={5}
    text={draft.text}
    onText={draft.write}
    action="Responder"
    onSend={decisions.answer}
    busy={decisions.answering}
    error={decisions.answerError}
    next={next}
  >
    <Button variant="subtle" color="gray" onClick={onClose}>
      Cerrar sin responder
    </Button>
  </AnswerForm>
)

type FiledProps = { ticket: BrandTicket; decisions: Decisions; next: string | null }

/** What can still be done with a ticket that no longer waits. */
function Filed({ ticket, decisions, next }: FiledProps) {
  const { error, stateError, busy, setState } = decisions
  return (
    <>
      <Failure mt="md" error={resolvedText(stateError) ? null : stateError} />
      <Group gap="sm" mt="lg" justify="flex-end">
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
        <NextButton to={resolvedText(error) ? null : next} />
      </Group>
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
      <Confirm
        opened={closing && shown.estado === 'abierto'}
        title="Cerrar sin responder"
        action="Cerrar el mensaje"
        plain
        busy={busy}
        failure={<Failure mt="md" error={stateError} />}
        onConfirm={() => setState('cerrado')}
        onClose={() => setClosing(false)}
      >
        {`Le avisamos a ${shown.nombres} que cerramos su pedido N.º ${shown.numero} y que puede escribir de nuevo.`}
      </Confirm>
    </div>
  )
}
