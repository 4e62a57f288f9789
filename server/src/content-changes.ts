import type { Database } from './platform/db/database.ts'
import type { App } from './platform/http/http.ts'

/** Notified by triggers when something changed that a public page shows (migration 0003). */
const CHANNEL = 'contenido'

/** Calls `clear` whenever content changed, in whichever process. */
export function onContentChange(app: App, { listen }: Database, clear: () => void): void {
  const { opened, end } = listen(CHANNEL, {
    onMessage: clear,
    onOpen: clear,
    // Without it cached pages are still renewed by their age.
    onError: (err) => app.log.warn({ err }, 'cannot listen for changes of content'),
  })
  // An instance that serves before it listens could cache what was changed a moment later.
  app.addHook('onReady', () => opened)
  app.addHook('onClose', end)
}
