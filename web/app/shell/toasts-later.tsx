import { type ComponentType, useEffect, useState } from 'react'

/** The place of short messages: it listens as soon as the page works. What was said before is shown then. */
export function ToastsLater() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(() => {
    import('./toasts').then(
      (loaded) => setToasts(() => loaded.Toasts),
      () => undefined,
    )
  }, [])
  return Toasts && <Toasts />
}
