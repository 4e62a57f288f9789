import { IconMenu2, IconX } from '@tabler/icons-react'
import { type MouseEvent, useRef, useState } from 'react'
import { useBrand } from '../platform/brand'
import { IconButton } from '../ui/light-button'
import classes from './header.module.css'
import navClasses from './nav.module.css'
import { NavList } from './nav-list'

/** The side menu of phones: a drawer behind the three lines. The browser's own dialog keeps the focus and gives it back. */
export function MobileMenu() {
  const brand = useBrand()
  const drawer = useRef<HTMLDialogElement>(null)
  const [wanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    drawer.current?.showModal()
  }
  const close = () => drawer.current?.close()
  // A press beside it is one on the dialog itself, whose inside is covered by its only child.
  const onPress = (event: MouseEvent) => event.target === drawer.current && close()
  return (
    <>
      <IconButton className={classes.burger} label="Abrir menú" aria-haspopup="dialog" onClick={open}>
        <IconMenu2 size={24} stroke={1.7} />
      </IconButton>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it */}
      <dialog ref={drawer} className={navClasses.drawer} aria-label={brand.nombre} onClick={onPress}>
        <div className={navClasses.inside}>
          <div className={navClasses.head}>
            <strong>{brand.nombre}</strong>
            <IconButton label="Cerrar menú" onClick={close}>
              <IconX size={22} stroke={1.7} />
            </IconButton>
          </div>
          <nav aria-label="Menú principal">{wanted && <NavList onNavigate={close} />}</nav>
        </div>
      </dialog>
    </>
  )
}
