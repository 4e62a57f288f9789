import type { Notification } from '@campus/contract/notifications'
import { NOTIFICATION_CUT_PAGE } from '@campus/contract/rules'
import { notifications } from '@mantine/notifications'
import { IconBell } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { refreshNotices } from './cache'
import { createHearing } from './hearing'
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

/** Hears what is new while the page is open, keeps every list in step and says it politely. */
export function useLive(usuario: number, token: string, onOpen: (notice: Notification) => void): void {
  const queryClient = useQueryClient()
  // The stream is a thing outside of React: it lives as long as this person's session.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onOpen` is only called later; a new one opens no new stream
  useEffect(() => {
    const tell = (notice: Notification) => {
      if (document.visibilityState === 'visible') say(notice, onOpen)
    }
    return startLive({
      usuario,
      token,
      onNotice: createHearing(queryClient, usuario, tell),
      onChange: () => void refreshNotices(queryClient, usuario),
    })
  }, [usuario, token, queryClient])
}
