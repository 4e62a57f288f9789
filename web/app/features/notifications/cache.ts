import type { LiveNotice, Notification } from '@campus/contract/notifications'
import { MAX_UNREAD } from '@campus/contract/rules'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { toast } from '../../lib/toasts'
import { notifyTabs } from './live'
import { TEXTS } from './texts'

const pathOf = (id: number) => ({ params: { path: { id: String(id) } } })
const unreadOptions = (usuario: number) => api.queryOptions('get', '/api/notificaciones/usuario/{id}', pathOf(usuario))
const ALL_PAGES = ['get', '/api/todas/notificaciones/usuario/{id}'] as const

type Unread = { data: Notification[] }
type Pages = { data: { data: Notification[] } }

/** The unread ones, newest first, at most 100; the bell shows their number. */
export const useUnread = (usuario: number) => useQuery(unreadOptions(usuario))

export const refreshNotices = (queryClient: QueryClient, usuario: number): Promise<unknown> =>
  Promise.all(
    [unreadOptions(usuario).queryKey, ALL_PAGES].map(async (queryKey) => {
      // A first answer still under way may be older than the change, and invalidating alone would wait for it.
      await queryClient.cancelQueries({ queryKey })
      await queryClient.invalidateQueries({ queryKey })
    }),
  )

/** Whether the cache already has what the event reports. */
export function isCached(queryClient: QueryClient, usuario: number, { sin_leer, notificacion }: LiveNotice): boolean {
  const cached = queryClient.getQueryData<Unread>(unreadOptions(usuario).queryKey)?.data
  if (!cached || cached.length !== Math.min(sin_leer, MAX_UNREAD)) return false
  if (notificacion?.estado !== 1) return true
  return cached[0]?.id === notificacion.id && cached[0].cuenta === notificacion.cuenta
}

/** Changes the cache optimistically; returns the rollback. */
async function patch(
  queryClient: QueryClient,
  usuario: number,
  touched: (notice: Notification) => boolean,
  estado: 0 | 1,
): Promise<() => void> {
  const { queryKey } = unreadOptions(usuario)
  await Promise.all([queryClient.cancelQueries({ queryKey }), queryClient.cancelQueries({ queryKey: ALL_PAGES })])
  const before = [
    ...queryClient.getQueriesData({ queryKey }),
    ...queryClient.getQueriesData<unknown>({ queryKey: ALL_PAGES }),
  ]
  const change = (notice: Notification) => (touched(notice) ? { ...notice, estado } : notice)
  queryClient.setQueryData<Unread>(
    queryKey,
    (cached) => cached && { data: cached.data.map(change).filter((notice) => notice.estado === 1) },
  )
  queryClient.setQueriesData<Pages>(
    { queryKey: ALL_PAGES },
    (cached) => cached && { ...cached, data: { ...cached.data, data: cached.data.data.map(change) } },
  )
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

/** Marks notifications optimistically in every tab; rolls back when the server refuses. */
export function useMarks(usuario: number) {
  const queryClient = useQueryClient()
  const notice = (estado: 0 | 1) => ({
    onMutate: ({ params }: ReturnType<typeof pathOf>) =>
      patch(queryClient, usuario, ({ id }) => String(id) === params.path.id, estado),
    onError: (_error: unknown, _sent: unknown, takeBack: (() => void) | undefined) => takeBack?.(),
    onSettled: settle,
  })
  function settle(): Promise<unknown> {
    notifyTabs(usuario)
    return refreshNotices(queryClient, usuario)
  }
  const read = api.useMutation('put', '/api/notificaciones/desactivar/{id}', notice(0))
  const seen = api.useMutation('put', '/api/notificaciones/desactivar/{id}', { ...notice(0), meta: { handled: true } })
  const unread = api.useMutation('put', '/api/notificaciones/activar/{id}', notice(1))
  const all = api.useMutation('put', '/api/notificaciones/desactivar/todas', {
    onMutate: () => patch(queryClient, usuario, () => true, 0),
    onError: (_error, _sent, takeBack) => takeBack?.(),
    onSuccess: () => toast(TEXTS.markedAll),
    onSettled: settle,
  })
  return {
    read: (notice: Notification) => notice.estado === 1 && read.mutate(pathOf(notice.id)),
    /** {@link read} unasked: its failure is not shown. */
    seen: (notice: Notification) => seen.mutate(pathOf(notice.id)),
    unread: (notice: Notification) => unread.mutate(pathOf(notice.id)),
    all: () => all.mutate({}),
    busy: all.isPending,
  }
}
