import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { isId } from '../../lib/paths'

/** The id of the heading of all comments. */
export const COMMENTS = 'comentarios'

/** The id of a comment's element, and its fragment in the address. */
export const anchorOf = (id: number): string => `comentario-${id}`

/** The comment in the address (`#comentario-123`), or null. */
export function targetOf(hash: string): number | null {
  const [, id] = hash.split(/^#comentario-/)
  return isId(id) ? Number(id) : null
}

/** Scrolls to the comment of the address once it is loaded, and on each navigation to it. */
export function useArrival(target: number | null, loaded: boolean): void {
  const { key } = useLocation()
  // The browser looked for the element before it existed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same address is opened again
  useEffect(() => {
    if (!target || !loaded) return
    const element = document.getElementById(anchorOf(target))
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    element?.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
    element?.focus({ preventScroll: true })
  }, [target, loaded, key])
}
