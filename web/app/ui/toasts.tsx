import { IconAlertCircle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { hideToast, raiseToasts, type ShownToast, toasts } from '../lib/toasts'
import { Button } from './button'
import { IconButton } from './icon-button'
import classes from './toasts.module.css'

const SHOWN_MS = 4000
/** Long enough to read it and to reach the button. */
const LONG_MS = 8000

const ICONS = { teal: IconCheck, red: IconAlertCircle, yellow: IconAlertCircle, gray: IconInfoCircle }

function Item({ held, ...toast }: ShownToast & { held: boolean }) {
  const { id, color = 'teal', title, message, action, icon, stays } = toast
  const Icon = ICONS[color]
  const long = title !== undefined || action !== undefined
  useEffect(() => {
    if (held || stays) return
    const timer = setTimeout(hideToast, long ? LONG_MS : SHOWN_MS, id)
    return () => clearTimeout(timer)
  }, [held, stays, long, id])
  const act = () => {
    hideToast(id)
    action?.onClick()
  }
  return (
    <div className={classes.toast} data-color={color} role={color === 'red' ? 'alert' : 'status'}>
      <span className={classes.icon}>{icon ?? <Icon size={18} aria-hidden />}</span>
      <div className={classes.text}>
        {title && <p className={classes.title}>{title}</p>}
        <div>{message}</div>
      </div>
      {action && (
        <Button variant="subtle" size="sm" className={classes.action} onClick={act}>
          {action.text}
        </Button>
      )}
      <IconButton aria-label="Cerrar aviso" className={classes.close} onClick={() => hideToast(id)}>
        <IconX size={18} aria-hidden />
      </IconButton>
    </div>
  )
}

const isBeside = (list: Element, place: EventTarget | null): place is HTMLElement =>
  place instanceof HTMLElement && !list.contains(place)

function List() {
  const shown = useSyncExternalStore(toasts.watch, toasts.now, toasts.now)
  const [held, setHeld] = useState(false)
  const from = useRef<HTMLElement>(null)
  // A button that had the focus may be gone with its note.
  useLayoutEffect(() => {
    const lost = from.current !== null && document.activeElement === document.body
    if (lost) from.current?.focus({ preventScroll: true })
    if (lost || shown.length === 0) setHeld(false)
  }, [shown])
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    setHeld(true)
    if (isBeside(currentTarget, relatedTarget)) from.current = relatedTarget
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    setHeld(false)
    if (isBeside(currentTarget, relatedTarget)) from.current = null
  }
  if (shown.length === 0) return null
  return (
    <section
      aria-label="Avisos"
      className={classes.list}
      onFocus={onFocus}
      onBlur={onBlur}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {shown.map(({ key, ...toast }) => (
        <Item key={key} {...toast} held={held} />
      ))}
    </section>
  )
}

/** The notes of `lib/toasts.ts`, in a place of their own that an open dialog takes into it. */
export default function Toasts() {
  const [region, setRegion] = useState<HTMLElement>()
  useLayoutEffect(() => {
    const made = document.createElement('div')
    made.dataset.toasts = ''
    document.body.append(made)
    raiseToasts()
    setRegion(made)
    return () => made.remove()
  }, [])
  return region && createPortal(<List />, region)
}
