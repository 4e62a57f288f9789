import type { Notification } from '@campus/contract/notifications'
import { NOTIFICATION_CUT_PAGE } from '@campus/contract/rules'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { formatAgo } from '../../platform/ago'
import { formatDateTime } from '../../platform/format'
import { withNotice } from './notice-dialog'
import classes from './notices.module.css'
import { TypeIcon } from './type-icon'
import { cutText, targetOf, targetText } from './words'

/** A line of the page: opens the notification in full; the arrow goes straight to what it speaks of. */
export function NoticeRow({ notice, onRead }: { notice: Notification; onRead: () => void }) {
  const [params] = useSearchParams()
  const leads = targetText(notice)
  const unread = notice.estado === 1
  return (
    <li className={classes.row} data-unread={unread || undefined}>
      <Link to={withNotice(params, notice.id)} preventScrollReset className={classes.open} onClick={onRead}>
        <TypeIcon tipo={notice.tipo} />
        <span className={classes.words}>
          <span className={classes.text}>
            {unread && <span className="visually-hidden">Sin leer: </span>}
            {cutText(notice.mensaje, NOTIFICATION_CUT_PAGE)}
          </span>
          <time dateTime={notice.fecha_envio} title={formatDateTime(notice.fecha_envio)}>
            {formatAgo(notice.fecha_envio, Date.now())}
          </time>
        </span>
        {unread && <span className={classes.dot} aria-hidden="true" />}
      </Link>
      {leads && (
        <Link
          to={targetOf(notice)}
          className={classes.go}
          aria-label={`${leads}: ${cutText(notice.mensaje, NOTIFICATION_CUT_PAGE)}`}
          title={leads}
          onClick={onRead}
        >
          <IconChevronRight size={22} stroke={1.8} aria-hidden />
        </Link>
      )}
    </li>
  )
}
