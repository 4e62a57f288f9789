import type { Notification } from '@campus/contract/notifications'
import { IconBellOff, IconChecks, IconSettings } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../lib/api'
import { useUser } from '../../lib/session'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { IconLink } from '../../ui/icon-button'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Pager, usePage } from '../../ui/pager'
import { Skeleton } from '../../ui/skeleton'
import { Stack } from '../../ui/stack'
import { Title } from '../../ui/title'
import { useMarks, useUnread } from './cache'
import { NoticeDialog } from './notice-dialog'
import { badgeText, groupByDay } from './notice-format'
import { NoticeRow } from './notice-row'
import classes from './notices.module.css'
import { TEXTS } from './texts'

const PER_PAGE = 20
const FILTER = 'filtro'
const UNREAD = 'no-leidas'

type Marks = ReturnType<typeof useMarks>

function ListSkeleton() {
  return (
    <Stack gap="xs" style={{ maxWidth: 860 }}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={68} />
      ))}
    </Stack>
  )
}

function List({ notices, page, last, marks }: { notices: Notification[]; page: number; last: number; marks: Marks }) {
  return (
    <>
      <div className={classes.groups}>
        {groupByDay(notices, Date.now()).map(({ day, notices: dayNotices }) => (
          <section key={day} aria-labelledby={`dia-${day}`}>
            <Title order={2} look={3} id={`dia-${day}`}>
              {day}
            </Title>
            <ul className={classes.list}>
              {dayNotices.map((notice) => (
                <NoticeRow key={notice.id} notice={notice} onRead={() => marks.read(notice)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Pager page={page} last={last} label="Páginas de notificaciones" />
      <NoticeDialog notices={notices} marks={marks} />
    </>
  )
}

function AllNotices({ usuario, marks }: { usuario: number; marks: Marks }) {
  const page = usePage()
  const query = api.useQuery('get', '/api/todas/notificaciones/usuario/{id}', {
    params: { path: { id: String(usuario) }, query: { page, per_page: PER_PAGE } },
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton />} errorTitle={TEXTS.error}>
      {({ data }) =>
        data.total === 0 ? (
          <EmptyState icon={IconBellOff} title={TEXTS.emptyTitle} text={TEXTS.emptyText} />
        ) : (
          <List notices={data.data} page={data.current_page} last={data.last_page} marks={marks} />
        )
      }
    </Loaded>
  )
}

function UnreadNotices({ query, marks }: { query: ReturnType<typeof useUnread>; marks: Marks }) {
  const last = Math.max(1, Math.ceil((query.data?.data.length ?? 0) / PER_PAGE))
  const page = Math.min(usePage(), last)
  return (
    <Loaded query={query} skeleton={<ListSkeleton />} errorTitle={TEXTS.error}>
      {({ data }) => (
        <>
          {data.length === 0 && <EmptyState icon={IconChecks} color="teal" title={TEXTS.noUnreadTitle} />}
          <List notices={data.slice((page - 1) * PER_PAGE, page * PER_PAGE)} page={page} last={last} marks={marks} />
        </>
      )}
    </Loaded>
  )
}

function Filters({ onlyUnread, unread }: { onlyUnread: boolean; unread: number }) {
  return (
    <nav aria-label="Filtro" className={classes.filters}>
      <Link to="/notificaciones" aria-current={onlyUnread ? undefined : 'page'} preventScrollReset>
        Todas
      </Link>
      <Link to={`?${FILTER}=${UNREAD}`} aria-current={onlyUnread ? 'page' : undefined} preventScrollReset>
        {`No leídas${unread > 0 ? ` (${badgeText(unread)})` : ''}`}
      </Link>
    </nav>
  )
}

export default function NotificationsPage() {
  const { id } = useUser()
  const [params] = useSearchParams()
  const unreadQuery = useUnread(id)
  const marks = useMarks(id)
  const onlyUnread = params.get(FILTER) === UNREAD
  const unread = unreadQuery.data?.data.length ?? 0
  return (
    <>
      <PageHead title={TEXTS.title} />
      <div className={classes.bar}>
        <Filters onlyUnread={onlyUnread} unread={unread} />
        <IconLink
          to="/notificaciones/preferencias"
          className={classes.preferences}
          aria-label={TEXTS.preferences}
          title={TEXTS.preferences}
        >
          <IconSettings size={22} stroke={1.7} />
        </IconLink>
        {/* Always there: on a phone it has a line of its own. */}
        <Button
          variant="subtle"
          size="compact"
          leftSection={<IconChecks size={18} aria-hidden />}
          disabled={unread === 0}
          loading={marks.busy}
          onClick={marks.all}
        >
          {TEXTS.markAll}
        </Button>
      </div>
      {onlyUnread ? <UnreadNotices query={unreadQuery} marks={marks} /> : <AllNotices usuario={id} marks={marks} />}
    </>
  )
}
