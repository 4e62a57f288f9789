import { Navigate } from 'react-router'
import { useBrandRedirect } from '../../../lib/brand-redirect'

/** Where a logged-in user goes from the login or registration. */
export function SignedInRedirect({ target }: { target: string }) {
  const leaving = useBrandRedirect(target)
  return leaving ? null : <Navigate to={target} replace state={{ arrived: true }} />
}
