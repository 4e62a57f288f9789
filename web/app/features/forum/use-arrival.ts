import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { PAGE_PARAM, usePage } from '../../ui/pager'
import { targetOf } from './address'
import { lead, type ThreadStore } from './thread-state'
import { usePlace } from './use-posts'

/** What the address asks for: a page, or a post whose page has to be found first. */
export function useAsked(forum: number) {
  const [params] = useSearchParams()
  const target = targetOf(params)
  const named = usePage()
  const explicit = params.has(PAGE_PARAM)
  const place = usePlace(target)
  const found = place.data?.data.id_foro === forum ? place.data.data : undefined
  const page = explicit || !target ? named : (found?.pagina ?? 1)
  return {
    target,
    page,
    /** Whether the page is known. */
    known: explicit || !target || !place.isPending,
    /** Whether the post is not there, or not visible to this person. */
    gone: target !== null && !place.isPending && !found,
    /** The thread of the post, and the page of its replies that holds it. */
    wanted: found ? { top: found.id_raiz, page: found.pagina_respuestas } : null,
  }
}

/** Leads to the post of the address, and again each time it is asked for. */
export function useLead(store: ThreadStore, target: number | null): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same address is asked for again
  useEffect(() => {
    if (target !== null || store.get().target !== null) lead(store, target)
  }, [store, target, key])
}
