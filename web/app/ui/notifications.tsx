import { Notifications } from '@mantine/notifications'

/** Late, because a page is read before it has anything to announce; what is shown meanwhile waits in the store. */
export default function AllNotifications() {
  return <Notifications position="bottom-center" autoClose={4000} />
}
