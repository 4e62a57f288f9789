import type { Notification } from '@campus/contract/notifications'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatDateTime } from '../../platform/format'
import type { useMarks } from './cache'
import classes from './notices.module.css'
import { targetOf, targetText } from './words'

const PARAM = 'aviso'

/** The same address with a notification open, or with none. */
export function withNotice(params: URLSearchParams, id: number | null): string {
  const next = new URLSearchParams(params)
  if (id === null) next.delete(PARAM)
  else next.set(PARAM, String(id))
  return `?${next}`
}

function Actions({ notice, marks }: { notice: Notification; marks: ReturnType<typeof useMarks> }) {
  const [params, setParams] = useSearchParams()
  const close = () => setParams(withNotice(params, null).slice(1), { preventScrollReset: true })
  const leads = targetText(notice)
  const mark = () => {
    if (notice.estado === 1) marks.read(notice)
    else marks.unread(notice)
    close()
  }
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={mark}>
        {notice.estado === 1 ? 'Marcar como leída' : 'Marcar como no leída'}
      </Button>
      {leads && (
        <Button
          component={Link}
          to={targetOf(notice)}
          onClick={() => marks.read(notice)}
          rightSection={<IconArrowRight size={18} aria-hidden />}
        >
          {leads}
        </Button>
      )}
    </div>
  )
}

/** A notification in full and where it leads; which one is in the address (campus.md section 2). */
export function NoticeDialog({ notices, marks }: { notices: Notification[]; marks: ReturnType<typeof useMarks> }) {
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get(PARAM))
  const found = notices.find((one) => one.id === asked)
  // Read, it leaves the list of the unread; the dialog still shows it, also while it closes.
  const [kept, setKept] = useState(found)
  if (found && found !== kept) setKept(found)
  const notice = found ?? kept
  if (!notice) return null
  return (
    <Modal
      opened={notice.id === asked}
      onClose={() => setParams(withNotice(params, null).slice(1), { preventScrollReset: true })}
      title={notice.tipo === 'Otro' ? 'Aviso' : notice.tipo}
      centered
      closeButtonProps={{ 'aria-label': 'Cerrar', size: 44 }}
    >
      <Stack gap="md">
        <Text size="lg" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {notice.mensaje}
        </Text>
        <Text c="dimmed" size="sm">
          {formatDateTime(notice.fecha_envio)}
        </Text>
        <Actions notice={notice} marks={marks} />
      </Stack>
    </Modal>
  )
}
