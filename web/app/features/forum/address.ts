/** The id of a post's element, which is also its address on the page. */
export const anchorOf = (id: number): string => `post-${id}`

/** Where the posts begin. */
export const POSTS_ANCHOR = 'respuestas'

/** The query parameter of the post that an address leads to. */
export const POST_PARAM = 'post'

/** The post that an address leads to, or null. */
export function targetOf(params: URLSearchParams): number | null {
  const asked = params.get(POST_PARAM) ?? ''
  return /^[1-9]\d{0,9}$/.test(asked) ? Number(asked) : null
}

/** A post's address as others can open it: its page is found when it is opened. */
export const permalinkOf = (forum: number, id: number): string => `/foro/${forum}?post=${id}#${anchorOf(id)}`

/** A post on a page that is known, so that nothing has to be found. */
export const placeOf = (id: number, page: number): string => `?pagina=${page}&post=${id}#${anchorOf(id)}`
