import type { WorkerNews } from '@campus/contract/offline'
import { type Location, type MiddlewareFunction, redirectDocument } from 'react-router'
import { toast } from './toasts'

export type Changing = { before: MiddlewareFunction[]; to: Location | undefined }

const HOUR_MS = 60 * 60 * 1000

/** These screens read the navigation's state, which a document load would lose. */
const WITH_MESSAGE = /^\/login(\/|$)/

const addressOf = ({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>) => pathname + search + hash

/** Browsers look for a new worker on document loads, and client navigation makes none. */
export function askHourly(registration: ServiceWorkerRegistration | undefined): void {
  if (!registration) return
  let asked = Date.now()
  const ask = () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < HOUR_MS) return
    asked = Date.now()
    registration.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  setInterval(ask, HOUR_MS)
}

/** Loads the next screen as a document of the new version; the values of this screen were left anyway. */
const toNewVersion: MiddlewareFunction = ({ request }, next) => {
  const to = new URL(request.url)
  if (to.pathname === location.pathname || WITH_MESSAGE.test(to.pathname) || !navigator.onLine) return next()
  throw redirectDocument(addressOf(to))
}

/** React Router reloads the current screen when the next one's module is gone; load the next one instead. */
function reloadWhereItLeads(changing: Changing): void {
  window.navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload' || event.userInitiated || !changing.to) return
    event.preventDefault()
    location.assign(addressOf(changing.to))
  })
}

const offerReload = (isNew: boolean): void =>
  toast('Recarga y sigue donde estabas: lo que escribiste está guardado.', {
    id: 'version',
    color: 'gray',
    title: isNew ? 'Hay una versión nueva' : 'Una parte de la página no cargó',
    action: { text: 'Recargar', onClick: () => window.location.reload() },
    stays: true,
  })

/** Undefined when the server does not respond. */
const isReplaced = (own: string) =>
  fetch(own, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => undefined,
  )

/** A button whose module failed to load would do nothing. */
function explainMissingParts(own: string): void {
  window.addEventListener('vite:preloadError', async () => {
    // During an exam, the missing part reports it in place.
    if (location.pathname.startsWith('/examen/')) return
    const isNew = await isReplaced(own)
    if (isNew !== undefined) offerReload(isNew)
  })
}

/** React Router's route manifest; the hash in its name identifies the version. */
const ownManifest = () =>
  document.querySelector('link[rel="modulepreload"][href^="/assets/manifest-"]')?.getAttribute('href')

/** An open page uses its own files and learns of a new version before one of them is missing. */
export function followVersion(changing: Changing): void {
  const own = ownManifest()
  if (!own) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<WorkerNews>) => {
    if (data.manifiesto !== own && changing.before.length === 0) changing.before.push(toNewVersion)
  })
  reloadWhereItLeads(changing)
  explainMissingParts(own)
}
