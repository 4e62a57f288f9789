import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { ApiError, OfflineError } from '../../platform/errors'
import { RichEditor, warmRichEditor } from '../../ui/rich-editor'
import { isBlank } from './draft'
import classes from './forum.module.css'
import { T } from './texts'

/** What is wrong with a text, with its title. */
export type Wrong = { title: string; text: string }

/** Fetches what is needed to write before it is asked for. */
export const warmWriting = warmRichEditor

/** What a text lacks, or null (storefront.md section 5). */
export const wrongOf = (html: string, empty: string): Wrong | null =>
  isBlank(html) ? { title: T.required, text: empty } : null

/** Why a text was not taken: what the server says of it, else the catalogue's words with the reason (section 8). */
export function refusedOf(error: unknown, title: string): Wrong {
  if (error instanceof OfflineError) return { title, text: `${error.message} ${T.kept}` }
  const field = error instanceof ApiError ? error.errors.contenido?.[0] : undefined
  if (field) return { title: T.required, text: field }
  if (error instanceof ApiError && error.told && error.status < 500) return { title, text: error.message }
  return { title, text: T.kept }
}

/** True a moment after the first drawing: the editor is heavy, and what was pressed must be seen to work at once. */
function useSoon(): boolean {
  const [soon, setSoon] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setSoon(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return soon
}

type WriteFormProps = {
  /** What the form is for, to screen readers. */
  name: string
  label: string
  value: string
  onChange: (html: string) => void
  idForo: number
  wrong: Wrong | null
  busy: boolean
  send: string
  onSend: () => void
  onCancel?: (() => void) | undefined
  autoFocus?: boolean
  children?: ReactNode
}

/** Where a text is written and sent. */
export function WriteForm(props: WriteFormProps) {
  const { value, wrong, busy, onSend, onCancel, autoFocus = true } = props
  const soon = useSoon()
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (soon && autoFocus) place.current?.scrollIntoView({ block: 'nearest' })
  }, [soon, autoFocus])
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // Before the editor hears of it, which would begin a new line.
    event.preventDefault()
    event.stopPropagation()
    if (!busy) onSend()
  }
  return (
    <form
      ref={place}
      className={classes.write}
      aria-label={props.name}
      noValidate
      onKeyDownCapture={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSend()
      }}
    >
      {props.children}
      {/* What is on its way does not change under the hands. */}
      <div inert={busy} className={classes.editor}>
        {soon && (
          <RichEditor
            label={props.label}
            placeholder={T.placeholder}
            value={value}
            idForo={props.idForo}
            error={wrong !== null}
            autoFocus={autoFocus}
            onChange={props.onChange}
          />
        )}
      </div>
      {wrong && (
        <Alert role="alert" color="red" title={wrong.title} icon={<IconAlertCircle aria-hidden />}>
          {wrong.text}
        </Alert>
      )}
      <div className={classes.buttons}>
        <span className={classes.hint}>{T.hint}</span>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {T.cancel}
          </Button>
        )}
        <Button type="submit" loading={busy}>
          {props.send}
        </Button>
      </div>
    </form>
  )
}
