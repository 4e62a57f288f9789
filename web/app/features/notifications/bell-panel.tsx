import { noticeLines } from '@campus/contract/notice-text'
import type { Notification } from '@campus/contract/notifications'
import { NOTIFICATION_CUT_MENU } from '@campus/contract/rules'
import { IconBellCheck, IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatAgo } from '../../lib/ago'
import { Button, LinkButton } from '../../ui/button'
import { IconLink } from '../../ui/icon-button'
import type { MenuButton } from '../../ui/late-menu'
import { Popover } from '../../ui/popover'
import { Skeleton } from '../../ui/skeleton'
import classes from './bell.module.css'
import type { useMarks, useUnread } from './cache'
import { cutText, targetOf } from './notice-format'
import { TEXTS } from './texts'
import { NoticeIcon } from './type-icon'

/** How many the dropdown shows; the rest are on the page. */
const SHOWN = 5

type UnreadProps = { query: ReturnType<typeof useUnread>; marks: ReturnType<typeof useMarks> }

function Row({ notice, onOpen }: { notice: Notification; onOpen: () => void }) {
  const { happened } = noticeLines(notice.mensaje)
  return (
    <li>
      <Link to={targetOf(notice)} className={classes.row} onClick={onOpen}>
        <NoticeIcon notice={notice} />
        <span className={classes.words}>
          <span className={classes.text} title={happened}>
            {cutText(happened, NOTIFICATION_CUT_MENU)}
          </span>
          {notice.asunto && <span className={classes.subject}>{notice.asunto}</span>}
          <time dateTime={notice.fecha_envio}>{formatAgo(notice.fecha_envio, Date.now())}</time>
        </span>
        <span className={classes.unread} aria-hidden="true" />
      </Link>
    </li>
  )
}

function Rows({ query, marks }: UnreadProps) {
  if (query.data === undefined && query.error)
    return (
      <div className={classes.empty} role="alert">
        <p>{TEXTS.error}</p>
        <Button variant="light" onClick={() => query.refetch()}>
          Reintentar
        </Button>
      </div>
    )
  if (query.data === undefined)
    return (
      <div className={classes.waiting} aria-busy="true">
        <Skeleton height={44} />
        <Skeleton height={44} />
      </div>
    )
  if (query.data.data.length === 0)
    return (
      <div className={classes.empty}>
        <IconBellCheck size={40} stroke={1.4} aria-hidden />
        <p>{TEXTS.noUnreadTitle}</p>
      </div>
    )
  return (
    <ul className={classes.list}>
      {query.data.data.slice(0, SHOWN).map((notice) => (
        <Row key={notice.id} notice={notice} onOpen={() => marks.read(notice)} />
      ))}
    </ul>
  )
}

/** The newest notifications under the bell; it opens as soon as it is mounted. */
export default function BellPanel({ button, query, marks }: UnreadProps & { button: MenuButton }) {
  return (
    <Popover role="dialog" button={button} opens className={classes.panel}>
      <div className={classes.head}>
        <strong>{TEXTS.title}</strong>
        <IconLink to="/notificaciones/preferencias" aria-label={TEXTS.preferences}>
          <IconSettings size={20} stroke={1.7} />
        </IconLink>
      </div>
      <Rows query={query} marks={marks} />
      <div className={classes.foot}>
        {query.data && query.data.data.length > 0 && (
          <Button variant="subtle" size="sm" loading={marks.busy} onClick={marks.all}>
            {TEXTS.markAll}
          </Button>
        )}
        <LinkButton to="/notificaciones" variant="subtle" size="sm">
          Ver todas
        </LinkButton>
      </div>
    </Popover>
  )
}
