import { pageQuery } from '@campus/contract/page-params'

/** Longer addresses are rendered but not cached. */
const LONGEST = 1000

/** `/\/+$/` would take quadratic time. */
export function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** The path and the part of the query that its page reads: a page sees nothing more, so it can be cached. */
export function pageAddress(url: string): { address: string; isShort: boolean } {
  const { pathname, searchParams } = new URL(`http://campus.internal${url}`)
  const path = withoutSlashes(pathname) || '/'
  const query = pageQuery(path, searchParams)
  const address = query.size > 0 ? `${path}?${query}` : path
  return { address, isShort: address.length <= LONGEST }
}
