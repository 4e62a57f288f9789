import type { LiveNotice, Notification } from '@campus/contract/notifications'
import { NOTIFICATION_CUT_PAGE } from '@campus/contract/rules'
import { notifications } from '@mantine/notifications'
import { IconBell } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { isKnown, refreshNotices } from './cache'
import { startLive } from './live'
import { T } from './texts'
import { cutText, targetOf } from './words'

function say(notice: Notification, onOpen: (notice: Notification) => void): void {
  const id = `notificacion-${notice.id}`
  const open = () => {
    notifications.hide(id)
    onOpen(notice)
  }
  notifications.show({
    id,
    title: T.live,
    message: (
      <Link to={targetOf(notice)} onClick={open}>
        {cutText(notice.mensaje, NOTIFICATION_CUT_PAGE)}
      </Link>
    ),
    icon: <IconBell size={18} aria-hidden />,
    autoClose: 6000,
    closeButtonProps: { 'aria-label': 'Cerrar aviso' },
    role: 'status',
  })
}

const sentAt = (notice: Notification | null) => (notice ? Date.parse(notice.fecha_envio) : 0)

/** Hears what is new while the page is open, keeps every list in step and says it politely. */
export function useLive(usuario: number, token: string, onOpen: (notice: Notification) => void): void {
  const queryClient = useQueryClient()
  // The stream is a thing outside of React: it lives as long as this person's session.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onOpen` is only called later; a new one opens no new stream
  useEffect(() => {
    // The first word tells what there was already: only what comes after it is new.
    let newest = Number.POSITIVE_INFINITY
    const hear = (word: LiveNotice) => {
      const { notificacion } = word
      const sent = sentAt(notificacion)
      const isFirst = newest === Number.POSITIVE_INFINITY
      const isNew = sent > newest
      newest = isFirst ? sent : Math.max(newest, sent)
      // What the screen has just asked for is not asked for again.
      if (isFirst && isKnown(queryClient, usuario, word)) return
      void refreshNotices(queryClient, usuario)
      if (notificacion && isNew && document.visibilityState === 'visible') say(notificacion, onOpen)
    }
    return startLive({
      usuario,
      token,
      onNotice: hear,
      onChange: () => void refreshNotices(queryClient, usuario),
    })
  }, [usuario, token, queryClient])
}
