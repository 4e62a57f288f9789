import type { Database } from '../db/database.ts'
import type { App } from './http.ts'

/** What the database's triggers say when something changed that a public page shows (migration 0003). */
const CHANNEL = 'contenido'

/**
 * Calls `clear` whenever content changed, in whichever instance of the program, and after each new connection to the database,
 * because notifications sent meanwhile are lost.
 */
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
