import type { WorkerMessage } from '@campus/contract/offline'
import { sendEnds } from './ended-sessions'
import { askHourly, type Changing, followVersion } from './new-version'
import { explainTaps } from './offline-taps'
import { readSession } from './session'

const WARM_AFTER_MS = 5000

type Tell = (message: WorkerMessage) => Promise<void>

/** The browser loads files past the worker, so each one is named to it. */
function nameFiles(tell: Tell): void {
  new PerformanceObserver((list) => {
    const paths = list.getEntries().map(({ name }) => new URL(name).pathname)
    const archivos = paths.filter((path) => path.startsWith('/assets/'))
    if (archivos.length > 0) void tell({ tipo: 'archivos', archivos })
  }).observe({ type: 'resource', buffered: true })
}

const saveData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

export function start(tell: Tell, changing: Changing): void {
  explainTaps()
  void sendEnds()
  window.addEventListener('online', sendEnds)
  followVersion(changing)
  navigator.serviceWorker
    .register('/sw.js')
    .catch(() => undefined)
    .then(askHourly)
  nameFiles(tell)
  void tell({ tipo: 'pagina', ruta: location.pathname })
  if (!saveData()) setTimeout(() => void tell({ tipo: 'calentar', alumno: readSession() !== null }), WARM_AFTER_MS)
}
