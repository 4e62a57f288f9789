import type { Icon } from '@tabler/icons-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Link, type WayLinkProps } from '../lib/way'
import classes from './menu.module.css'

const PLACES_ITSELF = typeof CSS !== 'undefined' && CSS.supports('position-area', 'bottom')

/** Above and below it (menu.module.css). */
const GAP = 12

/** Below its button, or above it where there is no room. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const height = menu.offsetHeight + 2 * GAP
  const left = Math.max(0, Math.min(at.right, window.innerWidth) - menu.offsetWidth)
  const top = at.bottom + height < window.innerHeight ? at.bottom : Math.max(0, at.top - height)
  menu.style.marginInline = '0'
  menu.style.inset = `${top}px auto auto ${left}px`
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')]

/** Escape too: in a dialog the browser leaves it to what is open inside (layer.tsx). */
function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: menu } = event
  if (key === 'Tab' || key === 'Escape') menu.hidePopover()
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const items = itemsOf(menu)
  const at = items.findIndex((item) => item.matches(':focus'))
  const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key]
  const next =
    step === undefined
      ? [...items.slice(at + 1), ...items].find(({ textContent }) =>
          textContent.toLowerCase().startsWith(key.toLowerCase()),
        )
      : items.at(step % items.length)
  if (!next) return
  event.preventDefault()
  next.focus()
}

type MenuProps = {
  /** Draws the button that opens it, with the props it is given. */
  button: (props: ComponentProps<'button'>) => ReactElement
  width: number
  /** As soon as it is mounted. */
  opens?: boolean
  children: ReactNode
}

export type MenuButton = MenuProps['button']

/** Its items are drawn while it is open. */
export function Menu({ button, width, opens = false, children }: MenuProps) {
  const id = useId()
  const buttonId = `${id}-button`
  const [open, setOpen] = useState(opens)
  useEffect(() => {
    if (opens && !document.getElementById(id)?.matches(':popover-open')) document.getElementById(buttonId)?.click()
  }, [opens, id, buttonId])
  return (
    <>
      {button({ id: buttonId, popoverTarget: id, 'aria-haspopup': 'menu' })}
      <div
        id={id}
        popover="auto"
        role="menu"
        aria-labelledby={buttonId}
        className={classes.menu}
        style={{ width }}
        onBeforeToggle={({ newState, currentTarget: menu }) => {
          if (newState === 'closed') return
          if (!open) flushSync(() => setOpen(true))
          // Safari does not focus what is pressed, and the focus returns to where it was.
          document.getElementById(buttonId)?.focus()
          itemsOf(menu)[0]?.setAttribute('autofocus', '')
        }}
        onToggle={({ newState, currentTarget: menu }) => {
          const opener = document.getElementById(buttonId)
          if (newState === 'closed') setOpen(false)
          else if (opener && !PLACES_ITSELF) place(menu, opener)
        }}
        onKeyDown={onKeyDown}
        // Before the item acts, so that the focus is on the button when a dialog opens.
        onClickCapture={({ target, currentTarget: menu }) => {
          if (target instanceof Element && target.closest('[role^="menuitem"]:not([data-stays])')) menu.hidePopover()
        }}
      >
        {open && children}
      </div>
    </>
  )
}

type Face = { icon: Icon; children: ReactNode }

const face = ({ icon: Drawing, children }: Face) => (
  <>
    <Drawing size={18} aria-hidden />
    {children}
  </>
)

export function MenuItem({ icon, children, ...props }: ComponentProps<'button'> & Face) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} {...props} className={classes.item}>
      {face({ icon, children })}
    </button>
  )
}

/** Its icon shows while it is chosen. */
export function MenuChoice({ chosen, ...props }: ComponentProps<typeof MenuItem> & { chosen: boolean }) {
  return <MenuItem role="menuitemradio" aria-checked={chosen} {...props} />
}

export function MenuLink({ icon, children, ...props }: WayLinkProps & Face) {
  return (
    <Link role="menuitem" tabIndex={-1} {...props} className={classes.item}>
      {face({ icon, children })}
    </Link>
  )
}

/** Between two lines. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu holds no form
    <div role="group" aria-label={label} className={classes.group}>
      <p aria-hidden>{label}</p>
      {children}
    </div>
  )
}
