import { Outlet } from 'react-router'
import { Themed } from '../platform/themed'

/** Public pages with Mantine's fields or buttons (docs/decisions/0015). */
export default function ThemedLayout() {
  return (
    <Themed>
      <Outlet />
    </Themed>
  )
}
