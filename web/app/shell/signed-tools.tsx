import { lazy, useLayoutEffect, useState } from 'react'
import { collectEarlyKeys } from '../lib/early-keys'
import { useSession } from '../lib/session'
import { Late } from '../ui/late'
import { BellLink } from './bell-link'
import { CartLink } from './cart-link'
import classes from './header.module.css'
import { SearchPlace } from './search-place'
import { UserMenu } from './user-menu'

// Guests never need them.
const SignedParts = lazy(() => import('./signed-parts'))

function LoadingSearch() {
  const [typed, setTyped] = useState('')
  useLayoutEffect(() => collectEarlyKeys(setTyped), [])
  return <SearchPlace typed={typed} />
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
