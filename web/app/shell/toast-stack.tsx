import { Notifications } from '@mantine/notifications'
import { Themed } from '../platform/themed'

/** Toasts as look.md "Feedback" asks: polite, 4 s, dismissable. */
export function ToastStack() {
  return (
    <Themed>
      <Notifications position="bottom-center" autoClose={4000} />
    </Themed>
  )
}
