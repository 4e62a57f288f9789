import { useSyncExternalStore } from 'react'
import { SCHEME_KEY } from './pre-paint-script'
import { deviceStore } from './storage'

export const SCHEMES = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
  { value: 'auto', label: 'Como el sistema' },
] as const

const chosen = (): string => deviceStore.getItem(SCHEME_KEY) ?? 'auto'

function watch(changed: () => void): () => void {
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
}

/** Chosen here, elsewhere on the page or in another tab. */
export const useScheme = (): string => useSyncExternalStore(watch, chosen)

export function chooseScheme(newValue: string): void {
  deviceStore.setItem(SCHEME_KEY, newValue)
  // Other tabs have it from the browser; here the document (pre-paint-script.ts) and Mantine listen to the same event.
  window.dispatchEvent(new StorageEvent('storage', { key: SCHEME_KEY, newValue, storageArea: localStorage }))
}
