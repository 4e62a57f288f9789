import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import classes from './dropdown.module.css'

type Side = 'below' | 'beside'

/** How far it stands from its button, and from the window's edge, in pixels. */
const GAP = 12
const EDGE = 8

/** Below its button with their right edges in line, or beside it with their tops in line; always inside the window. */
function place({ style }: HTMLElement, button: HTMLElement, side: Side, width: number): void {
  const at = button.getBoundingClientRect()
  const { clientWidth } = document.documentElement
  const left = side === 'below' ? at.right - width : at.right + 2 * GAP
  const top = side === 'below' ? at.bottom + GAP : at.top
  style.left = `${Math.max(EDGE, Math.min(left, clientWidth - width - EDGE))}px`
  style.top = `${top}px`
  style.maxHeight = `calc(100dvh - ${top + EDGE}px)`
}

const ITEMS = '[role="menuitem"], [role="menuitemradio"]'
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at < last ? at + 1 : 0),
  ArrowUp: (at, last) => (at > 0 ? at - 1 : last),
  Home: () => 0,
  End: (_, last) => last,
}

/** The keys of a menu (WAI-ARIA): arrows go round, Home and End to its ends, Tab leaves it. */
function onMenuKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  const items: Element[] = [...event.currentTarget.querySelectorAll(ITEMS)]
  const focused = document.activeElement ? items.indexOf(document.activeElement) : -1
  const next = items[step(focused, items.length - 1)]
  if (next instanceof HTMLElement) next.focus()
}

/** What the button that opens it takes. */
export type DropdownButton = {
  ref: Ref<HTMLButtonElement>
  popoverTarget: string
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
}

type DropdownProps = {
  /** A menu holds menu items; anything else is a small dialog. */
  role: 'menu' | 'dialog'
  label: string
  /** In pixels; never wider than the window. */
  width: number
  side?: Side
  className?: string
  button: (button: DropdownButton) => ReactNode
  children: (panel: { opened: boolean; close: () => void }) => ReactNode
}

/**
 * What opens at a button: the browser's own popover, which closes by itself with Esc or a press outside, stands above
 * everything and gives the focus back. Only its place and the keys of a menu are ours.
 */
export function Dropdown({ role, label, width, side = 'below', className, button, children }: DropdownProps) {
  const id = useId()
  const target = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(false)
  const spoken = { role, 'aria-label': label, onKeyDown: role === 'menu' ? onMenuKey : undefined }
  const close = () => panel.current?.hidePopover()
  const open = () => {
    setOpened(true)
    if (panel.current && target.current) place(panel.current, target.current, side, width)
  }
  // The browser opens it by itself: somebody may have pressed before the page's scripts came.
  const openAlready = useEffectEvent(() => panel.current?.matches(':popover-open') && open())
  useEffect(() => void openAlready(), [])
  return (
    <>
      {button({ ref: target, popoverTarget: id, 'aria-haspopup': role, 'aria-expanded': opened })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        {...spoken}
        className={`${classes.panel} ${className ?? ''}`}
        style={{ width }}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') open()
          else setOpened(false)
        }}
        onToggle={({ newState }) => {
          if (newState === 'open')
            panel.current?.querySelector<HTMLElement>(role === 'menu' ? ITEMS : 'a, button')?.focus()
        }}
      >
        {children({ opened, close })}
      </div>
    </>
  )
}
