import type { WorkerMessage } from '@campus/contract/offline'
import { askHourly, type Changing, followVersion } from './new-version'
import { explainTaps } from './offline-taps'
import { readSession } from './session'

const WARM_AFTER_MS = 5000

/** Files that loaded before the worker was active. */
const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/assets/'))

const saveData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

export function start(tell: (message: WorkerMessage) => Promise<void>, changing: Changing): void {
  explainTaps()
  followVersion(changing)
  navigator.serviceWorker
    .register('/sw.js')
    .catch(() => undefined)
    .then(askHourly)
  void tell({ tipo: 'pagina', ruta: location.pathname, archivos: loadedFiles() })
  if (!saveData()) setTimeout(() => void tell({ tipo: 'calentar', alumno: readSession() !== null }), WARM_AFTER_MS)
}
