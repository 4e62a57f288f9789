import type { Comment, Reply } from '@campus/contract/comments'
import { REPLIES_PER_COMMENT } from '@campus/contract/rules'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconThumbUp } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api'
import { client } from '../../platform/client'
import { addComment, addReplies, type CommentPage, type Pages, patchComment, removeComment } from './pages'
import { T } from './texts'

type Asked = { page: number } | { comentario: number }

const keyOf = (lesson: number) => ['get', '/api/comentarios/leccion/{id}', lesson]

async function readPage(lesson: number, query: Asked, signal: AbortSignal): Promise<CommentPage> {
  const { data } = await client.GET('/api/comentarios/leccion/{id}', {
    params: { path: { id: String(lesson) }, query },
    signal,
  })
  if (!data) throw new Error('a page without data')
  return data.data
}

/** The comments of a lesson, newest first, or those around one of them; more in both directions. */
export function useComments(lesson: number, around: number | null, enabled: boolean) {
  const first: Asked = around ? { comentario: around } : { page: 1 }
  return useInfiniteQuery({
    queryKey: [...keyOf(lesson), around],
    queryFn: ({ pageParam, signal }) => readPage(lesson, pageParam, signal),
    initialPageParam: first,
    getNextPageParam: (last): Asked | null =>
      last.current_page < last.last_page ? { page: last.current_page + 1 } : null,
    getPreviousPageParam: (newest): Asked | null =>
      newest.current_page > 1 ? { page: newest.current_page - 1 } : null,
    enabled,
  })
}

/** Changes what is shown of a lesson's comments, whichever pages are loaded. */
function useChange(lesson: number) {
  const queryClient = useQueryClient()
  return (change: (pages: Pages<Asked>) => Pages<Asked>) =>
    queryClient.setQueriesData<Pages<Asked>>({ queryKey: keyOf(lesson) }, (pages) => pages && change(pages))
}

const say = (message: string) =>
  notifications.show({ message, color: 'teal', icon: <IconCheck size={18} aria-hidden />, role: 'status' })

/** Brings a comment's replies by pages; the first may have come with it in part. */
export function useReplies({ id, id_leccion, replies }: Comment) {
  const change = useChange(id_leccion)
  const [pages, setPages] = useState(replies.length < REPLIES_PER_COMMENT ? 0 : 1)
  const more = useMutation({
    mutationFn: (page: number) =>
      client.GET('/api/comentarios/{id}/respuestas', { params: { path: { id: String(id) }, query: { page } } }),
    meta: { errorText: T.moreReplies },
    onSuccess: ({ data }, page) => {
      if (!data) return
      setPages(page)
      change((known) => addReplies(known, id, data.data.data, data.data.total))
    },
  })
  return { busy: more.isPending, more: () => more.mutate(pages + 1) }
}

/** Saves what the author changed; what was typed stays with the caller until it is saved. */
export function useEdit({ id, id_leccion }: Reply, onSaved: () => void) {
  const change = useChange(id_leccion)
  const save = api.useMutation('put', '/api/comentarios/{id}', {
    meta: { errorText: T.updateError },
    onSuccess: ({ data: { comentario, editado_en } }) => {
      change((pages) => patchComment(pages, id, () => ({ comentario, editado_en })))
      say(T.updated)
      onSaved()
    },
  })
  return {
    busy: save.isPending,
    /** Why the last attempt failed, in the server's words. */
    reason: save.error?.message,
    send: (comentario: string) => save.mutate({ params: { path: { id: String(id) } }, body: { comentario } }),
  }
}

/** Deletes a comment; where others replied its place stands. */
export function useRemove({ id, id_leccion }: Reply, onDone: () => void) {
  const change = useChange(id_leccion)
  const remove = api.useMutation('delete', '/api/comentarios/{id}', {
    meta: { errorText: T.removeError },
    onSuccess: ({ data: { queda } }) => {
      change((pages) => removeComment(pages, id, queda))
      say(T.removed)
    },
    onSettled: onDone,
  })
  return { busy: remove.isPending, send: () => remove.mutate({ params: { path: { id: String(id) } } }) }
}

/** Publishes a comment or a reply; what was typed stays with the caller until it is out. */
export function usePublish(lesson: number, onPublished: (comment: Comment) => void) {
  const change = useChange(lesson)
  const publish = api.useMutation('post', '/api/comentarios', {
    meta: { errorText: T.sendError },
    onSuccess: ({ data }) => {
      change((pages) => addComment(pages, data))
      say(T.published)
      onPublished(data)
    },
  })
  return {
    busy: publish.isPending,
    /** Why the last attempt failed, in the server's words. */
    reason: publish.error?.message,
    send: (comentario: string, parent_id: number | null) =>
      publish.mutate({ body: { comentario, id_leccion: lesson, parent_id } }),
  }
}

/** A comment as it is once its like was given or withdrawn. */
export const flipped = ({ liked, likes }: Reply) => ({ liked: !liked, likes: likes + (liked ? -1 : 1) })

/** Likes or withdraws, shown at once and taken back when the server refuses (look.md "Feedback"). */
export function useLike(lesson: number, { id, liked }: Reply) {
  const change = useChange(lesson)
  const flip = () => change((pages) => patchComment(pages, id, flipped))
  const optimistic = {
    meta: { errorText: T.likeError },
    onMutate: flip,
    onError: flip,
    onSuccess: ({ data }: { data: { likes: number; liked: boolean } }) =>
      change((pages) => patchComment(pages, id, () => ({ likes: data.likes, liked: data.liked }))),
  }
  const like = api.useMutation('put', '/api/comentarios/like/{id}', {
    ...optimistic,
    onSuccess: (answer) => {
      optimistic.onSuccess(answer)
      notifications.show({
        message: T.liked,
        color: 'teal',
        icon: <IconThumbUp size={18} aria-hidden />,
        role: 'status',
      })
    },
  })
  const withdraw = api.useMutation('delete', '/api/comentarios/like/{id}', optimistic)
  return {
    /** The next press waits for the answer to this one, or the two could arrive in either order. */
    busy: like.isPending || withdraw.isPending,
    press: () => {
      const sent = { params: { path: { id: String(id) } } }
      if (liked) withdraw.mutate(sent)
      else like.mutate(sent)
    },
  }
}
