import { useEffect, useState } from 'react'

/** Whether the page is being left; after Back the browser may restore it as it was, so its button must work again. */
export function useLeaving() {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  return [leaving, setLeaving] as const
}
