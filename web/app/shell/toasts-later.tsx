import { type ComponentType, useEffect, useState } from 'react'

/** The place of short messages: it listens as soon as the page works. What was said before is shown then. */
export function ToastsLater() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(() => {
    // A second argument of `then` would be built into the loading of the file, and miss that of its styles.
    import('./toasts').then((loaded) => setToasts(() => loaded.Toasts)).catch(() => undefined)
  }, [])
  return Toasts && <Toasts />
}
