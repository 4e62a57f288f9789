import { type ComponentProps, type ReactElement, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import classes from './popover.module.css'

const PLACES_ITSELF = typeof CSS !== 'undefined' && CSS.supports('position-area', 'bottom')

/** Above and below it (popover.module.css). */
const GAP = 12

/** Below its button, or above it where there is no room. */
function place(popover: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const height = popover.offsetHeight + 2 * GAP
  const left = Math.max(0, Math.min(at.right, window.innerWidth) - popover.offsetWidth)
  const top = at.bottom + height < window.innerHeight ? at.bottom : Math.max(0, at.top - height)
  popover.style.marginInline = '0'
  popover.style.inset = `${top}px auto auto ${left}px`
}

type PopoverProps = ComponentProps<'div'> & {
  role: 'menu' | 'dialog'
  /** Draws the button that opens it, with the props it is given. */
  button: (props: ComponentProps<'button'>) => ReactElement
  /** As soon as it is mounted. */
  opens?: boolean
}

/** What is in it is drawn while it is open; a link or an item closes it, and so does leaving it. */
export function Popover({ role, button, opens = false, className, children, ...props }: PopoverProps) {
  const id = useId()
  const buttonId = `${id}-button`
  const [open, setOpen] = useState(opens)
  useEffect(() => {
    if (opens && !document.getElementById(id)?.matches(':popover-open')) document.getElementById(buttonId)?.click()
  }, [opens, id, buttonId])
  return (
    <>
      {button({ id: buttonId, popoverTarget: id, 'aria-haspopup': role })}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its role is among its props */}
      <div
        {...props}
        {...{ role, 'aria-labelledby': buttonId }}
        id={id}
        popover="auto"
        className={className ? `${classes.popover} ${className}` : classes.popover}
        onBeforeToggle={({ newState, currentTarget }) => {
          if (newState === 'closed') return
          if (!open) flushSync(() => setOpen(true))
          // Safari does not focus what is pressed, and the focus returns to where it was.
          document.getElementById(buttonId)?.focus()
          currentTarget.querySelector('a, button')?.setAttribute('autofocus', '')
        }}
        onToggle={({ newState, currentTarget }) => {
          const opener = document.getElementById(buttonId)
          if (newState === 'closed') setOpen(false)
          else if (opener && !PLACES_ITSELF) place(currentTarget, opener)
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (!relatedTarget || relatedTarget.id === buttonId || currentTarget.contains(relatedTarget)) return
          currentTarget.hidePopover()
        }}
        // Before the item acts, so that the focus is on the button when a dialog opens.
        onClickCapture={({ target, currentTarget }) => {
          if (target instanceof Element && target.closest('a, [role^="menuitem"]:not([data-stays])'))
            currentTarget.hidePopover()
        }}
      >
        {open && children}
      </div>
    </>
  )
}
