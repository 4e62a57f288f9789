import '../lib/campus-font.css'
import { useIsFetching } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { Queries } from '../lib/queries'
import { ErrorPage } from '../ui/error-page'
import Toasts from '../ui/toasts'
import { ProgressLine } from './progress-line'

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
      <Toasts />
    </>
  )
}

/** Inside the shell, so that its navigation stays visible. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return <ErrorPage error={error} />
}
