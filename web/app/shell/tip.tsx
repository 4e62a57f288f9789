import { type SyntheticEvent, useRef } from 'react'
import classes from './nav.module.css'

/** How long a pointer rests on an entry before its name is shown, in milliseconds. */
const REST_MS = 300
const GAP = 10

/**
 * Shows the name of a minimised entry (`data-tip`) beside it, for a pointer that rests on it or the keyboard's focus.
 * One for the whole menu, above everything; screen readers have the entry's own name.
 */
export function useTip(wanted: boolean) {
  const tip = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    tip.current?.hidePopover()
  }
  const show = (entry: HTMLElement) => {
    const box = tip.current
    if (!box?.isConnected) return
    box.textContent = entry.dataset.tip ?? ''
    box.showPopover()
    const at = entry.getBoundingClientRect()
    box.style.left = `${at.right + GAP}px`
    box.style.top = `${at.top + (at.height - box.offsetHeight) / 2}px`
  }
  const on = ({ target, type }: SyntheticEvent) => {
    hide()
    const entry = target instanceof Element && target.closest<HTMLElement>('[data-tip]')
    if (!wanted || !entry) return
    const isAsked = type !== 'focus' || entry.matches(':focus-visible')
    if (isAsked) timer.current = setTimeout(show, REST_MS, entry)
  }
  const place = <div ref={tip} popover="manual" className={classes.tip} aria-hidden="true" />
  return { place, handlers: { onMouseOver: on, onFocus: on, onMouseLeave: hide, onBlur: hide, onClick: hide } }
}
