import { Skeleton, Stack } from '@mantine/core'
import { Fragment } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { usePresent } from '../platform/present'
import { Queries } from '../platform/queries'
import { loginPath } from '../platform/redirect'
import type { ScreenHandle } from '../platform/screen-handle'
import { useSession } from '../platform/session'
import type { Route } from './+types/guard'
import { ErrorPage } from './error-page'
import classes from './layout.module.css'

/** Nothing of these screens is known without the student's token. */
export const handle: ScreenHandle = { needsScripts: true }

/** Shown before hydration on a slow line only: until then nobody can know whose screen this is. */
function Waiting() {
  return (
    <Stack gap="lg" className={classes.waiting} aria-hidden>
      <Skeleton height={40} width="min(360px, 80%)" />
      <Skeleton height={200} radius="lg" />
      <Skeleton height={120} radius="lg" />
    </Stack>
  )
}

/**
 * The screens behind it need a stored token and a stored user, else login with the whole way back (contract section 3).
 * Cosmetic: the API decides.
 */
export default function Guard() {
  const session = useSession()
  const location = useLocation()
  const shown = usePresent(session ?? undefined)
  if (session === null) return <Navigate to={loginPath(location)} replace />
  // Another person's screen begins anew: nothing that the one before had opened or typed stands in it.
  return (
    <Queries>
      {shown ? (
        <Fragment key={shown.user.id}>
          <Outlet />
        </Fragment>
      ) : (
        <Waiting />
      )}
    </Queries>
  )
}

/** A screen that broke stands inside the shell, with the way out in sight. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
