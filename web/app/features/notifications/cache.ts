import type { LiveNotice, Notification } from '@campus/contract/notifications'
import { MOST_UNREAD } from '@campus/contract/rules'
import { notifications } from '@mantine/notifications'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api'
import { tellTabs } from './live'
import { T } from './texts'

const pathOf = (id: number) => ({ params: { path: { id: String(id) } } })
const unreadOptions = (usuario: number) => api.queryOptions('get', '/api/notificaciones/usuario/{id}', pathOf(usuario))
const ALL_PAGES = ['get', '/api/todas/notificaciones/usuario/{id}'] as const

type Unread = { data: Notification[] }
type Pages = { data: { data: Notification[] } }

/** The unread ones, newest first, at most 100; the bell's count is theirs. */
export const useUnread = (usuario: number) => useQuery(unreadOptions(usuario))

/** Reads again everything that shows notifications. */
export const refreshNotices = (queryClient: QueryClient, usuario: number): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: unreadOptions(usuario).queryKey }),
    queryClient.invalidateQueries({ queryKey: ALL_PAGES }),
  ])

/** Whether what is shown already says what the server's word says: then there is nothing to read again. */
export function isKnown(queryClient: QueryClient, usuario: number, { sin_leer, notificacion }: LiveNotice): boolean {
  const known = queryClient.getQueryData<Unread>(unreadOptions(usuario).queryKey)?.data
  if (!known || known.length !== Math.min(sin_leer, MOST_UNREAD)) return false
  return notificacion?.estado !== 1 || known[0]?.id === notificacion.id
}

/** Shows a state before the server has written it; answers how to take that back. */
async function patch(
  queryClient: QueryClient,
  usuario: number,
  touched: (one: Notification) => boolean,
  estado: 0 | 1,
): Promise<() => void> {
  const { queryKey } = unreadOptions(usuario)
  await Promise.all([queryClient.cancelQueries({ queryKey }), queryClient.cancelQueries({ queryKey: ALL_PAGES })])
  const before = [
    ...queryClient.getQueriesData({ queryKey }),
    ...queryClient.getQueriesData<unknown>({ queryKey: ALL_PAGES }),
  ]
  const change = (one: Notification) => (touched(one) ? { ...one, estado } : one)
  queryClient.setQueryData<Unread>(
    queryKey,
    (kept) => kept && { data: kept.data.map(change).filter((one) => one.estado === 1) },
  )
  queryClient.setQueriesData<Pages>(
    { queryKey: ALL_PAGES },
    (kept) => kept && { ...kept, data: { ...kept.data, data: kept.data.data.map(change) } },
  )
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

/** Marks, each shown at once in every tab and taken back when the server refuses (look.md "Feedback"). */
export function useMarks(usuario: number) {
  const queryClient = useQueryClient()
  const one = (estado: 0 | 1) => ({
    onMutate: ({ params }: ReturnType<typeof pathOf>) =>
      patch(queryClient, usuario, ({ id }) => String(id) === params.path.id, estado),
    onError: (_error: unknown, _sent: unknown, takeBack: (() => void) | undefined) => takeBack?.(),
    onSettled: settle,
  })
  function settle(): Promise<unknown> {
    tellTabs(usuario)
    return refreshNotices(queryClient, usuario)
  }
  const read = api.useMutation('put', '/api/notificaciones/desactivar/{id}', one(0))
  const unread = api.useMutation('put', '/api/notificaciones/activar/{id}', one(1))
  const all = api.useMutation('put', '/api/notificaciones/desactivar/todas', {
    onMutate: () => patch(queryClient, usuario, () => true, 0),
    onError: (_error, _sent, takeBack) => takeBack?.(),
    onSuccess: () => notifications.show({ message: T.markedAll, color: 'teal', role: 'status' }),
    onSettled: settle,
  })
  return {
    read: (notice: Notification) => notice.estado === 1 && read.mutate(pathOf(notice.id)),
    unread: (notice: Notification) => unread.mutate(pathOf(notice.id)),
    all: () => all.mutate({}),
    busy: all.isPending,
  }
}
