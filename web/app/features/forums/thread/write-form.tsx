import { IconAlertCircle, IconArrowBackUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { RichEditor } from '../editor/rich-editor'
import classes from './forum.module.css'
import { permalinkOf } from './post-address'
import { TEXTS } from './texts'
import type { ReplyForm } from './use-reply'
import type { ValidationError } from './validation'

type WriteFormProps = {
  name: string
  label: string
  value: string
  onChange: (html: string) => void
  idForo: number
  error: ValidationError | null
  busy: boolean
  send: string
  onSend: () => void
  onCancel?: (() => void) | undefined
  autoFocus?: boolean
  children?: ReactNode
}

/** True after the first paint: the editor is heavy, and the press must show at once. */
function useHasPainted(): boolean {
  const [hasPainted, setHasPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setHasPainted(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return hasPainted
}

/** How long the form may still grow while its editor loads. */
const GROWS_MS = 1_500

/** Keeps the form and its button in view while its editor loads. */
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

export function WriteForm(props: WriteFormProps) {
  const { value, error, busy, onSend, onCancel, autoFocus = true } = props
  const hasPainted = useHasPainted()
  const place = useRef<HTMLFormElement>(null)
  useInSight(place, hasPainted && autoFocus)
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // Before the editor, which would insert a line.
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
      {/* The text must not change while it is being sent. */}
      <div inert={busy} className={classes.editor}>
        {hasPainted && (
          <RichEditor
            label={props.label}
            placeholder={TEXTS.placeholder}
            value={value}
            idForo={props.idForo}
            error={error !== null}
            autoFocus={autoFocus}
            onChange={props.onChange}
          />
        )}
      </div>
      {error && (
        <Alert role="alert" color="red" title={error.title} icon={<IconAlertCircle aria-hidden />}>
          {error.text}
        </Alert>
      )}
      <div className={classes.buttons}>
        <span className={classes.hint}>{TEXTS.hint}</span>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {TEXTS.cancel}
          </Button>
        )}
        <Button type="submit" loading={busy}>
          {props.send}
        </Button>
      </div>
    </form>
  )
}

/** Who is being answered, and how to cancel it. */
function Banner({ form, elsewhere }: { form: ReplyForm; elsewhere: boolean }) {
  const { to, forum, cancel } = form
  if (!to) return null
  return (
    <div className={classes.banner}>
      <IconArrowBackUp size={18} aria-hidden />
      <span>
        {TEXTS.answering} <strong>{to.nombre}</strong>
      </span>
      {elsewhere && (
        <Link to={permalinkOf(forum, to.id)} className={classes.see}>
          {TEXTS.see}
        </Link>
      )}
      <Button variant="subtle" size="compact" leftSection={<IconX size={16} aria-hidden />} onClick={cancel}>
        {TEXTS.cancel}
      </Button>
    </div>
  )
}

/** The answer of a page. */
export function Composer({ form, elsewhere = false }: { form: ReplyForm; elsewhere?: boolean }) {
  return (
    <WriteForm
      name={form.to ? `Responder a ${form.to.nombre}` : TEXTS.open}
      label={TEXTS.label}
      value={form.html}
      onChange={form.change}
      idForo={form.forum}
      error={form.error}
      busy={form.busy}
      send={TEXTS.send}
      onSend={form.send}
      onCancel={!form.to && form.html === '' ? form.cancel : undefined}
      autoFocus={form.autoFocus}
    >
      <Banner form={form} elsewhere={elsewhere} />
    </WriteForm>
  )
}
