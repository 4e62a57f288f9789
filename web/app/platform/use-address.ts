import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** A path as the whole address that others can open; the path alone until the browser knows where it is. */
export function useAddress(path: string): string {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  )
  return origin + path
}
