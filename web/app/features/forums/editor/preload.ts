/** Preloads the editor; in a file of its own, so that importing it does not load the editor. */
export const preloadRichEditor = (): void => void import('./html-editor').catch(() => undefined)
