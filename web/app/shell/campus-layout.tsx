import { useIsFetching } from '@tanstack/react-query'
import { lazy } from 'react'
import { Outlet } from 'react-router'
import { whenOnline } from '../lib/network'
import { Queries } from '../lib/queries'
import { ErrorPage } from '../ui/error-page'
import { Late } from '../ui/late'
import { ProgressLine } from './progress-line'

const Notifications = lazy(() => whenOnline().then(() => import('../ui/notifications')))

/** The progress line of first loads. */
function FirstLoads() {
  return <ProgressLine waiting={useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0} />
}

/** Around the screens of the campus: their cache and their toasts. */
export default function CampusLayout() {
  return (
    <>
      <Queries>
        <FirstLoads />
        <Outlet />
      </Queries>
      <Late failed={null}>
        <Notifications />
      </Late>
    </>
  )
}

/** Inside the shell, so that its navigation stays visible. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return <ErrorPage error={error} />
}
