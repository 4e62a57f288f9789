import type { CalendarEvent } from '@campus/contract/calendar'
import { IconCalendarOff } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../lib/api'
import { useUser } from '../../lib/session'
import { limaDay } from '../../lib/session-time'
import { Button, LinkButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { Skeleton } from '../../ui/skeleton'
import { Stack } from '../../ui/stack'
import classes from './calendar.module.css'
import { addDays, dayTitle, monthName, monthOf, readMonth } from './days'
import { EventList } from './event-item'
import { byDay, comingOf, nextClass } from './events'
import { TEXTS } from './texts'
import { REACH_DAYS } from './upcoming'

/** The list grows by as much; the server accepts a year at most. */
const MOST_DAYS = 360

function AgendaSkeleton() {
  return (
    <Stack>
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height={112} />
      ))}
    </Stack>
  )
}

function Days({ events, now }: { events: CalendarEvent[]; now: number }) {
  const next = nextClass(events)
  return [...byDay(events)].map(([day, dayEvents]) => (
    <section key={day} aria-labelledby={`dia-${day}`} className={classes.agendaDay}>
      <h2 id={`dia-${day}`} className={classes.dayName}>
        {dayTitle(day, limaDay(now))}
      </h2>
      <EventList events={dayEvents} now={now} order={3} next={next} wide />
    </section>
  ))
}

function Nothing() {
  return (
    <EmptyState
      icon={IconCalendarOff}
      title={TEXTS.emptyTitle}
      text={TEXTS.emptyText}
      action={
        <LinkButton to="/miscursos" below>
          Ir a mis cursos
        </LinkButton>
      }
    />
  )
}

/** Coming events day by day, from today or from a later month in the address. */
export function Agenda({ now, month }: { now: number; month: boolean }) {
  const { id } = useUser()
  const [params] = useSearchParams()
  const [reach, setReach] = useState(REACH_DAYS)
  const today = limaDay(now)
  const requested = readMonth(params.get('mes'))
  const later = requested !== null && requested > monthOf(today) ? requested : null
  const desde = later ? `${later}-01` : today
  const query = api.useQuery(
    'get',
    '/api/calendario/usuario/{id}',
    { params: { path: { id: String(id) }, query: { desde, hasta: addDays(desde, reach) } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <div className={classes.agenda}>
      {month && (
        <Link to="/calendario" preventScrollReset className={classes.all}>
          Ver el mes
        </Link>
      )}
      {later && (
        <p className={classes.since}>
          <span>{`Desde ${monthName(later)}. `}</span>
          <Link to="/calendario">Ver desde hoy</Link>
        </p>
      )}
      <Loaded query={query} skeleton={<AgendaSkeleton />} errorTitle={TEXTS.error}>
        {({ data }) => {
          const coming = comingOf(data, now)
          const [first] = coming
          if (!first) return <Nothing />
          return (
            <>
              {desde === today && first.fecha > today && <p className={classes.since}>{TEXTS.emptyToday}</p>}
              <Days events={coming} now={now} />
            </>
          )
        }}
      </Loaded>
      {query.data && reach < MOST_DAYS && (
        <Button
          variant="light"
          loading={query.isPlaceholderData}
          onClick={() => setReach(reach + REACH_DAYS)}
          className={classes.further}
        >
          Ver más fechas
        </Button>
      )}
    </div>
  )
}
