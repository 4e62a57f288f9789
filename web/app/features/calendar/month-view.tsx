import type { CalendarEvent } from '@campus/contract/calendar'
import { ActionIcon, Button, Skeleton, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../platform/api'
import { useUser } from '../../platform/session'
import { limaDay } from '../../platform/when'
import { Panel } from '../../ui/panel'
import { Loaded } from '../../ui/states'
import classes from './calendar.module.css'
import { addMonths, dayName, monthName, monthOf, readDay, readMonth, weeksOf } from './days'
import { EventItem } from './event-item'
import { byDay } from './events'
import { MonthGrid } from './month-grid'
import { T } from './texts'

const HEADING = 'calendario-mes'

function MonthBar({ month, today }: { month: string; today: string }) {
  const side = (months: number, label: string, Drawing: typeof IconChevronLeft) => (
    <ActionIcon
      component={Link}
      to={`?mes=${addMonths(month, months)}`}
      preventScrollReset
      size={44}
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
    >
      <Drawing size={22} stroke={1.8} />
    </ActionIcon>
  )
  return (
    <div className={classes.monthBar}>
      {side(-1, 'Mes anterior', IconChevronLeft)}
      <h2 id={HEADING} className={classes.month} aria-live="polite">
        {monthName(month)}
      </h2>
      {side(1, 'Mes siguiente', IconChevronRight)}
      <Button
        component={Link}
        to={`?mes=${monthOf(today)}&dia=${today}`}
        preventScrollReset
        variant="default"
        size="sm"
        h={44}
      >
        Hoy
      </Button>
    </div>
  )
}

type DayPanelProps = {
  day: string
  days: Map<string, CalendarEvent[]>
  now: number
  onChoose: (day: string) => void
}

function EmptyDay({ day, days, onChoose }: DayPanelProps) {
  const next = [...days.keys()].find((one) => one > day)
  return (
    <>
      <Text c="dimmed" mt="xs">
        {T.emptyDay}
      </Text>
      {next && (
        <Button variant="light" size="sm" mih={44} mt="md" className={classes.next} onClick={() => onChoose(next)}>
          Lo siguiente: {dayName(next)}
        </Button>
      )}
    </>
  )
}

function DayPanel(props: DayPanelProps) {
  const { day, days, now } = props
  const events = days.get(day) ?? []
  return (
    <Panel>
      <section aria-labelledby="calendario-dia" aria-live="polite">
        <h2 id="calendario-dia" className={classes.dayName}>
          {dayName(day)}
        </h2>
        {events.length === 0 ? (
          <EmptyDay {...props} />
        ) : (
          <ul className={classes.events}>
            {events.map((event) => (
              <EventItem key={event.uid} event={event} now={now} order={3} />
            ))}
          </ul>
        )}
      </section>
    </Panel>
  )
}

/** The day that is shown when the address names none: today, else the month's first one with something. */
function dayToShow(month: string, today: string, days: Map<string, CalendarEvent[]>): string {
  if (monthOf(today) === month) return today
  return [...days.keys()].find((day) => monthOf(day) === month) ?? `${month}-01`
}

/** The month of the address as a grid, with one day in full beside it. */
export function MonthView({ now }: { now: number }) {
  const { id } = useUser()
  const [params, setParams] = useSearchParams()
  const today = limaDay(now)
  const day = readDay(params.get('dia'))
  const month = readMonth(params.get('mes')) ?? monthOf(day ?? today)
  const weeks = useMemo(() => weeksOf(month).flat(), [month])
  const span = { desde: weeks[0] ?? today, hasta: weeks.at(-1) ?? today }
  const query = api.useQuery(
    'get',
    '/api/calendario/usuario/{id}',
    { params: { path: { id: String(id) }, query: span } },
    { placeholderData: keepPreviousData },
  )
  // A day beyond the month brings its own month along.
  const choose = (chosen: string) =>
    setParams({ mes: monthOf(chosen), dia: chosen }, { replace: true, preventScrollReset: true })
  return (
    <>
      <MonthBar month={month} today={today} />
      <Loaded query={query} skeleton={<Skeleton height={620} radius="lg" />} errorTitle={T.error}>
        {({ data }) => {
          const days = byDay(data)
          const selected = day && weeks.includes(day) ? day : dayToShow(month, today, days)
          return (
            <div className={classes.monthView}>
              <MonthGrid
                month={month}
                selected={selected}
                today={today}
                events={days}
                labelledBy={HEADING}
                onChoose={choose}
              />
              <DayPanel day={selected} days={days} now={now} onChoose={choose} />
            </div>
          )
        }}
      </Loaded>
    </>
  )
}
