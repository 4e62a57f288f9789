import type { CalendarEvent } from '@campus/contract/calendar'
import { IconDots } from '@tabler/icons-react'
import { lazy } from 'react'
import { Link } from 'react-router'
import { IconButton } from '../../ui/icon-button'
import { LateMenu, type MenuButton } from '../../ui/late-menu'
import { JoinSession } from './calendar'
import classes from './event-item.module.css'
import { hoursOf, KIND_WORDS, linkOf } from './events'
import { KIND_LOOKS } from './kind-looks'
import { TEXTS } from './texts'

const loadOptions = () => import('./session-options')
const SessionOptions = lazy(loadOptions)

function Options({ event, id }: { event: CalendarEvent; id: number }) {
  const button: MenuButton = (props) => (
    <IconButton {...props} aria-label={`Opciones de ${event.nombre}`} className={classes.options}>
      <IconDots size={22} stroke={1.8} />
    </IconButton>
  )
  return (
    <LateMenu button={button} load={loadOptions}>
      <SessionOptions event={event} id={id} button={button} />
    </LateMenu>
  )
}

type EventItemProps = {
  event: CalendarEvent
  now: number
  order: 3 | 4
  /** The next class among all that are shown. */
  next?: string | undefined
}

function EventItem({ event, now, order, next }: EventItemProps) {
  const { icon: Drawing, tone } = KIND_LOOKS[event.tipo]
  const [start, end] = hoursOf(event)
  const over = Date.parse(event.fin) <= now
  const Heading = order === 3 ? 'h3' : 'h4'
  const session = event.tipo === 'sesion' && !over && !event.cancelada
  // The way in says that it is a class.
  const facts = [
    event.cancelada ? TEXTS.cancelled : !session && KIND_WORDS[event.tipo],
    event.nombre !== event.curso && event.curso,
    over && event.tipo === 'sesion' && !event.cancelada && 'Terminó',
  ].filter(Boolean)
  return (
    <li className={classes.item} data-over={over || event.cancelada || undefined} data-session={session || undefined}>
      <span className={classes.hours}>
        <span>{start}</span>
        {end && <span className={classes.end}>{end}</span>}
      </span>
      <span className={classes.kind} data-tone={tone} aria-hidden>
        <Drawing size={18} stroke={1.8} />
      </span>
      <div className={classes.words}>
        <Heading className={classes.name}>
          <Link to={linkOf(event).to} prefetch="intent">
            {event.nombre}
          </Link>
        </Heading>
        <p className={classes.facts}>{facts.join(' · ')}</p>
      </div>
      {session && (
        <>
          <JoinSession session={event} compact quiet={next !== undefined && next !== event.uid} />
          {event.id_sesion !== null && <Options event={event} id={event.id_sesion} />}
        </>
      )}
    </li>
  )
}

type EventListProps = Omit<EventItemProps, 'event'> & {
  events: CalendarEvent[]
  /** As wide as the page: a line each. */
  wide?: boolean
}

export function EventList({ events, wide, ...rest }: EventListProps) {
  return (
    <ul data-wide={wide || undefined}>
      {events.map((event) => (
        <EventItem key={event.uid} event={event} {...rest} />
      ))}
    </ul>
  )
}
