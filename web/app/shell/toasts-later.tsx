import { type ComponentType, useEffect, useState } from 'react'
import { useCalm } from '../platform/calm'

/** The place of short messages: it listens as soon as the first screen stands. What was said before is shown then. */
export function ToastsLater() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  const calm = useCalm()
  useEffect(() => {
    if (!calm) return
    // A second argument of `then` would be built into the loading of the file, and miss that of its styles.
    import('./toasts').then((loaded) => setToasts(() => loaded.Toasts)).catch(() => undefined)
  }, [calm])
  return Toasts && <Toasts />
}
