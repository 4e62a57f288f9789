import { Navigate } from 'react-router'

/** The first academy was created already. */
export default function FirstDone() {
  return <Navigate to="/login" replace />
}
