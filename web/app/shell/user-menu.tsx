import { IconChevronDown } from '@tabler/icons-react'
import { lazy } from 'react'
import type { Session } from '../lib/session'
import { Avatar } from '../ui/avatar'
import { LateMenu } from '../ui/late-menu'
import type { MenuButton } from '../ui/menu'
import classes from './header.module.css'

const loadItems = () => import('./user-menu-items')
const Items = lazy(loadItems)

export function UserMenu({ user }: Pick<Session, 'user'>) {
  const name = user.nombres.split(' ')[0] ?? user.nombres
  const button: MenuButton = (props) => (
    <button type="button" className={classes.user} {...props}>
      <span className="visually-hidden">{`Menú de ${name}`}</span>
      <Avatar nombres={user.nombres} apellidos={user.apellidos} imagen={user.foto_perfil} size={36} />
      <span className={classes.userName} aria-hidden>
        {name}
      </span>
      <IconChevronDown size={16} className={classes.userChevron} />
    </button>
  )
  return (
    <LateMenu button={button} load={loadItems}>
      <Items user={user} button={button} />
    </LateMenu>
  )
}
