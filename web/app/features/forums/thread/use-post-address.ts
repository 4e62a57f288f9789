import { useEffect, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { PAGE_PARAM, usePage } from '../../../ui/pager'
import { targetOf } from './post-address'
import { scrollToPost, type ThreadStore } from './thread-state'
import { usePlace } from './use-posts'

/** The page in the address, or the page of the post in the address, which is looked up first. */
export function usePostAddress(forum: number) {
  const [params] = useSearchParams()
  const target = targetOf(params)
  const named = usePage()
  const explicit = params.has(PAGE_PARAM)
  const place = usePlace(target)
  const found = place.data?.data.id_foro === forum ? place.data.data : undefined
  const wanted = useMemo(() => (found ? { top: found.id_raiz, page: found.pagina_respuestas } : null), [found])
  const page = explicit || !target ? named : (found?.pagina ?? 1)
  return {
    target,
    page,
    known: explicit || !target || !place.isPending,
    /** The post was deleted or is not visible to this student. */
    gone: target !== null && !place.isPending && !found,
    /** The thread of the post, and the page of its replies that holds it. */
    wanted,
  }
}

/** Scrolls to the post of the address, on each navigation to it. */
export function useScrollToTarget(store: ThreadStore, target: number | null): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same address is opened again
  useEffect(() => {
    if (target !== null || store.getState().target !== null) scrollToPost(store, target)
  }, [store, target, key])
}
