import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

const ASKED = 'nuevo'

/** Opens the dialog of a screen's *Nuevo…*, too. */
export const newPath = (screen: string): string => `/gestion/${screen}?${ASKED}=1`

/** Calls `open` for an address that asks for something new, once: it goes from the address. */
export function useNewPath(open: () => void): void {
  const [query, setQuery] = useSearchParams()
  const asked = query.has(ASKED)
  const answer = useEffectEvent(() => {
    open()
    query.delete(ASKED)
    setQuery(query, { replace: true })
  })
  useEffect(() => {
    if (asked) answer()
  }, [asked])
}
