import { type ComponentType, useEffect, useState } from 'react'
import { useCalm } from '../platform/calm'

/** A line on which the file did not come is tried again so much later, and ever more. */
const AGAIN_MS = 3000

/** The place of short messages: it listens as soon as the first screen stands. What was said before is shown then. */
export function ToastsLater() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  const calm = useCalm()
  useEffect(() => {
    if (!calm) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = (wait: number) => {
      // A second argument of `then` would be built into the loading of the file, and miss that of its styles.
      import('./toasts')
        .then((loaded) => setToasts(() => loaded.Toasts))
        .catch(() => {
          timer = setTimeout(load, wait, wait * 2)
        })
    }
    load(AGAIN_MS)
    return () => clearTimeout(timer)
  }, [calm])
  return Toasts && <Toasts />
}
