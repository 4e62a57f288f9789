import type { CalendarEvent } from '@campus/contract/calendar'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api'
import { useUser } from '../../lib/session'
import { limaDay } from '../../lib/session-time'
import { Button, LinkButton } from '../../ui/button'
import { IconButton, IconLink } from '../../ui/icon-button'
import { Loaded } from '../../ui/loaded'
import { Panel } from '../../ui/panel'
import { Skeleton } from '../../ui/skeleton'
import { Text } from '../../ui/text'
import classes from './calendar.module.css'
import { DayGrid } from './day-grid'
import { addMonths, dayName, monthName, monthOf, readDay, readMonth, weeksOf } from './days'
import { EventList } from './event-item'
import { byDay } from './events'
import { TEXTS } from './texts'
import { Upcoming } from './upcoming'

const HEADING = 'calendario-titulo'

function Bar({ month, today }: { month: string; today: string }) {
  const side = (months: number, label: string, Drawing: typeof IconChevronLeft) => (
    <IconLink to={`?mes=${addMonths(month, months)}`} preventScrollReset aria-label={label} title={label}>
      <Drawing size={22} stroke={1.8} />
    </IconLink>
  )
  return (
    <div className={classes.bar}>
      {side(-1, 'Mes anterior', IconChevronLeft)}
      <h2 id={HEADING} className={classes.title} aria-live="polite">
        {monthName(month)}
      </h2>
      {side(1, 'Mes siguiente', IconChevronRight)}
      {month !== monthOf(today) && (
        <LinkButton to="?" preventScrollReset variant="default" size="sm" className={classes.now}>
          Hoy
        </LinkButton>
      )}
      <span className="visually-hidden">{`Hoy es ${dayName(today)}`}</span>
    </div>
  )
}

type DayPanelProps = {
  day: string
  days: Map<string, CalendarEvent[]>
  now: number
  onChoose: (day: string) => void
  onClose: () => void
}

function EmptyDay({ day, days, onChoose }: DayPanelProps) {
  const next = [...days.keys()].find((date) => date > day)
  return (
    <>
      <Text dimmed className={classes.nothing}>
        {TEXTS.emptyDay}
      </Text>
      {next && (
        <Button variant="light" size="sm" className={classes.next} onClick={() => onChoose(next)}>
          {`Lo siguiente: ${dayName(next)}`}
        </Button>
      )}
    </>
  )
}

function DayPanel(props: DayPanelProps) {
  const { day, days, now, onClose } = props
  const events = days.get(day) ?? []
  return (
    <Panel>
      <section aria-labelledby="calendario-dia" aria-live="polite">
        <div className={classes.dayHead}>
          <h2 id="calendario-dia" className={classes.dayName}>
            {dayName(day)}
          </h2>
          <IconButton aria-label="Cerrar el día" onClick={onClose}>
            <IconX size={20} stroke={1.8} />
          </IconButton>
        </div>
        {events.length === 0 ? <EmptyDay {...props} /> : <EventList events={events} now={now} order={3} />}
      </section>
    </Panel>
  )
}

/** Without a day in the address: today, otherwise the month's first day with an event. */
function dayToReach(month: string, days: string[], today: string, events: Map<string, CalendarEvent[]>): string {
  if (monthOf(today) === month) return today
  const own = days.filter((day) => monthOf(day) === month)
  return own.find((day) => events.has(day)) ?? own[0] ?? today
}

/** A month, the chosen day and what comes. */
export function GridView({ now }: { now: number }) {
  const { id } = useUser()
  const [params, setParams] = useSearchParams()
  const today = limaDay(now)
  const day = readDay(params.get('dia'))
  const month = readMonth(params.get('mes')) ?? monthOf(day ?? today)
  const weeks = weeksOf(month)
  const days = weeks.flat()
  const span = { desde: days[0] ?? today, hasta: days.at(-1) ?? today }
  const query = api.useQuery(
    'get',
    '/api/calendario/usuario/{id}',
    { params: { path: { id: String(id) }, query: span } },
    { placeholderData: keepPreviousData },
  )
  const show = (next: URLSearchParams) => setParams(next, { replace: true, preventScrollReset: true })
  const choose = (chosen: string) => {
    const next = new URLSearchParams(params)
    next.set('dia', chosen)
    // A day that is not in sight opens its month.
    next.set('mes', days.includes(chosen) ? month : monthOf(chosen))
    show(next)
  }
  const close = () => {
    const next = new URLSearchParams(params)
    next.delete('dia')
    show(next)
  }
  return (
    <>
      <Bar month={month} today={today} />
      <div className={classes.gridView}>
        <Loaded query={query} skeleton={<Skeleton height={460} />} errorTitle={TEXTS.error}>
          {({ data }) => {
            const events = byDay(data)
            const chosen = day && days.includes(day) ? day : null
            return (
              <>
                <DayGrid
                  weeks={weeks}
                  month={month}
                  selected={chosen}
                  reached={chosen ?? dayToReach(month, days, today, events)}
                  today={today}
                  events={events}
                  labelledBy={HEADING}
                  onChoose={choose}
                />
                <div className={classes.aside}>
                  {chosen && <DayPanel day={chosen} days={events} now={now} onChoose={choose} onClose={close} />}
                  <Upcoming now={now} />
                </div>
              </>
            )
          }}
        </Loaded>
      </div>
    </>
  )
}
