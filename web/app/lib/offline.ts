import { SESSION_CACHES, type WorkerMessage } from '@campus/contract/offline'
import { useEffect } from 'react'
import { type Location, type MiddlewareFunction, useLocation, useNavigation } from 'react-router'

/** What the first screen needs comes first. */
const REGISTER_AFTER_MS = 1500

const isSupported = () => import.meta.env.PROD && 'serviceWorker' in navigator

async function tell(message: WorkerMessage): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(message)
}

/** `before` runs before a screen changes; `to` is where the navigation that is under way leads. */
export const changing: { before: MiddlewareFunction[]; to: Location | undefined } = { before: [], to: undefined }

async function startWorker(): Promise<void> {
  const { start } = await import('./worker')
  start(tell, changing)
}

if (typeof window !== 'undefined' && isSupported())
  window.addEventListener('load', () => setTimeout(() => startWorker().catch(() => undefined), REGISTER_AFTER_MS))

/** Keeps each screen's document, which client navigation does not load (web/worker/sw.ts). */
export function useOfflinePages(): void {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  useEffect(() => {
    changing.to = location
  }, [location])
  useEffect(() => {
    if (isSupported() && navigator.serviceWorker.controller) void tell({ tipo: 'pagina', ruta: pathname, archivos: [] })
  }, [pathname])
}

/** Nothing that a user read stays for the next one; the worker repeats it and keeps no answer that was under way. */
export function emptyOfflineCopies(): void {
  if (!isSupported()) return
  for (const name of SESSION_CACHES) caches.delete(name).catch(() => undefined)
  navigator.serviceWorker.controller?.postMessage({ tipo: 'vaciar' } satisfies WorkerMessage)
}
