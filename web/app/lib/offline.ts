import { SESSION_CACHES, type WorkerMessage } from '@campus/contract/offline'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { readSession } from './session'

/** What the first screen needs comes first. */
const REGISTER_AFTER_MS = 1500
const WARM_AFTER_MS = 5000

const isSupported = () => import.meta.env.PROD && 'serviceWorker' in navigator

async function tell(message: WorkerMessage): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(message)
}

/** The files that loaded before the worker was there. */
const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/assets/'))

const saveData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

function register(): void {
  navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  void tell({ tipo: 'pagina', ruta: location.pathname, archivos: loadedFiles() })
  if (!saveData()) setTimeout(() => void tell({ tipo: 'calentar', alumno: readSession() !== null }), WARM_AFTER_MS)
}

if (typeof window !== 'undefined' && isSupported())
  window.addEventListener('load', () => setTimeout(register, REGISTER_AFTER_MS))

/** Keeps each screen's document, which client navigation does not load (web/worker/sw.ts). */
export function useOfflinePages(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (isSupported() && navigator.serviceWorker.controller) void tell({ tipo: 'pagina', ruta: pathname, archivos: [] })
  }, [pathname])
}

/** Nothing that a user read stays for the next one; the worker repeats it after answers that were under way. */
export function emptyOfflineCopies(): void {
  if (!isSupported()) return
  for (const name of SESSION_CACHES) caches.delete(name).catch(() => undefined)
  navigator.serviceWorker.controller?.postMessage({ tipo: 'vaciar' } satisfies WorkerMessage)
}
