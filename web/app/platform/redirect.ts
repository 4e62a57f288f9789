/** Where to go after login: only a path of our own that begins with a single slash is followed (contract section 3). */
export function safeRedirect(target: string | null | undefined, fallback = '/inicio'): string {
  if (!target || !/^\/(?![/\\])/.test(target)) return fallback
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be refused
  if (/[\x00-\x1f\\]/.test(target)) return fallback
  return target
}

/** The login's address that leads back to where the visitor was. */
export function loginPath(location: { pathname: string; search: string; hash?: string }): string {
  return `/login?redirect=${encodeURIComponent(location.pathname + location.search + (location.hash ?? ''))}`
}

/** The same path of our own, in the colours of a brand. */
export function withBrand(target: string, brand: number): string {
  const url = new URL(target, 'http://campus.internal')
  url.searchParams.set('marca', String(brand))
  return url.pathname + url.search + url.hash
}
