import { useEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router'

export type Sort = { column: string; descending: boolean }

export const parseSort = (text: string | null, fallback: string): Sort => {
  const sort = text || fallback
  return { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') }
}

/** A second press on a column turns its order around. */
export const nextSort = (current: Sort, column: string): string =>
  current.column === column && !current.descending ? `-${column}` : column

/** What a list asks the server for; empty values are left out. */
export function listParams(query: URLSearchParams, names: readonly string[]): Record<string, string> {
  const given = ['q', 'orden', 'desde', ...names].map((name): [string, string] => [name, query.get(name) ?? ''])
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** The address with these values; the cursor belongs to the rows before the change, so it goes. */
export function withValues(query: URLSearchParams, values: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('desde')
  for (const [name, value] of Object.entries(values)) value === '' ? next.delete(name) : next.set(name, value)
  return next
}

/** Search, filters, sort and cursor of a list, all in the address; `pathname` is the list's, where an item has its own. */
export function useListState(filters: readonly string[] = [], pathname?: string) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const go = (next: URLSearchParams, options?: NavigateOptions) =>
    navigate({ search: String(next), ...(pathname && { pathname }) }, options)
  const { state } = useLocation()
  const top = useRef<HTMLDivElement>(null)
  const cursor = query.get('desde')
  const shown = useRef(cursor)
  useEffect(() => {
    if (shown.current !== cursor) top.current?.scrollIntoView({ block: 'nearest' })
    shown.current = cursor
  }, [cursor])
  const set = (values: Record<string, string>) => go(withValues(query, values), { replace: true })
  return {
    params: listParams(query, filters),
    value: (name: string) => query.get(name) ?? '',
    filtered: ['q', ...filters].some((name) => query.has(name)),
    set,
    clear: () => set(Object.fromEntries(['q', ...filters].map((name) => [name, '']))),
    hasEarlier: cursor !== null,
    later: (next: string) => {
      const target = withValues(query, {})
      target.set('desde', next)
      go(target, { state: { listed: true } })
    },
    /** The page before is the one that was left; a shared link begins at the first. */
    earlier: () => ((state as { listed?: boolean } | null)?.listed ? navigate(-1) : go(withValues(query, {}))),
    top,
  }
}

export type ListState = ReturnType<typeof useListState>
