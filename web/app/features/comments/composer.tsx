import { type Comment, CommentBody } from '@campus/contract/comments'
import { MAX_COMMENT } from '@campus/contract/rules'
import { IconArrowBackUp, IconSend, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { problemWith } from '../../lib/validate'
import { Button } from '../../ui/button'
import { GrowingTextarea } from '../../ui/growing-textarea'
import classes from './comments.module.css'
import { TEXTS } from './texts'
import { usePublish } from './use-comments'

/** The counter appears 500 characters before the limit. */
const COUNT_FROM = MAX_COMMENT - 500

/** Ids of the fields, for moving the focus; there is at most one of each. */
const COMMENT_FIELD = 'escribir-comentario'
export const REPLY_FIELD = 'escribir-respuesta'

type ComposerProps = {
  lesson: number
  value: string
  onChange: (text: string) => void
  onPublished: (comment: Comment) => void
  replyTo?: { id: number; nombre: string; onCancel: () => void }
}

function Banner({ nombre, onCancel }: { nombre: string; onCancel: () => void }) {
  return (
    <div className={classes.banner}>
      <IconArrowBackUp size={18} aria-hidden />
      <span>
        Respondiendo a <strong>{nombre}</strong>
      </span>
      <Button variant="subtle" size="compact" leftSection={<IconX size={16} aria-hidden />} onClick={onCancel}>
        {TEXTS.cancel}
      </Button>
    </div>
  )
}

/** The form of a comment or a reply; the parent holds the text as a draft until it is published. */
export function Composer({ lesson, value, onChange, onPublished, replyTo }: ComposerProps) {
  const publish = usePublish(lesson, onPublished)
  const [error, setError] = useState<string>()
  function send(): void {
    if (publish.busy) return
    const problem = problemWith(CommentBody.shape.comentario, value.trim())
    setError(problem)
    if (!problem) publish.send(value.trim(), replyTo?.id ?? null)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  const length = value.trim().length
  return (
    <form
      className={classes.composer}
      aria-label={replyTo ? `Responder a ${replyTo.nombre}` : TEXTS.title}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {replyTo && <Banner {...replyTo} />}
      <GrowingTextarea
        id={replyTo ? REPLY_FIELD : COMMENT_FIELD}
        data-answers={replyTo?.id}
        label={replyTo ? TEXTS.replyLabel : TEXTS.label}
        placeholder={replyTo ? TEXTS.replyPlaceholder : TEXTS.placeholder}
        minRows={replyTo ? 2 : 3}
        maxRows={14}
        value={value}
        readOnly={publish.busy}
        error={error ?? publish.reason}
        onChange={(event) => {
          setError(undefined)
          onChange(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.send}>
        {length > COUNT_FROM ? (
          <span className={classes.count} data-over={length > MAX_COMMENT || undefined}>
            {`${length} de ${MAX_COMMENT} caracteres`}
          </span>
        ) : (
          <span className={classes.hint}>{TEXTS.hint}</span>
        )}
        <Button type="submit" loading={publish.busy} leftSection={<IconSend size={18} aria-hidden />}>
          {TEXTS.publish}
        </Button>
      </div>
    </form>
  )
}
