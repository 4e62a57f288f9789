import type { Comment, Reply } from '@campus/contract/comments'
import { memo, startTransition, useCallback, useState } from 'react'
import { count } from '../../lib/format'
import { Button } from '../../ui/button'
import { CommentItem, replyButtonOf } from './comment-item'
import classes from './comments.module.css'
import { Composer, REPLY_FIELD } from './composer'
import { anchorOf } from './deep-link'
import { type Change, type Draft, withoutRecipient } from './draft'
import { TEXTS } from './texts'
import { useReplies } from './use-comments'

/** A longer thread shows this many replies until it is opened. */
const SHOWN = 3

type Answer = Draft['respuesta']

export type ThreadProps = {
  comment: Comment
  /** The comment in the address. */
  target: number | null
  /** The reply that is being written in this thread. */
  answer: Answer
  onDraft: (change: Change) => void
}

export const isAnswered = ({ id, replies }: Comment, answer: Answer): boolean =>
  answer !== null && (answer.a === id || replies.some((reply) => reply.id === answer.a))

/** After the next render. */
const focusLater = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

/** How many frames the form may take to appear. */
const FRAMES = 120

/** Focuses the field of a reply as soon as it is rendered. */
function focusReply(to: number, frames = FRAMES): void {
  const field = document.querySelector<HTMLElement>(`#${REPLY_FIELD}[data-answers="${to}"]`)
  if (field) field.focus()
  else if (frames > 0) requestAnimationFrame(() => focusReply(to, frames - 1))
}

function ReplyPlace({ comment, answer, onDraft, onOpen }: Omit<ThreadProps, 'target'> & { onOpen: () => void }) {
  if (!answer) return null
  const cancel = () => {
    onDraft({ respuesta: null })
    focusLater(replyButtonOf(answer.a))
  }
  const published = ({ id }: Reply) => {
    onDraft({ respuesta: null })
    onOpen()
    focusLater(anchorOf(id))
  }
  return (
    <Composer
      key={answer.a}
      lesson={comment.id_leccion}
      value={answer.texto}
      onChange={(texto) => onDraft({ respuesta: { ...answer, texto } })}
      onPublished={published}
      replyTo={{ id: answer.a, nombre: answer.nombre, onCancel: cancel }}
    />
  )
}

/** Memoized: a comment with its replies, oldest first, and the form to reply. */
export const Thread = memo(function Thread({ comment, target, answer, onDraft }: ThreadProps) {
  const { replies, replies_restantes: left } = comment
  const rest = useReplies(comment)
  const [opened, setOpened] = useState(false)
  const all = opened || replies.length <= SHOWN + 1 || replies.some(({ id }) => id === target)
  const shown = all ? replies : replies.slice(0, SHOWN)
  // The typed text moves along when the student replies to another comment.
  const answerTo = useCallback(
    ({ id, usuario }: Reply) => {
      const nombre = usuario?.nombre ?? TEXTS.someone
      // The press is painted before the form is rendered.
      startTransition(() =>
        onDraft(({ respuesta }) => ({ respuesta: { a: id, nombre, texto: respuesta?.texto ?? '' } })),
      )
      focusReply(id)
    },
    [onDraft],
  )
  const removed = useCallback((id: number) => onDraft(withoutRecipient(id)), [onDraft])
  const item = (reply: Reply) => (
    <CommentItem comment={reply} marked={reply.id === target} onReply={answerTo} onRemoved={removed} />
  )
  return (
    <li className={classes.thread}>
      {item(comment)}
      {replies.length > 0 && (
        <ul className={classes.replies} aria-label={`Respuestas a ${comment.usuario?.nombre ?? TEXTS.someone}`}>
          {shown.map((reply) => (
            <li key={reply.id}>{item(reply)}</li>
          ))}
        </ul>
      )}
      {!all && (
        <Button variant="subtle" className={classes.rest} onClick={() => setOpened(true)}>
          {`Ver ${count(replies.length - SHOWN + left, 'respuesta más', 'respuestas más')}`}
        </Button>
      )}
      {all && left > 0 && (
        <Button variant="subtle" className={classes.rest} loading={rest.busy} onClick={rest.more}>
          {`Ver ${count(left, 'respuesta más', 'respuestas más')}`}
        </Button>
      )}
      <div className={classes.answering}>
        <ReplyPlace comment={comment} answer={answer} onDraft={onDraft} onOpen={() => setOpened(true)} />
      </div>
    </li>
  )
})
