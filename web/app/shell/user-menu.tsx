import { IconCheck, IconChevronDown, IconLogout, IconReceipt, IconUser, IconWand } from '@tabler/icons-react'
import { Link } from 'react-router'
import { chooseScheme, useScheme } from '../platform/color-scheme'
import type { Session } from '../platform/session'
import { Face } from '../ui/author'
import { Dropdown, type DropdownButton } from '../ui/dropdown'
import items from '../ui/dropdown.module.css'
import classes from './header.module.css'
import { logout } from './logout'

const SCHEMES = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
  { value: 'auto', label: 'Como el sistema' },
] as const

function SchemeItems() {
  const chosen = useScheme()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu holds groups, not fieldsets
    <div role="group" aria-label="Apariencia">
      <div className={items.heading} aria-hidden="true">
        Apariencia
      </div>
      {SCHEMES.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          role="menuitemradio"
          aria-checked={chosen === value}
          className={items.item}
          onClick={() => chooseScheme(value)}
        >
          <IconCheck size={18} visibility={chosen === value ? undefined : 'hidden'} />
          {label}
        </button>
      ))}
    </div>
  )
}

function Opener({ user, button }: { user: Session['user']; button: DropdownButton }) {
  const name = user.nombres.split(' ')[0] ?? user.nombres
  return (
    <button {...button} type="button" className={classes.user}>
      <span className="visually-hidden">{`Menú de ${name}`}</span>
      <Face nombre={`${name} ${user.apellidos}`} imagen={user.foto_perfil} size={36} />
      <span className={classes.userName} aria-hidden>
        {name}
      </span>
      <IconChevronDown size={16} className={classes.userChevron} />
    </button>
  )
}

/** The student's photo and first name with their menu: profile, appearance, the way out. */
export default function UserMenu({ user }: Session) {
  return (
    <Dropdown role="menu" label="Mi cuenta" width={232} button={(button) => <Opener user={user} button={button} />}>
      {({ close }) => (
        <>
          <Link to="/perfil" role="menuitem" className={items.item} onClick={close}>
            <IconUser size={18} />
            Ver Perfil
          </Link>
          <Link to="/compras" role="menuitem" className={items.item} onClick={close}>
            <IconReceipt size={18} />
            Mis compras
          </Link>
          <Link to="/prompt" role="menuitem" className={items.item} onClick={close}>
            <IconWand size={18} />
            Generador de prompts
          </Link>
          <hr className={items.rule} />
          <SchemeItems />
          <hr className={items.rule} />
          <button type="button" role="menuitem" className={items.item} onClick={logout}>
            <IconLogout size={18} />
            Cerrar Sesión
          </button>
        </>
      )}
    </Dropdown>
  )
}
