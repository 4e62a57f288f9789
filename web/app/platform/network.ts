import { useSyncExternalStore } from 'react'

let failed = false
const listeners = new Set<() => void>()

/** Each call says whether the server answered; what the screens show of it is `useOffline`. */
export function reportNetwork(answered: boolean): void {
  if (failed === !answered) return
  failed = !answered
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** True while the device is offline or the server did not answer the last call. */
export function useOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => failed || !navigator.onLine,
    () => false,
  )
}
