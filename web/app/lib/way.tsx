import { type ComponentProps, type ComponentType, createContext, use, useMemo, useSyncExternalStore } from 'react'

export type WayLinkProps = ComponentProps<'a'> & {
  to: string
  prefetch?: 'intent'
  preventScrollReset?: boolean
  replace?: boolean
  /** Kept in the history's entry. */
  state?: unknown
}

/** Leads to an address of ours; to the screen's own path it changes the query alone. */
type Go = (to: string, options?: { replace?: boolean }) => void

/** How a part leads to other addresses: by the router, or, in an island (ui/island.tsx), by documents. Its hooks never change. */
export type Way = {
  Link: ComponentType<WayLinkProps>
  /** The address's query. */
  useQuery: () => URLSearchParams
  useGo: () => Go
  /** The path that is on its way, while another screen loads. */
  useOpening: () => string | undefined
}

const CHANGED = 'campus:address'

const go: Go = (to, { replace = false } = {}) => {
  if (new URL(to, location.href).pathname !== location.pathname) return location.assign(to)
  history[replace ? 'replaceState' : 'pushState'](history.state, '', to)
  window.dispatchEvent(new Event(CHANGED))
}

function follow(call: () => void) {
  window.addEventListener(CHANGED, call)
  window.addEventListener('popstate', call)
  return () => {
    window.removeEventListener(CHANGED, call)
    window.removeEventListener('popstate', call)
  }
}

const readQuery = () => location.search

const byDocuments: Way = {
  Link: ({ to, prefetch, preventScrollReset, replace, state, ...rest }) => <a href={to} {...rest} />,
  useQuery: () => {
    const query = useSyncExternalStore(follow, readQuery, readQuery)
    return useMemo(() => new URLSearchParams(query), [query])
  },
  useGo: () => go,
  useOpening: () => undefined,
}

export const WayContext = createContext(byDocuments)

/** To one of our screens. */
export function Link(props: WayLinkProps) {
  const { Link: WayLink } = use(WayContext)
  return <WayLink {...props} />
}

export const useQuery: Way['useQuery'] = () => use(WayContext).useQuery()
export const useGo: Way['useGo'] = () => use(WayContext).useGo()
export const useOpening: Way['useOpening'] = () => use(WayContext).useOpening()
