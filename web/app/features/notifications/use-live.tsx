import { noticeLines } from '@campus/contract/notice-text'
import type { Notification } from '@campus/contract/notifications'
import { IconBell } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { hideToast, toast } from '../../lib/toasts'
import { refreshNotices } from './cache'
import { startLive } from './live'
import { targetOf } from './notice-format'
import { createNoticeListener } from './notice-listener'
import { TEXTS } from './texts'

function titleOf({ mensaje, asunto }: Notification): string {
  const { happened } = noticeLines(mensaje)
  return asunto ? `${happened}: ${asunto}` : happened
}

function showToast(notice: Notification, onOpen: (notice: Notification) => void): void {
  const id = `notificacion-${notice.id}`
  const open = () => {
    hideToast(id)
    onOpen(notice)
  }
  toast(
    <Link to={targetOf(notice)} onClick={open}>
      {titleOf(notice)}
    </Link>,
    { id, title: TEXTS.live, icon: <IconBell size={18} aria-hidden /> },
  )
}

/** Receives live notifications, reloads the lists and shows a toast. */
export function useLive(usuario: number, token: string, onOpen: (notice: Notification) => void): void {
  const queryClient = useQueryClient()
  // The stream lives as long as this session.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onOpen` is only called later; a new one opens no new stream
  useEffect(() => {
    const onNew = (notice: Notification) => {
      // The result of the exam tells the certificate itself.
      const told = notice.tipo === 'Certificación' && window.location.pathname.startsWith('/examen/')
      if (document.visibilityState === 'visible' && !told) showToast(notice, onOpen)
    }
    return startLive({
      usuario,
      token,
      onNotice: createNoticeListener(queryClient, usuario, onNew),
      onChange: () => void refreshNotices(queryClient, usuario),
    })
  }, [usuario, token, queryClient])
}
