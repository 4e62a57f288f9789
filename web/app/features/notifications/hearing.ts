import type { LiveNotice, Notification } from '@campus/contract/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { isKnown, refreshNotices } from './cache'

const sentAt = (notice: Notification | null) => (notice ? Date.parse(notice.fecha_envio) : 0)

/**
 * What is done with the server's words, in the order in which they come: every list that shows notifications is read again, and
 * `say` is given the one that is new. The first word tells what there was already: nothing of it is new, and what the screen has
 * just asked for is not asked for again.
 */
export function createHearing(
  queryClient: QueryClient,
  usuario: number,
  say: (notice: Notification) => void,
): (word: LiveNotice) => void {
  let newest = Number.POSITIVE_INFINITY
  return (word) => {
    const { notificacion } = word
    const sent = sentAt(notificacion)
    const isFirst = newest === Number.POSITIVE_INFINITY
    const isNew = sent > newest
    newest = isFirst ? sent : Math.max(newest, sent)
    if (isFirst && isKnown(queryClient, usuario, word)) return
    void refreshNotices(queryClient, usuario)
    if (notificacion && isNew) say(notificacion)
  }
}
