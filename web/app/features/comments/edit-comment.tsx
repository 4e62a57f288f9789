import type { Reply } from '@campus/contract/comments'
import { EMPTY_COMMENT_TEXT, MAX_COMMENT } from '@campus/contract/rules'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { GrowingTextarea } from '../../ui/growing-textarea'
import classes from './comments.module.css'
import { T } from './texts'
import { useEdit } from './use-comments'

const problemOf = (text: string): string | undefined => {
  if (text === '') return EMPTY_COMMENT_TEXT
  return text.length > MAX_COMMENT ? `El comentario puede tener hasta ${MAX_COMMENT} caracteres.` : undefined
}

/** Where one's own comment is changed, in its own place. */
export function EditComment({ comment, onClose }: { comment: Reply; onClose: () => void }) {
  const [text, setText] = useState(comment.comentario)
  const [wrong, setWrong] = useState<string>()
  const edit = useEdit(comment, onClose)
  function save(): void {
    const problem = problemOf(text.trim())
    setWrong(problem)
    if (!problem && !edit.busy) edit.send(text.trim())
  }
  return (
    <form
      className={classes.composer}
      aria-label={T.editLabel}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <GrowingTextarea
        label={T.editLabel}
        minRows={2}
        maxRows={14}
        value={text}
        readOnly={edit.busy}
        autoFocus
        error={wrong ?? edit.reason}
        onChange={(event) => {
          setWrong(undefined)
          setText(event.currentTarget.value)
        }}
      />
      <div className={classes.send}>
        <Button variant="default" onClick={onClose}>
          {T.cancel}
        </Button>
        <Button type="submit" loading={edit.busy}>
          {T.save}
        </Button>
      </div>
    </form>
  )
}
