import { createContext } from 'react'

/**
 * How a document brings its scripts: `now`; `alone`, while they are rendered by themselves; or as `markup` that waits for the
 * first press (start.js), and its `styles` in itself, where they are known.
 */
export type DocumentScripts = 'now' | 'alone' | { markup: string; styles: string | undefined }

export const DocumentScriptsContext = createContext<DocumentScripts>('now')

/** The handle of the routes whose pages are complete without scripts. */
export const SCRIPTS_WAIT = { scriptsWait: true }

export const STYLES_ID = 'estilos'

/** Whether this document brought its styles in itself. */
export const hasOwnStyles = typeof document !== 'undefined' && document.getElementById(STYLES_ID) !== null
