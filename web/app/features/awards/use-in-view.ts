import { useEffect, useState } from 'react'

/** Whether an element can be seen in the window, below the header. */
export function useInView(element: Element | null): boolean {
  const [seen, setSeen] = useState(false)
  // The browser watches it: an external source.
  useEffect(() => {
    if (!element) return setSeen(false)
    const watcher = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), {
      rootMargin: '-64px 0px 0px',
      threshold: 0.6,
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [element])
  return seen
}
