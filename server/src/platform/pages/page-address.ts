import { CATALOGUE_CHOICES, pageParams, screenOf } from '@campus/contract/page-params'

/** React Router's browser side names in it the routes whose data it requests. */
const DATA_PARAM = '_routes'
/** Longer addresses are rendered but not cached. */
const LONGEST = 1000

/** `/\/+$/` would take quadratic time. */
export function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

const CHOICES = new Map<string, readonly string[]>(Object.entries(CATALOGUE_CHOICES))

/** An empty field of the catalogue's form counts as one. */
const isChoice = (name: string, value: string) => value === '' || (CHOICES.get(name)?.includes(value) ?? true)

/** The path and the sorted parameters that its page reads: a page sees nothing more, so it can be cached. */
export function pageAddress(url: string): { address: string; kept: boolean } {
  const { pathname, searchParams } = new URL(`http://campus.internal${url}`)
  const path = withoutSlashes(pathname) || '/'
  const read = path.endsWith('.data') ? [...pageParams(path), DATA_PARAM] : pageParams(path)
  const names = [...new Set(searchParams.keys())].filter((name) => read.includes(name)).sort()
  const given = names.map((name): [string, string] => [name, searchParams.get(name) ?? ''])
  const query = new URLSearchParams(
    screenOf(path) === 'cursos' ? given.filter(([name, value]) => isChoice(name, value)) : given,
  )
  const address = query.size > 0 ? `${path}?${query}` : path
  return { address, kept: address.length <= LONGEST }
}
