import { createContext } from 'react'

/** The built files of each island (ui/island.tsx), by its name; by '' those that wake them (islands.tsx). The first script is to be imported. */
export type IslandFiles = ReadonlyMap<string, { scripts: readonly string[]; styles: readonly string[] }>

type Waiting = {
  /** What a student's browser puts into the page at once (start.js). */
  markup: string
  /** Empty while developing. */
  islands: IslandFiles
}

/** How a document brings its scripts: `now`; `alone`, while they are rendered by themselves; or with a page that is complete without. */
export type DocumentScripts = 'now' | 'alone' | Waiting

export const DocumentScriptsContext = createContext<DocumentScripts>('now')

/** The styles that stand in the document itself; undefined where they come as files. */
export const DocumentStylesContext = createContext<string | undefined>(undefined)

/** The handle of a layout whose screens share large styles, which come as files. */
export const STYLE_FILES = { styleFiles: true }

/** The handle of the routes whose pages are complete without scripts. */
export const SCRIPTS_WAIT = { scriptsWait: true }

/** The handle of a route that draws islands with `React.lazy`: the route itself does not bring their styles. */
export type LazyIslands = { lazyIslands: readonly string[] }

export const STYLES_ID = 'estilos'

/** Whether this document brought its styles in itself. */
export const hasOwnStyles = typeof document !== 'undefined' && document.getElementById(STYLES_ID) !== null
