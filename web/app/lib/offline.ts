import { SESSION_CACHES, type WorkerMessage } from '@campus/contract/offline'
import { useEffect } from 'react'
import { type Location, type MiddlewareFunction, useLocation, useNavigation } from 'react-router'

/** The first screen's requests go first. */
const REGISTER_AFTER_MS = 1500

const isSupported = () => import.meta.env.PROD && 'serviceWorker' in navigator

async function tell(message: WorkerMessage): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(message)
}

/** `before` runs before a screen changes; `to` is the destination of the pending navigation. */
export const changing: { before: MiddlewareFunction[]; to: Location | undefined } = { before: [], to: undefined }

async function startWorker(): Promise<void> {
  const { start } = await import('./worker')
  start(tell, changing)
}

if (typeof window !== 'undefined' && isSupported()) {
  const later = () => setTimeout(() => startWorker().catch(() => undefined), REGISTER_AFTER_MS)
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later)
}

/** Client navigation loads no document, so the worker is asked to cache each one (web/worker/sw.ts). */
export function useOfflinePages(): void {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  useEffect(() => {
    changing.to = location
  }, [location])
  useEffect(() => {
    if (isSupported() && navigator.serviceWorker.controller) void tell({ tipo: 'pagina', ruta: pathname })
  }, [pathname])
}

/** The next user must not read these caches; the worker also clears them and drops responses in flight. */
export function emptyOfflineCopies(): void {
  if (!isSupported()) return
  for (const name of SESSION_CACHES) caches.delete(name).catch(() => undefined)
  navigator.serviceWorker.controller?.postMessage({ tipo: 'vaciar' } satisfies WorkerMessage)
}
