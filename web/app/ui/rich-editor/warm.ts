/** Fetches the editor before it is asked for, so that it stands at once. Apart from what shows it: a page that only may need it later loads nothing. */
export const warmRichEditor = (): void => void import('./editor').catch(() => undefined)
