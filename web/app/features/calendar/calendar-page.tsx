import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarMonth, IconCalendarPlus, IconCalendarWeek, IconClock, IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useNow } from '../../lib/now'
import { PageHead } from '../../ui/page-head'
import { Agenda } from './agenda'
import classes from './calendar.module.css'
import { zoneNote } from './events'
import { GridView } from './grid-view'
import { WEEK } from './shown'
import { SubscribeDialog } from './subscribe-dialog'
import { TEXTS } from './texts'

/** From this width on a month fits. */
const DESKTOP = '(min-width: 48em)'
const LIST = 'lista'

const VIEWS = [
  { to: '/calendario', text: 'Mes', icon: IconCalendarMonth, view: null },
  { to: `?vista=${WEEK}`, text: 'Semana', icon: IconCalendarWeek, view: WEEK },
  { to: `?vista=${LIST}`, text: 'Lista', icon: IconListDetails, view: LIST },
] as const

function Views({ shown }: { shown: string | null }) {
  const known = VIEWS.some(({ view }) => view === shown) ? shown : null
  return (
    <nav aria-label="Vista" className={classes.views}>
      {VIEWS.map(({ to, text, icon: Drawing, view }) => (
        <Link key={text} to={to} aria-current={view === known ? 'page' : undefined} preventScrollReset>
          <Drawing size={20} stroke={1.7} aria-hidden />
          <span>{text}</span>
        </Link>
      ))}
    </nav>
  )
}

/** Live sessions, exams that open or close and enrolments that end: a month, a week or a list on desktops, the list on phones. */
export default function CalendarPage() {
  const now = useNow()
  const [params] = useSearchParams()
  // Pages behind the guard are not rendered on the server, so the first value is already right.
  const desktop = useMediaQuery(DESKTOP, undefined, { getInitialValueInEffect: false })
  const [subscribing, setSubscribing] = useState(false)
  const view = params.get('vista')
  const note = zoneNote(now)
  return (
    <>
      <PageHead
        title={TEXTS.title}
        action={
          <Button
            variant="light"
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
            onClick={() => setSubscribing(true)}
          >
            {TEXTS.subscribe}
          </Button>
        }
      />
      {note && (
        <p className={classes.note}>
          <IconClock size={18} aria-hidden />
          <span>{note}</span>
        </p>
      )}
      {desktop && <Views shown={view} />}
      {desktop && view !== LIST ? <GridView now={now} /> : <Agenda now={now} />}
      <SubscribeDialog opened={subscribing} onClose={() => setSubscribing(false)} />
    </>
  )
}
