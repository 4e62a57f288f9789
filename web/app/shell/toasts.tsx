import { notificationsStore } from '@mantine/notifications'
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { readSession } from '../platform/session'

const load = () => import('./toast-stack')
/** Whoever is logged in will be told something sooner or later, perhaps without network: it waits beside them. */
const READY_MS = 4000

const howMany = () => notificationsStore.getState().notifications.length

/** Where short messages appear. What draws them only arrives when there is a first one. */
export function Toasts() {
  const count = useSyncExternalStore(notificationsStore.subscribe, howMany, () => 0)
  const [Stack, setStack] = useState<ComponentType | null>(null)
  // Without network the file does not come: the next message tries again, and shows them all.
  useEffect(() => {
    if (count === 0 || Stack) return
    load().then(
      ({ ToastStack }) => setStack(() => ToastStack),
      () => undefined,
    )
  }, [count, Stack])
  useEffect(() => {
    if (!readSession()) return
    const timer = setTimeout(() => load().catch(() => undefined), READY_MS)
    return () => clearTimeout(timer)
  }, [])
  return Stack && <Stack />
}
