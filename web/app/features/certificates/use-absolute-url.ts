import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** Returns the path alone until hydration. */
export function useAbsoluteUrl(path: string): string {
  const origin = useSyncExternalStore(
    subscribe,
    () => window.location.origin,
    () => '',
  )
  return origin + path
}
