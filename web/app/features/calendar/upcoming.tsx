import type { CalendarEvent } from '@campus/contract/calendar'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { useUser } from '../../lib/session'
import { limaDay } from '../../lib/session-time'
import { Loaded } from '../../ui/loaded'
import { Panel } from '../../ui/panel'
import { Skeleton } from '../../ui/skeleton'
import { Text } from '../../ui/text'
import classes from './calendar.module.css'
import { addDays, dayTitle } from './days'
import { EventList } from './event-item'
import { byDay, comingOf, nextClass } from './events'
import { TEXTS } from './texts'

/** The first reach of the list, so that both share what was loaded. */
export const REACH_DAYS = 90
/** Beside the grid; the list has the rest. */
const SHOWN = 6

function Coming({ events, now }: { events: CalendarEvent[]; now: number }) {
  const next = nextClass(events)
  if (events.length === 0) return <Text dimmed>{TEXTS.emptyTitle}.</Text>
  return [...byDay(events)].map(([day, dayEvents]) => (
    <section key={day} aria-labelledby={`proximas-${day}`}>
      <h3 id={`proximas-${day}`} className={classes.smallDay}>
        {dayTitle(day, limaDay(now))}
      </h3>
      <EventList events={dayEvents} now={now} order={4} next={next} />
    </section>
  ))
}

/** What comes, whatever the grid shows. */
export function Upcoming({ now }: { now: number }) {
  const { id } = useUser()
  const desde = limaDay(now)
  const query = api.useQuery('get', '/api/calendario/usuario/{id}', {
    params: { path: { id: String(id) }, query: { desde, hasta: addDays(desde, REACH_DAYS) } },
  })
  return (
    <Panel>
      <section aria-labelledby="calendario-proximas" className={classes.upcoming}>
        <h2 id="calendario-proximas" className={classes.dayName}>
          {TEXTS.upcoming}
        </h2>
        <Loaded query={query} skeleton={<Skeleton height={320} />} errorTitle={TEXTS.error}>
          {({ data }) => {
            const coming = comingOf(data, now)
            return (
              <>
                <Coming events={coming.slice(0, SHOWN)} now={now} />
                {coming.length > SHOWN && (
                  <Link to="?vista=lista" className={classes.all} preventScrollReset>
                    {`Ver las ${coming.length} próximas`}
                  </Link>
                )}
              </>
            )
          }}
        </Loaded>
      </section>
    </Panel>
  )
}
