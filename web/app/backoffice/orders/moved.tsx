import { Navigate, useLocation } from 'react-router'
import { SALES_PATH } from './paths'

/** Where the list of orders was. */
export default function Moved() {
  return <Navigate to={{ pathname: SALES_PATH, search: useLocation().search }} replace />
}
