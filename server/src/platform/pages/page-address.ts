import { PAGE_PARAMS } from '@campus/contract/page-params'

/** What React Router's browser side asks a page's data with; which routes, in their order. */
const DATA_PARAM = '_routes'
const READ = new Set<string>(PAGE_PARAMS)
/** An address longer than this is rendered and not kept. */
const LONGEST = 1000

/** Without slashes at the end. A pattern (`/\/+$/`) looks from each slash anew: fifteen thousand of them took it half a second. */
function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/**
 * The address that a page is rendered and kept under: its path without a slash at the end and, of its query, the
 * parameters that pages read, each once, in order of name. The page sees nothing else of the request, so what is kept
 * is the same whoever asked for it first.
 */
export function pageAddress(url: string): { address: string; kept: boolean } {
  const { pathname, searchParams } = new URL(`http://campus.internal${url}`)
  const path = withoutSlashes(pathname) || '/'
  const data = path.endsWith('.data')
  const names = [...new Set(searchParams.keys())].filter((name) => READ.has(name) || (data && name === DATA_PARAM))
  const query = new URLSearchParams(names.sort().map((name) => [name, searchParams.get(name) ?? '']))
  const address = query.size > 0 ? `${path}?${query}` : path
  return { address, kept: address.length <= LONGEST }
}
