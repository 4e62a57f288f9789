import { Navigate } from 'react-router'
import { useOwnBrand } from '../../../lib/own-brand'

/** Where a logged-in user goes from the login or registration. */
export function SignedInRedirect({ target }: { target: string }) {
  const leaving = useOwnBrand(target)
  return leaving ? null : <Navigate to={target} replace state={{ arrived: true }} />
}
