import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarMonth, IconCalendarPlus, IconClock, IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PageHead } from '../../ui/page-head'
import { Agenda } from './agenda'
import classes from './calendar.module.css'
import { zoneNote } from './events'
import { MonthView } from './month-view'
import { SubscribeDialog } from './subscribe-dialog'
import { T } from './texts'
import { useNow } from './use-now'

/** From here on a month fits (look.md "Calendar"). */
const DESKTOP = '(min-width: 48em)'
const LIST = 'lista'

function Views({ list }: { list: boolean }) {
  return (
    <nav aria-label="Vista" className={classes.views}>
      <Link to="/calendario" aria-current={list ? undefined : 'page'} preventScrollReset>
        <IconCalendarMonth size={20} stroke={1.7} aria-hidden />
        Mes
      </Link>
      <Link to={`?vista=${LIST}`} aria-current={list ? 'page' : undefined} preventScrollReset>
        <IconListDetails size={20} stroke={1.7} aria-hidden />
        Lista
      </Link>
    </nav>
  )
}

/** Live sessions, exams that open or close and enrolments that end: a month on desktops, a list on phones. */
export default function CalendarPage() {
  const now = useNow()
  const [params] = useSearchParams()
  // Behind the guard nothing is rendered on the server, so that the first answer is already the right one.
  const desktop = useMediaQuery(DESKTOP, undefined, { getInitialValueInEffect: false })
  const [subscribing, setSubscribing] = useState(false)
  const list = !desktop || params.get('vista') === LIST
  const note = zoneNote(now)
  return (
    <>
      <PageHead
        title={T.title}
        action={
          <Button
            variant="light"
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
            onClick={() => setSubscribing(true)}
          >
            {T.subscribe}
          </Button>
        }
      />
      {note && (
        <p className={classes.note}>
          <IconClock size={18} aria-hidden />
          {note}
        </p>
      )}
      {desktop && <Views list={list} />}
      {list ? <Agenda now={now} /> : <MonthView now={now} />}
      <SubscribeDialog opened={subscribing} onClose={() => setSubscribing(false)} />
    </>
  )
}
