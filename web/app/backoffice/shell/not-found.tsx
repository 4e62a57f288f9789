import { ErrorPage } from '../../ui/error-page'

const MISSING = { status: 404, statusText: '', internal: false, data: null }

/** Also for what the person may not open: the back office does not say that it exists. */
export function NotFound() {
  return <ErrorPage error={MISSING} />
}
