import { IconChevronDown } from '@tabler/icons-react'
import { lazy, useLayoutEffect, useState } from 'react'
import { collectEarlyKeys } from '../lib/early-keys'
import { type Session, useSession } from '../lib/session'
import { Avatar } from '../ui/avatar'
import { Late } from '../ui/late'
import { LateMenu } from '../ui/late-menu'
import type { MenuButton } from '../ui/menu'
import classes from './header.module.css'
import { BellLink, CartLink, SearchPlace } from './tools'

// Guests never need them.
const SignedParts = lazy(() => import('./signed-parts'))

function LoadingSearch() {
  const [typed, setTyped] = useState('')
  useLayoutEffect(() => collectEarlyKeys(setTyped), [])
  return <SearchPlace typed={typed} />
}

const loadItems = () => import('./user-menu-items')
const Items = lazy(loadItems)

function UserMenu({ user }: Pick<Session, 'user'>) {
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

export function SignedTools() {
  const session = useSession()
  const places = (
    <>
      {session ? <LoadingSearch /> : <SearchPlace />}
      <CartLink />
      <BellLink />
    </>
  )
  if (!session)
    return (
      <>
        {places}
        <span className={classes.user} aria-hidden />
      </>
    )
  return (
    <>
      <Late fallback={places} failed={places}>
        <SignedParts {...session} />
      </Late>
      <UserMenu user={session.user} />
    </>
  )
}
