import { createContext } from 'react'

/** The nonce of this rendering: of every page, the one too whose data could not be read. The browser never has it from here. */
export const RenderedNonce = createContext('')

/** The nonce of this document's styles and scripts: on the server the one of this rendering, in the browser the one that the document came with. */
export function pageNonce(rendered: string): string {
  if (typeof document === 'undefined') return rendered
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
}
