import type { FlatPost } from '@campus/contract/forums'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { client } from '../../../lib/client'
import { forumPath } from '../../../lib/paths'
import { toast } from '../../../lib/toasts'
import { permalinkOf } from './post-address'
import { TEXTS } from './texts'
import type { Patches } from './use-posts'

const call = (id: number) => ({ params: { path: { id: String(id) } } })
const flip = ({ liked, likes }: FlatPost) => ({ liked: !liked, likes: Math.max(0, likes + (liked ? -1 : 1)) })

/** Likes or withdraws optimistically; rolls back when the server refuses. */
function useLike({ posts }: Patches) {
  const sent = useRef(new Set<number>())
  const { mutate } = useMutation({
    mutationFn: ({ id, liked }: FlatPost) =>
      client.POST(liked ? '/api/posts-foro/{id}/unlike' : '/api/posts-foro/{id}/like', call(id)),
    meta: { errorText: TEXTS.likeError },
    onMutate: ({ id }) => posts((post) => (post.id === id ? flip(post) : null)),
    onError: (_error, { id }) => posts((post) => (post.id === id ? flip(post) : null)),
    onSuccess: ({ data }) => {
      if (data) posts((post) => (post.id === data.data.id ? { likes: data.data.likes, liked: data.data.liked } : null))
    },
    onSettled: (_data, _error, { id }) => sent.current.delete(id),
  })
  return useCallback(
    (post: FlatPost) => {
      // The next press waits for this response, otherwise the two could arrive in either order.
      if (sent.current.has(post.id)) return
      sent.current.add(post.id)
      mutate(post)
    },
    [mutate],
  )
}

/** Marks or unmarks the best answer. */
function useSolve({ posts, forum }: Patches) {
  const { mutate } = useMutation({
    mutationFn: ({ id, es_solucion }: FlatPost) =>
      es_solucion
        ? client.DELETE('/api/posts-foro/{id}/solucion', call(id))
        : client.PUT('/api/posts-foro/{id}/solucion', call(id)),
    meta: { errorText: TEXTS.markError },
    onSuccess: (_answer, { id, es_solucion, usuario }) => {
      const solved = !es_solucion
      posts((post) => {
        const now = solved && post.id === id
        return post.es_solucion === now ? null : { es_solucion: now }
      })
      forum(() => ({ resuelto: solved, id_solucion: solved ? id : null, autor_solucion: solved ? usuario : null }))
      toast(solved ? TEXTS.marked : TEXTS.unmarked)
    },
  })
  return mutate
}

async function copyLink(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.origin + path)
    toast(TEXTS.copied)
  } catch {
    toast(TEXTS.notCopied, { color: 'red' })
  }
}

/** A dialog that a post opens, or the opening text (null). */
export type PostDialog = { what: 'remove' | 'report' | 'history' | 'edit'; post: FlatPost | null }

export type PostDialogProps = { forum: number; post: FlatPost | null; onClose: () => void }

/** Memoized, so that posts do not render again. */
export function usePostActions(forum: number, patches: Patches, ask: (dialog: PostDialog) => void) {
  const like = useLike(patches)
  const solve = useSolve(patches)
  return useMemo(
    () => ({
      like,
      solve,
      copy: (post: FlatPost | null) => void copyLink(post ? permalinkOf(forum, post.id) : forumPath(forum)),
      remove: (post: FlatPost | null) => ask({ what: 'remove', post }),
      report: (post: FlatPost | null) => ask({ what: 'report', post }),
      history: (post: FlatPost | null) => ask({ what: 'history', post }),
      editForum: () => ask({ what: 'edit', post: null }),
    }),
    [forum, like, solve, ask],
  )
}

export type PostActions = ReturnType<typeof usePostActions>
