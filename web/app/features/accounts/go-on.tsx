import { Navigate } from 'react-router'
import { useOwnBrand } from '../../platform/own-brand'

/** Where somebody who is logged in goes, in the colours of their own brand. */
export function GoOn({ target }: { target: string }) {
  const leaving = useOwnBrand(target)
  return leaving ? null : <Navigate to={target} replace />
}
