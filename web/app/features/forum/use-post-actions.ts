import type { FlatPost } from '@campus/contract/forums'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { client } from '../../platform/client'
import { permalinkOf } from './address'
import { T } from './texts'
import { dropPost } from './tree'
import type { Patches } from './use-posts'

/** Says that something was done. */
export const say = (message: string) => notifications.show({ message, color: 'teal', role: 'status' })

const call = (id: number) => ({ params: { path: { id: String(id) } } })
const flip = ({ liked, likes }: FlatPost) => ({ liked: !liked, likes: Math.max(0, likes + (liked ? -1 : 1)) })

/** Likes or withdraws: shown at once, taken back with a message when the server refuses (look.md "Feedback"). */
function useLike({ posts }: Patches) {
  const sent = useRef(new Set<number>())
  const { mutate } = useMutation({
    mutationFn: ({ id, liked }: FlatPost) =>
      client.POST(liked ? '/api/posts-foro/{id}/unlike' : '/api/posts-foro/{id}/like', call(id)),
    meta: { errorText: T.likeError },
    onMutate: ({ id }) => posts((post) => (post.id === id ? flip(post) : null)),
    onError: (_error, { id }) => posts((post) => (post.id === id ? flip(post) : null)),
    onSuccess: ({ data }) => {
      if (data) posts((post) => (post.id === data.data.id ? { likes: data.data.likes, liked: data.data.liked } : null))
    },
    onSettled: (_data, _error, { id }) => sent.current.delete(id),
  })
  return useCallback(
    (post: FlatPost) => {
      // The next press waits for the answer to this one, or the two could arrive in either order.
      if (sent.current.has(post.id)) return
      sent.current.add(post.id)
      mutate(post)
    },
    [mutate],
  )
}

/** Marks the answer of a forum, or takes the mark away. */
function useSolve({ posts, forum }: Patches) {
  const { mutate } = useMutation({
    mutationFn: ({ id, es_solucion }: FlatPost) =>
      es_solucion
        ? client.DELETE('/api/posts-foro/{id}/solucion', call(id))
        : client.PUT('/api/posts-foro/{id}/solucion', call(id)),
    meta: { errorText: T.markError },
    onSuccess: (_answer, { id, es_solucion }) => {
      const solved = !es_solucion
      posts((post) => {
        const now = solved && post.id === id
        return post.es_solucion === now ? null : { es_solucion: now }
      })
      forum(() => ({ resuelto: solved, id_solucion: solved ? id : null }))
      say(solved ? T.marked : T.unmarked)
    },
  })
  return mutate
}

/** Takes a post out: one with replies leaves its place (contract section 4). */
export function useRemove({ posts, tops, extras, forum, refresh }: Patches) {
  return useMutation({
    mutationFn: ({ id }: FlatPost) => client.DELETE('/api/posts-foro/{id}', call(id)),
    meta: { errorText: T.removeError },
    onSuccess: ({ data }, { id, parent_id, es_solucion }) => {
      if (data?.data.queda)
        posts((post) =>
          post.id === id
            ? { eliminado: true, usuario: null, likes: 0, liked: false, es_solucion: false, contenido: '' }
            : null,
        )
      else {
        tops((all) => dropPost(all, id))
        extras((all) => all.filter((post) => post.id !== id))
        // The posts behind it move up.
        if (parent_id === null) void refresh()
      }
      forum(({ total_posts, resuelto, id_solucion }) => ({
        total_posts: Math.max(0, total_posts - 1),
        resuelto: resuelto && !es_solucion,
        id_solucion: es_solucion ? null : id_solucion,
      }))
      say(T.removed)
    },
  })
}

async function copyLink({ id, id_foro }: FlatPost): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.origin + permalinkOf(id_foro, id))
    say(T.copied)
  } catch {
    notifications.show({ message: T.notCopied, color: 'red', role: 'alert' })
  }
}

/** What is asked of the page for one post. */
export type Asked = { what: 'remove' | 'report' | 'history'; post: FlatPost }

/** A dialog of one post. */
export type PostDialogProps = { post: FlatPost; onClose: () => void }

/** What can be done with a post; the same functions as long as the page stands, so that rows do not draw again. */
export function usePostActions(patches: Patches, ask: (asked: Asked) => void) {
  const like = useLike(patches)
  const solve = useSolve(patches)
  return useMemo(
    () => ({
      like,
      solve,
      copy: (post: FlatPost) => void copyLink(post),
      remove: (post: FlatPost) => ask({ what: 'remove', post }),
      report: (post: FlatPost) => ask({ what: 'report', post }),
      history: (post: FlatPost) => ask({ what: 'history', post }),
    }),
    [like, solve, ask],
  )
}

export type PostActions = ReturnType<typeof usePostActions>
