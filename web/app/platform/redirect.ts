/** Only resolves relative addresses; it is never requested. */
const ORIGIN = 'http://campus.internal'

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop control characters, so they could hide a second slash
const UNSAFE = /^(?!\/)|^\/[/\\]|[\x00-\x1f\\]/

/**
 * An address from outside as a path of our own origin, normalised as a browser reads it; null when it could lead elsewhere.
 * The normalised path is tested too: `/.//host` becomes `//host`, which names another host.
 */
export function ownPath(target: string | null | undefined): string | null {
  if (!target || UNSAFE.test(target) || !URL.canParse(target, ORIGIN)) return null
  const { origin, pathname, search, hash } = new URL(target, ORIGIN)
  return origin === ORIGIN && !UNSAFE.test(pathname) ? pathname + search + hash : null
}

/** Where to go after login: only a path of our own is followed (contract section 3). */
export const safeRedirect = (target: string | null | undefined, fallback = '/inicio'): string =>
  ownPath(target) ?? fallback

/** The login's address that leads back to where the visitor was. */
export function loginPath(location: { pathname: string; search: string; hash?: string }): string {
  return `/login?redirect=${encodeURIComponent(location.pathname + location.search + (location.hash ?? ''))}`
}

/** The same path of our own, in the colours of a brand. */
export function withBrand(target: string, brand: number): string {
  const url = new URL(safeRedirect(target), ORIGIN)
  url.searchParams.set('marca', String(brand))
  return url.pathname + url.search + url.hash
}
