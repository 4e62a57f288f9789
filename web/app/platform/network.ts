import { useSyncExternalStore } from 'react'

let failed = false
let waiting = false
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** Each call says whether the server answered; what the screens show of it is `useOffline`. */
export function reportNetwork(answered: boolean): void {
  if (failed === !answered) return
  failed = !answered
  tell()
}

/** The cache of the calls says whether a screen waits for its first data. */
export function reportWaiting(now: boolean): void {
  if (waiting === now) return
  waiting = now
  tell()
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

/** True while a screen waits for data that it has never had. */
export function useWaiting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting,
    () => false,
  )
}

/** Whether a screen waits for data that it has never had; for whoever is not drawn. */
export const isWaiting = (): boolean => waiting

/** Calls `then` whenever that, or the network, changes; answers how to stop. Browser only. */
export const onWaiting = subscribe

let retry: (() => void) | undefined

/** Whoever knows what a screen has loaded says how to load it again. */
export function registerRetry(again: () => void): void {
  retry = again
}

/** Tries the network again: whether the server answers, and what is on the screen when it came from calls. */
export function retryNetwork(): void {
  fetch('/api/salud/viva').then(
    () => reportNetwork(true),
    () => reportNetwork(false),
  )
  retry?.()
}
