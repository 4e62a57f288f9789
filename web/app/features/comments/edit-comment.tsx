import type { Reply } from '@campus/contract/comments'
import { EMPTY_COMMENT_TEXT, MAX_COMMENT } from '@campus/contract/rules'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { GrowingTextarea } from '../../ui/growing-textarea'
import classes from './comments.module.css'
import { TEXTS } from './texts'
import { useEdit } from './use-comments'

const problemOf = (text: string): string | undefined => {
  if (text === '') return EMPTY_COMMENT_TEXT
  return text.length > MAX_COMMENT ? `El comentario puede tener hasta ${MAX_COMMENT} caracteres.` : undefined
}

export function EditComment({ comment, onClose }: { comment: Reply; onClose: () => void }) {
  const [text, setText] = useState(comment.comentario)
  const [error, setError] = useState<string>()
  const edit = useEdit(comment, onClose)
  function save(): void {
    const problem = problemOf(text.trim())
    setError(problem)
    if (!problem && !edit.busy) edit.send(text.trim())
  }
  return (
    <form
      className={classes.composer}
      aria-label={TEXTS.editLabel}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <GrowingTextarea
        label={TEXTS.editLabel}
        minRows={2}
        maxRows={14}
        value={text}
        readOnly={edit.busy}
        autoFocus
        error={error ?? edit.reason}
        onChange={(event) => {
          setError(undefined)
          setText(event.currentTarget.value)
        }}
      />
      <div className={classes.send}>
        <Button variant="default" onClick={onClose}>
          {TEXTS.cancel}
        </Button>
        <Button type="submit" loading={edit.busy}>
          {TEXTS.save}
        </Button>
      </div>
    </form>
  )
}
