import { Outlet } from 'react-router'
import { CampusProviders } from '../lib/campus-providers'
import { STYLE_FILES } from '../lib/waiting-scripts'

export const handle = STYLE_FILES

/** Around the screens that are drawn with Mantine; the most visited ones are not. */
export default function MantineLayout() {
  return (
    <CampusProviders>
      <Outlet />
    </CampusProviders>
  )
}
