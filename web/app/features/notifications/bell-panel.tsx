import { noticeLines } from '@campus/contract/notice-text'
import type { Notification } from '@campus/contract/notifications'
import { NOTIFICATION_CUT_MENU } from '@campus/contract/rules'
import { ActionIcon, Button, Popover, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBellCheck, IconSettings } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatAgo } from '../../lib/ago'
import { CampusProviders } from '../../lib/campus-providers'
import type { MenuButton } from '../../ui/late-menu'
import classes from './bell.module.css'
import type { useMarks, useUnread } from './cache'
import { cutText, targetOf } from './notice-format'
import { TEXTS } from './texts'
import { NoticeIcon } from './type-icon'

/** How many the dropdown shows; the rest are on the page. */
const SHOWN = 5

type UnreadProps = { query: ReturnType<typeof useUnread>; marks: ReturnType<typeof useMarks>; onClose: () => void }

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

function Rows({ query, marks, onClose }: UnreadProps) {
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
        <Skeleton height={44} radius="md" />
        <Skeleton height={44} radius="md" />
      </div>
    )
  if (query.data.data.length === 0)
    return (
      <div className={classes.empty}>
        <IconBellCheck size={40} stroke={1.4} aria-hidden />
        <p>{TEXTS.noUnreadText}</p>
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

function Unread({ query, marks, onClose }: UnreadProps) {
  return (
    <>
      <div className={classes.head}>
        <strong>{TEXTS.title}</strong>
        <ActionIcon
          component={Link}
          to="/notificaciones/preferencias"
          onClick={onClose}
          size={44}
          variant="subtle"
          color="gray"
          aria-label={TEXTS.preferences}
        >
          <IconSettings size={20} stroke={1.7} />
        </ActionIcon>
      </div>
      <Rows query={query} marks={marks} onClose={onClose} />
      <div className={classes.foot}>
        {query.data && query.data.data.length > 0 && (
          <Button variant="subtle" size="sm" h={44} loading={marks.busy} onClick={marks.all}>
            {TEXTS.markAll}
          </Button>
        )}
        <Button component={Link} to="/notificaciones" variant="subtle" size="sm" h={44} onClick={onClose}>
          Ver todas
        </Button>
      </div>
    </>
  )
}

type BellPanelProps = Omit<UnreadProps, 'onClose'> & { button: MenuButton }

function Panel({ button, ...props }: BellPanelProps) {
  const [opened, { open, close, toggle }] = useDisclosure(false)
  const target = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    target.current?.focus()
    open()
  }, [open])
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      width="min(360px, calc(100vw - 16px))"
      position="bottom-end"
      radius="lg"
      trapFocus
      returnFocus
      classNames={{ dropdown: classes.dropdown }}
    >
      <Popover.Target>{button({ ref: target, onClick: toggle })}</Popover.Target>
      <Popover.Dropdown aria-label={TEXTS.title}>
        <Unread {...props} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The newest notifications under the bell; it opens as soon as it is mounted. */
export default function BellPanel(props: BellPanelProps) {
  return (
    <CampusProviders>
      <Panel {...props} />
    </CampusProviders>
  )
}
