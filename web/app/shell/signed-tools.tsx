import { IconBell, IconUser } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useCalm } from '../platform/calm'
import { lazily } from '../platform/lazily'
import { QueriesLater } from '../platform/queries-later'
import { type Session, useSession } from '../platform/session'
import { IconButton } from '../ui/light-button'
import classes from './header.module.css'

// Visitors never need them, and a page is readable before they arrive.
const Bell = lazily(() => import('../features/notifications/bell'), BellLink)
const SearchBox = lazily(() => import('../features/search/search-box'), NoSearch)
const UserMenu = lazily(() => import('./user-menu'), ProfileLink)

function NoSearch() {
  return <span className={classes.searchPlace} aria-hidden />
}

const NoUser = () => <span className={classes.user} aria-hidden />

/** What still leads to the student's own page when their menu does not come. */
function ProfileLink() {
  return (
    <Link to="/perfil" className={classes.user} aria-label="Ver Perfil">
      <IconUser size={24} stroke={1.7} />
    </Link>
  )
}

/** The bell's place, and its link while the rest is on its way. */
function BellLink() {
  return (
    <IconButton to="/notificaciones" label="Notificaciones" round>
      <IconBell size={24} stroke={1.7} />
    </IconButton>
  )
}

/** Whose tools are shown: they come when the first screen stands, which is what the student came for. */
function useTools(): Session | null | undefined {
  const calm = useCalm()
  const session = useSession()
  return calm ? session : undefined
}

/** The notifications' bell of whoever is logged in. */
export function BellPlace() {
  const session = useTools()
  if (!session) return <BellLink />
  return (
    <Suspense fallback={<BellLink />}>
      <QueriesLater otherwise={<BellLink />}>
        <Bell {...session} />
      </QueriesLater>
    </Suspense>
  )
}

/** The search box of whoever is logged in; its place is kept until it arrives. */
export function SearchPlace() {
  const session = useTools()
  if (!session) return <NoSearch />
  return (
    <Suspense fallback={<NoSearch />}>
      <QueriesLater otherwise={<NoSearch />}>
        <SearchBox usuario={session.user.id} />
      </QueriesLater>
    </Suspense>
  )
}

/** The student's photo and first name with their menu; its place is kept until it arrives. */
export function UserPlace() {
  const session = useTools()
  if (!session) return <NoUser />
  return (
    <Suspense fallback={<NoUser />}>
      <UserMenu {...session} />
    </Suspense>
  )
}
