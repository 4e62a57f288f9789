import type { Notification } from '@campus/contract/notifications'
import { NOTIFICATION_CUT_MENU } from '@campus/contract/rules'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconBell, IconBellCheck, IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatAgo } from '../../platform/ago'
import type { Session } from '../../platform/session'
import { Dropdown } from '../../ui/dropdown'
import classes from './bell.module.css'
import { useMarks, useUnread } from './cache'
import { T } from './texts'
import { TypeIcon } from './type-icon'
import { useLive } from './use-live'
import { badgeText, cutText, targetOf } from './words'

/** The dropdown shows so many; the rest are on the page. */
const SHOWN = 5

type Marks = ReturnType<typeof useMarks>

function Row({ notice, onOpen }: { notice: Notification; onOpen: () => void }) {
  return (
    <li>
      <Link to={targetOf(notice)} className={classes.row} onClick={onOpen}>
        <TypeIcon tipo={notice.tipo} />
        <span className={classes.words}>
          <span className={classes.text} title={notice.mensaje}>
            {cutText(notice.mensaje, NOTIFICATION_CUT_MENU)}
          </span>
          <time dateTime={notice.fecha_envio}>{formatAgo(notice.fecha_envio, Date.now())}</time>
        </span>
        <span className={classes.unread} aria-hidden="true" />
      </Link>
    </li>
  )
}

function Rows({ query, marks, onClose }: { query: ReturnType<typeof useUnread>; marks: Marks; onClose: () => void }) {
  if (query.data === undefined && query.error)
    return (
      <div className={classes.empty} role="alert">
        <p>{T.error}</p>
        <Button variant="light" onClick={() => query.refetch()}>
          Reintentar
        </Button>
      </div>
    )
  if (query.data === undefined)
    return (
      <div className={classes.waiting} aria-busy="true">
        <Skeleton height={44} radius="md" />
        <Skeleton height={44} radius="md" />
      </div>
    )
  if (query.data.data.length === 0)
    return (
      <div className={classes.empty}>
        <IconBellCheck size={40} stroke={1.4} aria-hidden />
        <p>{T.noUnreadText}</p>
      </div>
    )
  return (
    <ul className={classes.list}>
      {query.data.data.slice(0, SHOWN).map((notice) => (
        <Row
          key={notice.id}
          notice={notice}
          onOpen={() => {
            marks.read(notice)
            onClose()
          }}
        />
      ))}
    </ul>
  )
}

function Unread({ query, marks, onClose }: { query: ReturnType<typeof useUnread>; marks: Marks; onClose: () => void }) {
  return (
    <>
      <div className={classes.head}>
        <strong>{T.title}</strong>
        <ActionIcon
          component={Link}
          to="/notificaciones/preferencias"
          onClick={onClose}
          size={44}
          variant="subtle"
          color="gray"
          aria-label={T.preferences}
        >
          <IconSettings size={20} stroke={1.7} />
        </ActionIcon>
      </div>
      <Rows query={query} marks={marks} onClose={onClose} />
      <div className={classes.foot}>
        {query.data && query.data.data.length > 0 && (
          <Button variant="subtle" size="sm" h={44} loading={marks.busy} onClick={marks.all}>
            {T.markAll}
          </Button>
        )}
        <Button component={Link} to="/notificaciones" variant="subtle" size="sm" h={44} onClick={onClose}>
          Ver todas
        </Button>
      </div>
    </>
  )
}

/** The bell: a red dot with the count while something is unread, the newest behind it, live (campus.md section 2). */
export default function Bell({ user, token }: Session) {
  const query = useUnread(user.id)
  const marks = useMarks(user.id)
  useLive(user.id, token, marks.read)
  const unread = query.data?.data.length ?? 0
  return (
    <Dropdown
      role="dialog"
      label={T.title}
      width={360}
      className={classes.dropdown}
      button={(button) => (
        <ActionIcon
          {...button}
          className={classes.bell}
          size={44}
          radius="xl"
          variant="subtle"
          color="gray"
          aria-label={unread > 0 ? `${T.title}: ${badgeText(unread)} sin leer` : T.title}
        >
          <IconBell size={24} stroke={1.7} />
          {unread > 0 && (
            <span className={classes.badge} aria-hidden="true">
              {badgeText(unread)}
            </span>
          )}
        </ActionIcon>
      )}
    >
      {({ opened, close }) => opened && <Unread query={query} marks={marks} onClose={close} />}
    </Dropdown>
  )
}
