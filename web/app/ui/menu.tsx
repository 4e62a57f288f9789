import type { Icon } from '@tabler/icons-react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { Link, type WayLinkProps } from '../lib/way'
import classes from './menu.module.css'
import { Popover } from './popover'

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

type MenuProps = Pick<ComponentProps<typeof Popover>, 'button' | 'opens' | 'children'> & { width: number }

export type MenuButton = MenuProps['button']

export function Menu({ width, ...props }: MenuProps) {
  return <Popover {...props} role="menu" className={classes.menu} style={{ width }} onKeyDown={onKeyDown} />
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

/** To another site. */
export function MenuAnchor({ icon, children, ...props }: ComponentProps<'a'> & Face) {
  return (
    <a role="menuitem" tabIndex={-1} {...props} className={classes.item}>
      {face({ icon, children })}
    </a>
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
