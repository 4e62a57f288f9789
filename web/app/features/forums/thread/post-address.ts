import { useEffect, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { isId } from '../../../lib/paths'
import { PAGE_PARAM, usePage } from '../../../ui/pager'
import { scrollToPost, type ThreadStore } from './thread-state'
import { usePlace } from './use-posts'

/** The id of a post's element, and its fragment in the address. */
export const anchorOf = (id: number): string => `post-${id}`

export const POSTS_ANCHOR = 'respuestas'

export const POST_PARAM = 'post'

/** The post in the address, or null. */
export function targetOf(params: URLSearchParams): number | null {
  const asked = params.get(POST_PARAM) ?? ''
  return isId(asked) ? Number(asked) : null
}

/** A permanent address: the post's page is looked up when it is opened. */
export const permalinkOf = (forum: number, id: number): string => `/foro/${forum}?post=${id}#${anchorOf(id)}`

/** A post on a known page, which needs no lookup. */
export const placeOf = (id: number, page: number): string => `?pagina=${page}&post=${id}#${anchorOf(id)}`

/** The focus returns to this button when the answer closes. */
export const replyButtonOf = (id: number): string => `responder-${id}`

/** The focus returns to this button when the edit closes. */
export const editButtonOf = (id: number): string => `editar-${id}`

/** Focuses the first of these elements that is in sight, after the next render. */
export const focusLater = (...ids: string[]): number =>
  requestAnimationFrame(() =>
    ids
      .map((id) => document.getElementById(id))
      .find((element) => element?.checkVisibility())
      ?.focus(),
  )

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

export type PostAddress = ReturnType<typeof usePostAddress>

/** Scrolls to the post of the address, on each navigation to it. */
export function useScrollToTarget(store: ThreadStore, target: number | null): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same address is opened again
  useEffect(() => {
    if (target !== null || store.getState().target !== null) scrollToPost(store, target)
  }, [store, target, key])
}
