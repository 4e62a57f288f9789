import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'
import { Late } from './late'

/** Draws the button that opens the menu, with the props it is given. */
export type MenuButton = (props: ComponentProps<'button'>) => ReactElement

type LateMenuProps = {
  button: MenuButton
  /** Imports the menu; called as soon as someone points at the button. */
  load: () => Promise<unknown>
  popup?: 'menu' | 'dialog'
  /** A `Menu` that `opens`, in a lazy component, or a panel that does the same. */
  children: ReactNode
}

/** A menu whose code is loaded with the first press: a screen may show many, of which few are opened. */
export function LateMenu({ button, load, popup = 'menu', children }: LateMenuProps) {
  const [wanted, setWanted] = useState(false)
  // A failed import is shown by `Late`.
  const preload = () => void load().catch(() => undefined)
  const closed = button({
    'aria-haspopup': popup,
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setWanted(true),
  })
  return wanted ? <Late fallback={closed}>{children}</Late> : closed
}
