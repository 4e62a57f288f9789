import type { CalendarEvent } from '@campus/contract/calendar'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { monthOf, moveByKey, weeksOf } from './days'
import { dayLabel, KIND_WORDS } from './events'
import { KIND_LOOKS } from './kind'
import classes from './month-grid.module.css'

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']
/** A cell shows so many events in one line each; with more, one less and how many are left. */
const CHIPS = 3
/** So few have room for a second line. */
const ROOMY = 2

function Chip({ event, roomy }: { event: CalendarEvent; roomy: boolean }) {
  const { icon: Drawing, tone } = KIND_LOOKS[event.tipo]
  // The session's name says it best; of the others, what happens is what matters.
  const text = event.tipo === 'sesion' ? event.nombre : KIND_WORDS[event.tipo]
  return (
    <span className={classes.chip} data-tone={tone} data-roomy={roomy || undefined}>
      <Drawing size={14} stroke={2} aria-hidden />
      {event.hora_inicio && <b>{event.hora_inicio}</b>}
      <span className={classes.chipText}>{text}</span>
    </span>
  )
}

function Chips({ events }: { events: CalendarEvent[] }) {
  const shown = events.length > CHIPS ? events.slice(0, CHIPS - 1) : events
  return (
    <span className={classes.chips} aria-hidden="true">
      {shown.map((event) => (
        <Chip key={event.uid} event={event} roomy={events.length <= ROOMY} />
      ))}
      {events.length > shown.length && <span className={classes.more}>+{events.length - shown.length} más</span>}
    </span>
  )
}

type CellProps = {
  day: string
  events: CalendarEvent[]
  today: string
  outside: boolean
  selected: boolean
  onChoose: (day: string) => void
}

function Cell({ day, events, today, outside, selected, onChoose }: CellProps) {
  return (
    <td data-selected={selected || undefined} data-outside={outside || undefined}>
      <button
        type="button"
        className={classes.day}
        data-day={day}
        tabIndex={selected ? 0 : -1}
        aria-label={dayLabel(day, events.length, today)}
        aria-pressed={selected}
        aria-current={day === today ? 'date' : undefined}
        onClick={() => onChoose(day)}
      >
        <span className={classes.number}>{Number(day.slice(8))}</span>
      </button>
      <Chips events={events} />
    </td>
  )
}

type MonthGridProps = {
  month: string
  /** The day whose detail is shown; the one that Tab reaches. */
  selected: string
  today: string
  events: Map<string, CalendarEvent[]>
  labelledBy: string
  onChoose: (day: string) => void
}

/** A month from Monday to Sunday, by keyboard as the APG's date grid: arrows, Home, End, PageUp and PageDown. */
export function MonthGrid({ month, selected, today, events, labelledBy, onChoose }: MonthGridProps) {
  const table = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  // A key chose a day that may stand in another month: the focus follows once it is drawn.
  useEffect(() => {
    if (moved.current) table.current?.querySelector<HTMLElement>(`[data-day="${selected}"]`)?.focus()
    moved.current = false
  }, [selected])
  const press = (event: KeyboardEvent) => {
    const next = moveByKey(selected, event.key)
    if (!next) return
    event.preventDefault()
    moved.current = true
    onChoose(next)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: APG's date grid is a table with this role
    <table ref={table} role="grid" aria-labelledby={labelledBy} className={classes.grid} onKeyDown={press}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <Cell
                key={day}
                day={day}
                events={events.get(day) ?? []}
                today={today}
                outside={monthOf(day) !== month}
                selected={day === selected}
                onChoose={onChoose}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
