import type { FirstCall } from './first-calls'

/** What a route says to the document of its pages (docs/decisions/0026). */
export type ScreenHandle = {
  /** Nothing of it can be seen before its scripts have run: they are sent for at once, not after the first paint. */
  needsScripts?: boolean
  /** What the screen asks the API first: begun by the document, before its scripts arrive. */
  first?: readonly FirstCall[]
}
