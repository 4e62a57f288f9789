import { IconBell } from '@tabler/icons-react'
import { lazy } from 'react'
import type { Session } from '../../lib/session'
import { IconButton } from '../../ui/icon-button'
import { LateMenu, type MenuButton } from '../../ui/late-menu'
import classes from './bell.module.css'
import { useMarks, useUnread } from './cache'
import { badgeText } from './notice-format'
import { ReadHere } from './read-here'
import { TEXTS } from './texts'
import { useLive } from './use-live'

const loadPanel = () => import('./bell-panel')
const BellPanel = lazy(loadPanel)

/** The bell with the unread count and, opened, the newest notifications, live (docs/product/accounts.md 7.3). */
export default function Bell({ user, token }: Session) {
  const query = useUnread(user.id)
  const marks = useMarks(user.id)
  useLive(user.id, token, marks.read)
  const unread = query.data?.data.length ?? 0
  const button: MenuButton = (props) => (
    <IconButton aria-label={unread > 0 ? `${TEXTS.title}: ${badgeText(unread)} sin leer` : TEXTS.title} {...props}>
      <IconBell size={24} stroke={1.7} />
      {unread > 0 && (
        <span className={classes.badge} aria-hidden="true">
          {badgeText(unread)}
        </span>
      )}
    </IconButton>
  )
  return (
    <>
      <LateMenu button={button} load={loadPanel} popup="dialog">
        <BellPanel button={button} query={query} marks={marks} />
      </LateMenu>
      <ReadHere unread={query.data?.data} onRead={marks.seen} />
    </>
  )
}
