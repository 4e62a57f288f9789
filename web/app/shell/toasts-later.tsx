import { type ComponentType, useEffect, useState } from 'react'
import { useCalm } from '../platform/calm'
import { untilLoaded } from '../platform/until-loaded'

/** The place of short messages: it listens as soon as the first screen stands. What was said before is shown then. */
export function ToastsLater() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  const calm = useCalm()
  useEffect(() => {
    if (!calm) return
    return untilLoaded(
      () => import('./toasts'),
      (loaded) => setToasts(() => loaded.Toasts),
    )
  }, [calm])
  return Toasts && <Toasts />
}
