import type { Sql } from 'postgres'
import { listenBeside } from '../db/database.ts'
import type { App } from './http.ts'

/** What the database's triggers say when something changed that a public page shows (migration 0003). */
const CHANNEL = 'contenido'

/**
 * Calls `forget` whenever content changed, in whichever copy of the program it was changed, and after each
 * connection to the database, because what was said while there was none is gone.
 */
export function onContentChange(app: App, sql: Sql, forget: () => void): void {
  const { opened, end } = listenBeside(sql, CHANNEL, {
    heard: forget,
    onOpen: forget,
    // Without it what is kept is still renewed by its age.
    onFailure: (err) => app.log.warn({ err }, 'cannot listen for changes of content'),
  })
  // Who serves before it hears would keep what is forgotten a moment later.
  app.addHook('onReady', () => opened)
  app.addHook('onClose', end)
}
