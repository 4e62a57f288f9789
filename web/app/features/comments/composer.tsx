import type { Comment } from '@campus/contract/comments'
import { MAX_COMMENT } from '@campus/contract/rules'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconSend, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { later, problemWith } from '../../platform/later'
import { GrowingTextarea } from '../../ui/growing-textarea'
import classes from './comments.module.css'
import { T } from './texts'
import { usePublish } from './use-comments'

/** From so many characters before the limit on, the count is shown. */
const COUNT_FROM = MAX_COMMENT - 500

/** The fields' ids, for the focus: there is one of each at most. */
export const COMMENT_FIELD = 'escribir-comentario'
export const REPLY_FIELD = 'escribir-respuesta'

const TEXT = later(() => import('@campus/contract/comments').then(({ CommentBody }) => CommentBody.shape.comentario))

type ComposerProps = {
  lesson: number
  value: string
  onChange: (text: string) => void
  onPublished: (comment: Comment) => void
  /** Whom this answers, and the way out of it. */
  answers?: { id: number; nombre: string; onCancel: () => void }
}

function Banner({ nombre, onCancel }: { nombre: string; onCancel: () => void }) {
  return (
    <div className={classes.banner}>
      <IconArrowBackUp size={18} aria-hidden />
      <span>
        Respondiendo a <strong>{nombre}</strong>
      </span>
      <Button
        variant="subtle"
        size="compact-sm"
        h={44}
        leftSection={<IconX size={16} aria-hidden />}
        onClick={onCancel}
      >
        {T.cancel}
      </Button>
    </div>
  )
}

/** Where a comment or a reply is written. What was typed is kept until it is out. */
export function Composer({ lesson, value, onChange, onPublished, answers }: ComposerProps) {
  const publish = usePublish(lesson, onPublished)
  const [wrong, setWrong] = useState<string>()
  const checking = useRef(false)
  async function send(): Promise<void> {
    if (publish.busy || checking.current) return
    checking.current = true
    const problem = await problemWith(TEXT, value.trim())
    checking.current = false
    setWrong(problem)
    if (!problem) publish.send(value.trim(), answers?.id ?? null)
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
      aria-label={answers ? `Responder a ${answers.nombre}` : T.title}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {answers && <Banner {...answers} />}
      <GrowingTextarea
        id={answers ? REPLY_FIELD : COMMENT_FIELD}
        data-answers={answers?.id}
        label={answers ? T.replyLabel : T.label}
        placeholder={answers ? T.replyPlaceholder : T.placeholder}
        minRows={answers ? 2 : 3}
        maxRows={14}
        value={value}
        readOnly={publish.busy}
        error={wrong ?? publish.reason}
        onChange={(event) => {
          TEXT.warm()
          setWrong(undefined)
          onChange(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.send}>
        {length > COUNT_FROM ? (
          <span className={classes.count} data-over={length > MAX_COMMENT || undefined}>
            {length} de {MAX_COMMENT} caracteres
          </span>
        ) : (
          <span className={classes.hint}>{T.hint}</span>
        )}
        <Button type="submit" loading={publish.busy} leftSection={<IconSend size={18} aria-hidden />}>
          {T.publish}
        </Button>
      </div>
    </form>
  )
}
