import { noticeLines } from '@campus/contract/notice-text'
import type { Notification } from '@campus/contract/notifications'
import { NOTIFICATION_CUT_PAGE } from '@campus/contract/rules'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { formatAgo } from '../../lib/ago'
import { formatDateTime } from '../../lib/format'
import { withNotice } from './notice-dialog'
import { cutText, targetOf, targetText } from './notice-format'
import classes from './notices.module.css'
import { NoticeIcon } from './type-icon'

/** Opens the notification in full; the link beside it leads straight to its subject. */
export function NoticeRow({ notice, onRead }: { notice: Notification; onRead: () => void }) {
  const [params] = useSearchParams()
  const linkText = targetText(notice)
  const unread = notice.estado === 1
  const happened = cutText(noticeLines(notice.mensaje).happened, NOTIFICATION_CUT_PAGE)
  return (
    <li className={classes.row} data-unread={unread || undefined}>
      <Link to={withNotice(params, notice.id)} preventScrollReset className={classes.open} onClick={onRead}>
        <NoticeIcon notice={notice} />
        <span className={classes.words}>
          <span className={classes.text}>
            {unread && <span className="visually-hidden">Sin leer: </span>}
            <span>{happened}</span>
          </span>
          {notice.asunto && <span className={classes.subject}>{notice.asunto}</span>}
          {notice.extracto && <span className={classes.excerpt}>{notice.extracto}</span>}
          <time dateTime={notice.fecha_envio} title={formatDateTime(notice.fecha_envio)}>
            {formatAgo(notice.fecha_envio, Date.now())}
          </time>
        </span>
        {unread && <span className={classes.dot} aria-hidden="true" />}
      </Link>
      {linkText && (
        <Link
          to={targetOf(notice)}
          className={classes.go}
          aria-label={`${linkText}: ${happened}${notice.asunto ? `, ${notice.asunto}` : ''}`}
          onClick={onRead}
        >
          <span>{linkText}</span>
          <IconChevronRight size={18} stroke={1.8} aria-hidden />
        </Link>
      )}
    </li>
  )
}
