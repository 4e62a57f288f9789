import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useSession } from '../platform/session'
import classes from './header.module.css'

// Visitors never need it, and a page is readable before it arrives, also when it never does (no network, a new release).
const Bell = lazy(() => import('../features/notifications/bell').catch(() => ({ default: BellLink })))
const SearchBox = lazy(() => import('../features/search/search-box').catch(() => ({ default: NoSearch })))

const NoSearch = () => <span className={classes.searchPlace} aria-hidden />

/** The bell's place, and its link while the rest is on its way. */
function BellLink() {
  return (
    <ActionIcon
      component={Link}
      to="/notificaciones"
      size={44}
      radius="xl"
      variant="subtle"
      color="gray"
      aria-label="Notificaciones"
    >
      <IconBell size={24} stroke={1.7} />
    </ActionIcon>
  )
}

/** The notifications' bell of whoever is logged in. */
export function BellPlace() {
  const session = useSession()
  if (!session) return <BellLink />
  return (
    <Suspense fallback={<BellLink />}>
      <Bell {...session} />
    </Suspense>
  )
}

/** The search box of whoever is logged in; its place is kept until it arrives. */
export function SearchPlace() {
  const session = useSession()
  if (!session) return <NoSearch />
  return (
    <Suspense fallback={<NoSearch />}>
      <SearchBox usuario={session.user.id} />
    </Suspense>
  )
}
