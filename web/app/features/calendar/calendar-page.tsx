import { IconCalendarPlus, IconClock } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMedia } from '../../lib/events'
import { useNow } from '../../lib/now'
import { Button } from '../../ui/button'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { Agenda } from './agenda'
import classes from './calendar.module.css'
import { zoneNote } from './events'
import { GridView } from './grid-view'
import { TEXTS } from './texts'

const loadSubscribe = () => import('./subscribe-dialog')
const SubscribeDialog = lazy(loadSubscribe)
const preloadSubscribe = () => void loadSubscribe().catch(() => undefined)

/** From this width on a month fits. */
const DESKTOP = '(width >= 48em)'
const LIST = 'lista'

/** Live sessions, exams that open or close and enrolments that end: a month or its list on desktops, the list on phones. */
export default function CalendarPage() {
  const now = useNow()
  const [params] = useSearchParams()
  const desktop = useMedia(DESKTOP)
  const [subscribing, setSubscribing] = useState(false)
  const note = zoneNote(now)
  const subscribe = (
    <Button
      variant="light"
      leftSection={<IconCalendarPlus size={18} aria-hidden />}
      onPointerEnter={preloadSubscribe}
      onFocus={preloadSubscribe}
      onClick={() => setSubscribing(true)}
    >
      {TEXTS.subscribe}
    </Button>
  )
  return (
    <>
      <PageHead title={TEXTS.title} action={desktop && subscribe} />
      {note && (
        <p className={classes.note}>
          <IconClock size={18} aria-hidden />
          <span>{note}</span>
        </p>
      )}
      {desktop && params.get('vista') !== LIST ? <GridView now={now} /> : <Agenda now={now} month={desktop} />}
      {!desktop && <div className={classes.once}>{subscribe}</div>}
      {subscribing && (
        <Late>
          <SubscribeDialog onClose={() => setSubscribing(false)} />
        </Late>
      )}
    </>
  )
}
