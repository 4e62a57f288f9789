import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type SyntheticEvent,
  use,
  useLayoutEffect,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { raiseToasts } from '../lib/toasts'
import classes from './layer.module.css'

/** What took its focus from a menu may have outlived it: then the menu's button. */
function placeOf(opener: Element | null): Element | null {
  if (opener?.isConnected) return opener
  const button = opener?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : null
}

const isOwn = ({ target, currentTarget }: SyntheticEvent) => target === currentTarget

/** A menu or a list that is open in it is closed first. */
function keepForMenus(event: KeyboardEvent) {
  const { key, target } = event
  if (key === 'Escape' && target instanceof Element && target.closest('[data-mantine-stop-propagation], [role="menu"]'))
    event.preventDefault()
}

/** Makes a `<dialog>` modal as long as it is drawn; Escape and the phone's back button ask `onClose`. */
export function useLayer(onClose: () => void) {
  const [dialog, ref] = useState<HTMLDialogElement | null>(null)
  useLayoutEffect(() => {
    if (!dialog) return
    const opener = document.activeElement
    // The server may have drawn it open, which is not modal.
    dialog.removeAttribute('open')
    const page = document.documentElement
    // The page keeps its width when its scroll bar goes.
    if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = 'stable'
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    raiseToasts()
    return () => {
      dialog.close()
      raiseToasts()
      const place = placeOf(opener)
      if (document.activeElement === document.body && place instanceof HTMLElement) place.focus({ preventScroll: true })
    }
  }, [dialog])
  const props = {
    ref,
    onKeyDownCapture: keepForMenus,
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      // A file field inside it has this event too.
      if (!isOwn(event)) return
      event.preventDefault()
      onClose()
    },
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (!isOwn(event) || event.currentTarget.open) return
      // Browsers close it without `cancel` when Escape is pressed again and again.
      event.currentTarget.showModal()
      onClose()
    },
  }
  return { dialog, props }
}

const LayerElement = createContext<HTMLElement | undefined>(undefined)

/** The dialog around a part, for what is drawn outside of its place. */
export const useLayerElement = () => use(LayerElement)

type LayerProps = Pick<ComponentProps<'dialog'>, 'className' | 'closedby' | 'onInput' | 'children'> & {
  label: string
  look?: string
  onClose: () => void
}

/** A dialog without a look. */
export function Layer({ label, look, className, onClose, children, ...rest }: LayerProps) {
  const { dialog, props } = useLayer(onClose)
  return createPortal(
    <dialog
      aria-label={label}
      data-look={look}
      closedby="any"
      {...rest}
      {...props}
      className={`${classes.layer} ${className}`}
    >
      <LayerElement value={dialog ?? undefined}>{children}</LayerElement>
    </dialog>,
    document.body,
  )
}
