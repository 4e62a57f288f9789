import { notificationsStore } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'
import { readSession } from '../platform/session'

const load = () => import('./toast-stack')
/** Whoever is logged in will be told something sooner or later, perhaps without network: it waits beside them. */
const READY_MS = 4000

const isAny = () => notificationsStore.getState().notifications.length > 0

/** Where short messages appear. What draws them only arrives when there is a first one. */
export function Toasts() {
  const [Stack, setStack] = useState<ComponentType | null>(null)
  // Without network the file does not come: whatever is said next tries again, the same words too, and shows them all.
  useEffect(() => {
    if (Stack) return
    const show = () => {
      if (!isAny()) return
      load().then(
        ({ ToastStack }) => setStack(() => ToastStack),
        () => undefined,
      )
    }
    show()
    return notificationsStore.subscribe(show)
  }, [Stack])
  useEffect(() => {
    if (!readSession()) return
    const timer = setTimeout(() => load().catch(() => undefined), READY_MS)
    return () => clearTimeout(timer)
  }, [])
  return Stack && <Stack />
}
