import type { CalendarEvent } from '@campus/contract/calendar'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import classes from './day-grid.module.css'
import { fullWeekdayName, monthOf, moveByKey, weekdayName } from './days'
import { dayLabel, KIND_WORDS } from './events'
import { KIND_LOOKS } from './kind-looks'

/** A cell shows at most this many events; with more, one less and a count of the rest. */
const CHIPS = 3

function Chip({ event }: { event: CalendarEvent }) {
  // A session is known by its name, every other event by what happens.
  const name = event.tipo === 'sesion' ? event.nombre : KIND_WORDS[event.tipo]
  const text = event.cancelada ? `Cancelada: ${name}` : name
  return (
    <span className={classes.chip} data-tone={KIND_LOOKS[event.tipo].tone} title={text}>
      {event.hora_inicio && <b>{`${event.hora_inicio} `}</b>}
      <span className={classes.chipText}>{text}</span>
    </span>
  )
}

function Chips({ events }: { events: CalendarEvent[] }) {
  const shown = events.length <= CHIPS ? events : events.slice(0, CHIPS - 1)
  return (
    <span className={classes.chips} aria-hidden="true">
      {shown.map((event) => (
        <Chip key={event.uid} event={event} />
      ))}
      {events.length > shown.length && <span className={classes.more}>{`+${events.length - shown.length} más`}</span>}
    </span>
  )
}

type DayGridProps = {
  weeks: string[][]
  /** Days of other months are dimmed. */
  month: string
  /** The day whose detail is shown. */
  selected: string | null
  /** The one that Tab reaches. */
  reached: string
  today: string
  events: Map<string, CalendarEvent[]>
  labelledBy: string
  onChoose: (day: string) => void
}

function Day({ day, ...props }: { day: string } & DayGridProps) {
  const { month, selected, reached, today, events, onChoose } = props
  const own = events.get(day) ?? []
  return (
    <td className={classes.cell}>
      <button
        type="button"
        className={classes.day}
        data-day={day}
        data-outside={monthOf(day) !== month || undefined}
        data-over={day < today || undefined}
        data-selected={day === selected || undefined}
        aria-pressed={day === selected}
        aria-current={day === today ? 'date' : undefined}
        tabIndex={day === reached ? 0 : -1}
        onClick={() => onChoose(day)}
      >
        <span className="visually-hidden">{dayLabel(day, own.length, today)}</span>
        <span className={classes.number} aria-hidden>
          {Number(day.slice(8))}
        </span>
        <Chips events={own} />
      </button>
    </td>
  )
}

/** Weeks from Monday to Sunday, by keyboard as the APG's date grid: arrows, Home, End, PageUp and PageDown. */
export function DayGrid(props: DayGridProps) {
  const { weeks, reached, labelledBy, onChoose } = props
  const table = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  // The chosen day may be in another month, so the focus moves once that is rendered.
  useEffect(() => {
    if (moved.current) table.current?.querySelector<HTMLElement>(`[data-day="${reached}"]`)?.focus()
    moved.current = false
  }, [reached])
  const press = (event: KeyboardEvent) => {
    const next = moveByKey(reached, event.key)
    if (!next) return
    event.preventDefault()
    moved.current = true
    onChoose(next)
  }
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: moved through by keys, as the APG has it
      role="grid"
      aria-labelledby={labelledBy}
      className={classes.grid}
      onKeyDown={press}
    >
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={fullWeekdayName(day)} className={classes.weekday}>
              {weekdayName(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <Day key={day} day={day} {...props} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
