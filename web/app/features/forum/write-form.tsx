import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { RichEditor } from '../../ui/rich-editor'
import classes from './forum.module.css'
import { T } from './texts'
import type { WriteFormProps } from './writing'

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

/** So long the form may still grow under the hands, in milliseconds: its editor comes after it. */
const GROWS_MS = 1_500

/** Keeps a form in sight, with its button, until its editor is there. */
function useInSight(place: RefObject<HTMLElement | null>, wanted: boolean): void {
  useEffect(() => {
    const form = place.current
    if (!wanted || !form) return
    const observer = new ResizeObserver(() => form.scrollIntoView({ block: 'nearest' }))
    observer.observe(form)
    const timer = setTimeout(() => observer.disconnect(), GROWS_MS)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [place, wanted])
}

/** {@link WriteFormProps}; loaded by `writing.tsx` when somebody is about to write. */
export default function LateWriteForm(props: WriteFormProps) {
  const { value, wrong, busy, onSend, onCancel, autoFocus = true } = props
  const soon = useSoon()
  const place = useRef<HTMLFormElement>(null)
  useInSight(place, soon && autoFocus)
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
