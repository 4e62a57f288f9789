import type { Comment, Reply } from '@campus/contract/comments'
import { REPLIES_PER_COMMENT } from '@campus/contract/rules'
import { IconThumbUp } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { envioFor, forgetEnvio } from '../../lib/envio'
import { failureText } from '../../lib/errors'
import { toast } from '../../lib/toasts'
import { addComment, addReplies, type CommentPage, type Pages, patchComment, removeComment } from './comment-pages'
import { TEXTS } from './texts'
import { useCount } from './use-count'

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

/** The comments of a lesson, newest first, or the pages around one of them. */
export function useComments(lesson: number, around: number | null) {
  const first: Asked = around ? { comentario: around } : { page: 1 }
  return useInfiniteQuery({
    queryKey: [...keyOf(lesson), around],
    queryFn: ({ pageParam, signal }) => readPage(lesson, pageParam, signal),
    initialPageParam: first,
    getNextPageParam: (last): Asked | null =>
      last.current_page < last.last_page ? { page: last.current_page + 1 } : null,
    getPreviousPageParam: (newest): Asked | null =>
      newest.current_page > 1 ? { page: newest.current_page - 1 } : null,
  })
}

/** Changes the cached comments of a lesson, whichever pages are loaded. */
function useChange(lesson: number) {
  const queryClient = useQueryClient()
  return (change: (pages: Pages<Asked>) => Pages<Asked>) =>
    queryClient.setQueriesData<Pages<Asked>>({ queryKey: keyOf(lesson) }, (pages) => pages && change(pages))
}

/** A repeated message replaces the one before. */
const showSuccess = (message: string, icon?: ReactNode): void => toast(message, { id: 'comentarios', icon })

/** Loads a comment's replies by pages; the first page may have come with it in part. */
export function useReplies({ id, id_leccion, replies }: Comment) {
  const change = useChange(id_leccion)
  const [pages, setPages] = useState(replies.length < REPLIES_PER_COMMENT ? 0 : 1)
  const more = useMutation({
    mutationFn: (page: number) =>
      client.GET('/api/comentarios/{id}/respuestas', { params: { path: { id: String(id) }, query: { page } } }),
    meta: { errorText: TEXTS.moreReplies },
    onSuccess: ({ data }, page) => {
      if (!data) return
      setPages(page)
      change((known) => addReplies(known, id, data.data.data, data.data.total))
    },
  })
  return { busy: more.isPending, more: () => more.mutate(pages + 1) }
}

/** Saves an edit; the caller holds the text until it is saved. */
export function useEdit({ id, id_leccion }: Reply, onSaved: () => void) {
  const change = useChange(id_leccion)
  const save = api.useMutation('put', '/api/comentarios/{id}', {
    meta: { errorText: TEXTS.updateError },
    onSuccess: ({ data: { comentario, editado_en } }) => {
      change((pages) => patchComment(pages, id, () => ({ comentario, editado_en })))
      showSuccess(TEXTS.updated)
      onSaved()
    },
  })
  return {
    busy: save.isPending,
    reason: save.error ? failureText(save.error) : undefined,
    send: (comentario: string) => save.mutate({ params: { path: { id: String(id) } }, body: { comentario } }),
  }
}

/** Deletes a comment; one with replies leaves a placeholder. */
export function useRemove({ id, id_leccion }: Reply, onRemoved: (id: number) => void, onDone: () => void) {
  const change = useChange(id_leccion)
  const total = useCount()
  const remove = api.useMutation('delete', '/api/comentarios/{id}', {
    meta: { errorText: TEXTS.removeError },
    onSuccess: ({ data: { queda } }) => {
      change((pages) => removeComment(pages, id, queda))
      total.change(-1)
      onRemoved(id)
      showSuccess(TEXTS.removed)
    },
    onSettled: onDone,
  })
  return { busy: remove.isPending, send: () => remove.mutate({ params: { path: { id: String(id) } } }) }
}

/** Publishes a comment or a reply; the caller holds the text until it is published. */
export function usePublish(lesson: number, onPublished: (comment: Comment) => void) {
  const change = useChange(lesson)
  const total = useCount()
  const form = `comentario-${lesson}`
  const publish = api.useMutation('post', '/api/comentarios', {
    meta: { errorText: TEXTS.sendError },
    onSuccess: ({ data }) => {
      forgetEnvio(form)
      change((pages) => addComment(pages, data))
      total.change(1)
      showSuccess(TEXTS.published)
      onPublished(data)
    },
  })
  return {
    busy: publish.isPending,
    reason: publish.error ? failureText(publish.error) : undefined,
    send: (comentario: string, parent_id: number | null) =>
      publish.mutate({
        body: { comentario, id_leccion: lesson, parent_id, envio: envioFor(form, `${parent_id ?? ''} ${comentario}`) },
      }),
  }
}

export const flipped = ({ liked, likes }: Reply) => ({ liked: !liked, likes: likes + (liked ? -1 : 1) })

/** Likes or withdraws optimistically; rolls back when the server refuses. */
export function useLike(lesson: number, { id, liked }: Reply) {
  const change = useChange(lesson)
  const flip = () => change((pages) => patchComment(pages, id, flipped))
  const optimistic = {
    meta: { errorText: TEXTS.likeError },
    onMutate: flip,
    onError: flip,
    onSuccess: ({ data }: { data: { likes: number; liked: boolean } }) =>
      change((pages) => patchComment(pages, id, () => ({ likes: data.likes, liked: data.liked }))),
  }
  const like = api.useMutation('put', '/api/comentarios/like/{id}', {
    ...optimistic,
    onSuccess: (answer) => {
      optimistic.onSuccess(answer)
      showSuccess(TEXTS.liked, <IconThumbUp size={18} aria-hidden />)
    },
  })
  const withdraw = api.useMutation('delete', '/api/comentarios/like/{id}', optimistic)
  return {
    /** The next press waits for this response, otherwise the two could arrive in either order. */
    busy: like.isPending || withdraw.isPending,
    press: () => {
      const sent = { params: { path: { id: String(id) } } }
      if (liked) withdraw.mutate(sent)
      else like.mutate(sent)
    },
  }
}
