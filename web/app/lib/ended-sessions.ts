import { deviceStore, storedList } from './storage'

/** Hashes of the tokens of sessions that ended here and may not have ended on the server. */
const KEY = 'cierres_pendientes'
const MOST = 20

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const pending = () => storedList(deviceStore.getItem(KEY), isHash)

function store(hashes: string[]): void {
  if (hashes.length === 0) deviceStore.removeItem(KEY)
  else deviceStore.setItem(KEY, JSON.stringify(hashes.slice(-MOST)))
}

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Keeps the hash alone: it ends the session and opens nothing. */
export async function rememberEnd(token: string): Promise<void> {
  // Browsers have it on secure pages only.
  const hash = await globalThis.crypto.subtle?.digest('SHA-256', new TextEncoder().encode(token))
  if (hash) store([...pending(), hexOf(hash)])
}

/** Without the token of who is signed in now, whose session goes on. What the server did not hear waits. */
export async function sendEnds(): Promise<void> {
  for (const huella of pending()) {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify({ huella }), credentials: 'omit' } as const
    const response = await fetch('/api/logout/huella', request).catch(() => null)
    if (!response?.ok) return
    store(pending().filter((one) => one !== huella))
  }
}
