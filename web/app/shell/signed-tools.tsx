import { IconSearch } from '@tabler/icons-react'
import { lazy, useLayoutEffect, useState } from 'react'
import { collectEarlyKeys } from '../lib/early-keys'
import { useSession } from '../lib/session'
import { Boundary, Late } from '../ui/late'
import { BellLink } from './bell-link'
import { CartLink } from './cart-link'
import classes from './header.module.css'
import { UserMenu } from './user-menu'

// Guests never need them.
const Bell = lazy(() => import('../features/notifications/notifications'))
const SearchBox = lazy(() => import('../features/search/search'))

/** As the search box looks, so that nothing moves when it arrives. */
function SearchPlace({ typed = '' }: { typed?: string }) {
  return (
    <span className={classes.searchPlace} aria-hidden>
      <IconSearch size={20} stroke={1.7} />
      <span data-typed={typed || undefined}>{typed || 'Busca cursos, lecciones, foros…'}</span>
    </span>
  )
}

function LoadingSearch() {
  const [typed, setTyped] = useState('')
  useLayoutEffect(() => collectEarlyKeys(setTyped), [])
  return <SearchPlace typed={typed} />
}

/** Search, cart, bell and menu; search and bell load late and arrive together. */
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
      <Late fallback={places} failed={null}>
        <Boundary failed={<SearchPlace />}>
          <SearchBox usuario={session.user.id} />
        </Boundary>
        <CartLink />
        <Boundary failed={<BellLink />}>
          <Bell {...session} />
        </Boundary>
      </Late>
      <UserMenu user={session.user} />
    </>
  )
}
