import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarPlus, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useNow } from '../../lib/now'
import { PageHead } from '../../ui/page-head'
import { Agenda } from './agenda'
import classes from './calendar.module.css'
import { zoneNote } from './events'
import { GridView } from './grid-view'
import { SubscribeDialog } from './subscribe-dialog'
import { TEXTS } from './texts'

/** From this width on a month fits. */
const DESKTOP = '(min-width: 48em)'
const LIST = 'lista'

/** Live sessions, exams that open or close and enrolments that end: a month or its list on desktops, the list on phones. */
export default function CalendarPage() {
  const now = useNow()
  const [params] = useSearchParams()
  // Pages behind the guard are not rendered on the server, so the first value is already right.
  const desktop = useMediaQuery(DESKTOP, undefined, { getInitialValueInEffect: false })
  const [subscribing, setSubscribing] = useState(false)
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
      {desktop && params.get('vista') !== LIST ? <GridView now={now} /> : <Agenda now={now} month={desktop} />}
      {subscribing && <SubscribeDialog onClose={() => setSubscribing(false)} />}
    </>
  )
}
