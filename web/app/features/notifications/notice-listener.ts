import type { LiveNotice, Notification } from '@campus/contract/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { isCached, refreshNotices } from './cache'

const sentAt = (notice: Notification | null) => (notice ? Date.parse(notice.fecha_envio) : 0)

/**
 * Reloads the lists with each event and shows the notification when it is new; the first event only says what there
 * was before.
 */
export function createNoticeListener(
  queryClient: QueryClient,
  usuario: number,
  onNew: (notice: Notification) => void,
): (event: LiveNotice) => void {
  let newest = Number.POSITIVE_INFINITY
  return (event) => {
    const { notificacion } = event
    const sent = sentAt(notificacion)
    const isFirst = newest === Number.POSITIVE_INFINITY
    const isNew = sent > newest
    newest = isFirst ? sent : Math.max(newest, sent)
    if (isFirst && isCached(queryClient, usuario, event)) return
    void refreshNotices(queryClient, usuario)
    if (notificacion && isNew) onNew(notificacion)
  }
}
