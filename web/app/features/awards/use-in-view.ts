import { useEffect, useState } from 'react'

/** Whether an element is visible below the header. */
export function useInView(element: Element | null): boolean {
  const [seen, setSeen] = useState(false)
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
