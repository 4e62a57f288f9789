/** Only resolves relative addresses; it is never requested. */
const ORIGIN = 'http://campus.internal'

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop control characters, so they could hide a second slash
const UNSAFE = /^(?!\/)|^\/[/\\]|[\x00-\x1f\\]/

/** The normalised path is checked too, because `/.//host` becomes `//host`. */
export function ownPath(target: string | null | undefined): string | null {
  if (!target || UNSAFE.test(target) || !URL.canParse(target, ORIGIN)) return null
  const { origin, pathname, search, hash } = new URL(target, ORIGIN)
  return origin === ORIGIN && !UNSAFE.test(pathname) ? pathname + search + hash : null
}

/** The target after login (docs/product/accounts.md 3.5). */
export const safeRedirect = (target: string | null | undefined, fallback = '/inicio'): string =>
  ownPath(target) ?? fallback

export const homeOf = (user: { tipo_cliente: string }): string =>
  user.tipo_cliente === 'Alumno' ? '/inicio' : '/gestion'

export function loginPath(location: { pathname: string; search: string; hash?: string }): string {
  return `/login?redirect=${encodeURIComponent(location.pathname + location.search + (location.hash ?? ''))}`
}

export function withBrand(target: string, brand: number): string {
  const url = new URL(safeRedirect(target), ORIGIN)
  url.searchParams.set('marca', String(brand))
  return url.pathname + url.search + url.hash
}
