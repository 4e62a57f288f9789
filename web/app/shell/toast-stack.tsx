import { Notifications } from '@mantine/notifications'

/** Toasts as look.md "Feedback" asks: polite, 4 s, dismissable. */
export function ToastStack() {
  return <Notifications position="bottom-center" autoClose={4000} />
}
