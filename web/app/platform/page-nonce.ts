/** The nonce of this document's styles and scripts: on the server the one of this rendering, in the browser the one that the document came with. */
export function pageNonce(rendered: string | undefined): string {
  if (typeof document === 'undefined') return rendered ?? ''
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
}
