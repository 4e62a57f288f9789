import { ErrorPage } from '../ui/error-page'

/** A real 404. */
export function loader(): never {
  throw new Response(null, { status: 404 })
}

export default function NotFound() {
  return null
}

/** Inside the shell, so that its navigation stays visible. */
export const ErrorBoundary = ErrorPage
