import type { CalendarEvent } from '@campus/contract/calendar'
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../platform/api'
import { useUser } from '../../platform/session'
import { limaDay } from '../../platform/when'
import { Loaded, State } from '../../ui/states'
import classes from './calendar.module.css'
import { addDays, dayName, monthName, monthOf, readMonth } from './days'
import { EventItem } from './event-item'
import { byDay } from './events'
import { T } from './texts'

/** The list reaches so many days ahead, and as many more with each wish; the server gives a year at most. */
const STEP_DAYS = 90
const MOST_DAYS = 360

function AgendaSkeleton() {
  return (
    <Stack gap="md">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height={190} radius="lg" />
      ))}
    </Stack>
  )
}

function dayTitle(day: string, today: string): string {
  if (day === today) return `Hoy, ${dayName(day)}`
  return day === addDays(today, 1) ? `Mañana, ${dayName(day)}` : dayName(day)
}

function Days({ events, now }: { events: CalendarEvent[]; now: number }) {
  return [...byDay(events)].map(([day, its]) => (
    <section key={day} aria-labelledby={`dia-${day}`} className={classes.agendaDay}>
      <h2 id={`dia-${day}`} className={classes.dayName}>
        {dayTitle(day, limaDay(now))}
      </h2>
      <ul className={classes.events}>
        {its.map((event) => (
          <EventItem key={event.uid} event={event} now={now} order={3} />
        ))}
      </ul>
    </section>
  ))
}

function Nothing() {
  return (
    <State
      icon={IconCalendarOff}
      title={T.emptyTitle}
      text={T.emptyText}
      action={
        <Button component={Link} to="/miscursos" mt="xs">
          Ir a Mis Cursos
        </Button>
      }
    />
  )
}

/** What comes, day by day: the calendar of phones (campus.md section 2). A later month in the address is begun with. */
export function Agenda({ now }: { now: number }) {
  const { id } = useUser()
  const [params] = useSearchParams()
  const [reach, setReach] = useState(STEP_DAYS)
  const today = limaDay(now)
  const asked = readMonth(params.get('mes'))
  const later = asked !== null && asked > monthOf(today) ? asked : null
  const desde = later ? `${later}-01` : today
  const query = api.useQuery(
    'get',
    '/api/calendario/usuario/{id}',
    { params: { path: { id: String(id) }, query: { desde, hasta: addDays(desde, reach) } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <div className={classes.agenda}>
      {later && (
        <p className={classes.since}>
          Desde {monthName(later)}. <Link to="/calendario">Ver desde hoy</Link>
        </p>
      )}
      <Loaded query={query} skeleton={<AgendaSkeleton />} errorTitle={T.error}>
        {({ data }) => {
          const coming = data.filter((event) => Date.parse(event.fin) > now)
          return coming.length === 0 ? <Nothing /> : <Days events={coming} now={now} />
        }}
      </Loaded>
      {query.data && reach < MOST_DAYS && (
        <Button
          variant="light"
          loading={query.isPlaceholderData}
          onClick={() => setReach(reach + STEP_DAYS)}
          className={classes.further}
        >
          Ver más fechas
        </Button>
      )}
    </div>
  )
}
