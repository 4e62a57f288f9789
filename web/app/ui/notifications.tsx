import { Notifications } from '@mantine/notifications'
import { CampusProviders } from '../lib/campus-providers'

/** Late, because a page is read before it has anything to announce; what is shown meanwhile waits in the store. */
export default function AllNotifications() {
  return (
    <CampusProviders>
      <Notifications position="bottom-center" autoClose={4000} />
    </CampusProviders>
  )
}
