import type { Route } from './+types/not-found'
import { ErrorPage } from './error-page'

/** Every unknown path: a real 404. */
export function loader(): never {
  throw new Response(null, { status: 404 })
}

export default function NotFound() {
  return null
}

/** Inside the shell, so that the way on is in sight. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
