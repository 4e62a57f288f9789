import { SCHEME_KEY } from './pre-paint-script'
import { deviceStore } from './storage'

export const SCHEMES = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
  { value: 'auto', label: 'Como el sistema' },
] as const

export const chosenScheme = (): string => deviceStore.getItem(SCHEME_KEY) ?? 'auto'

export function chooseScheme(newValue: string): void {
  deviceStore.setItem(SCHEME_KEY, newValue)
  // Other tabs have it from the browser; here the document (pre-paint-script.ts) and Mantine listen to the same event.
  window.dispatchEvent(new StorageEvent('storage', { key: SCHEME_KEY, newValue, storageArea: localStorage }))
}
