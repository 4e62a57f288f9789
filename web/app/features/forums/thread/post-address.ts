import { isId } from '../../../lib/paths'

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
