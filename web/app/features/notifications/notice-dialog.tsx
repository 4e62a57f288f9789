import { noticeLines } from '@campus/contract/notice-text'
import type { Notification } from '@campus/contract/notifications'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatDateTime } from '../../lib/format'
import { Button, LinkButton } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Stack } from '../../ui/stack'
import { Text } from '../../ui/text'
import type { useMarks } from './cache'
import { targetOf, targetText } from './notice-format'
import classes from './notices.module.css'

const PARAM = 'aviso'

export function withNotice(params: URLSearchParams, id: number | null): string {
  const next = new URLSearchParams(params)
  if (id === null) next.delete(PARAM)
  else next.set(PARAM, String(id))
  return `?${next}`
}

function Actions({ notice, marks }: { notice: Notification; marks: ReturnType<typeof useMarks> }) {
  const [params, setParams] = useSearchParams()
  const close = () => setParams(withNotice(params, null).slice(1), { preventScrollReset: true })
  const linkText = targetText(notice)
  const mark = () => {
    if (notice.estado === 1) marks.read(notice)
    else marks.unread(notice)
    close()
  }
  return (
    <DialogActions>
      <Button variant="default" onClick={mark}>
        {notice.estado === 1 ? 'Marcar como leída' : 'Marcar como no leída'}
      </Button>
      {linkText && (
        <LinkButton
          to={targetOf(notice)}
          onClick={() => marks.read(notice)}
          rightSection={<IconArrowRight size={18} aria-hidden />}
        >
          {linkText}
        </LinkButton>
      )}
    </DialogActions>
  )
}

/** A notification in full; which one is in the address. */
export function NoticeDialog({ notices, marks }: { notices: Notification[]; marks: ReturnType<typeof useMarks> }) {
  const [params, setParams] = useSearchParams()
  const openId = Number(params.get(PARAM))
  const current = notices.find((notice) => notice.id === openId)
  // Reading removes it from the unread list, but the dialog still shows it.
  const [shown, setShown] = useState(current)
  if (current && current !== shown) setShown(current)
  const notice = current ?? shown
  if (notice?.id !== openId) return null
  const { happened, details } = noticeLines(notice.mensaje)
  return (
    <Dialog
      onClose={() => setParams(withNotice(params, null).slice(1), { preventScrollReset: true })}
      title={notice.tipo === 'Otro' ? 'Aviso' : notice.tipo}
    >
      <Stack>
        <div className={classes.whole}>
          <p>{happened}</p>
          {notice.asunto && <p>{notice.asunto}</p>}
          {details && <p>{details}</p>}
        </div>
        <Text small dimmed>
          {formatDateTime(notice.fecha_envio)}
        </Text>
        <Actions notice={notice} marks={marks} />
      </Stack>
    </Dialog>
  )
}
