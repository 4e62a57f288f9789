import { Outlet } from 'react-router'
import { Queries } from '../platform/queries'

/** Screens that ask the API from the browser, for anyone (those of students stand behind the guard). */
export default function QueriesLayout() {
  return (
    <Queries>
      <Outlet />
    </Queries>
  )
}
