import type { CalendarEvent } from '@campus/contract/calendar'
import { ActionIcon, Menu } from '@mantine/core'
import { IconBrandGoogle, IconCalendarPlus, IconDots, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { JoinSession } from './calendar'
import { downloadSession } from './download-session'
import classes from './event-item.module.css'
import { hoursOf, KIND_WORDS, linkOf } from './events'
import { googleLink } from './google-link'
import { KIND_LOOKS } from './kind-looks'
import { TEXTS } from './texts'

function Actions({ event, id }: { event: CalendarEvent; id: number }) {
  const download = useMutation({ mutationFn: () => downloadSession(id), meta: { errorText: TEXTS.downloadError } })
  const link = linkOf(event)
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon
          size={44}
          variant="subtle"
          color="gray"
          loading={download.isPending}
          aria-label={`Opciones de ${event.nombre}`}
          className={classes.options}
        >
          <IconDots size={22} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={link.to} leftSection={<IconPlayerPlay size={18} />}>
          {link.text}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={googleLink(event, window.location.origin)}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconBrandGoogle size={18} />}
        >
          {TEXTS.google}
        </Menu.Item>
        <Menu.Item leftSection={<IconCalendarPlus size={18} />} onClick={() => download.mutate()}>
          Agregar a mi calendario
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type EventItemProps = { event: CalendarEvent; now: number; order: 3 | 4 }

function EventItem({ event, now, order }: EventItemProps) {
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
          <JoinSession session={event} compact />
          {event.id_sesion !== null && <Actions event={event} id={event.id_sesion} />}
        </>
      )}
    </li>
  )
}

type EventListProps = {
  events: CalendarEvent[]
  now: number
  order: 3 | 4
  /** As wide as the page: a line each. */
  wide?: boolean
}

export function EventList({ events, wide, ...rest }: EventListProps) {
  return (
    <ul className={classes.events} data-wide={wide || undefined}>
      {events.map((event) => (
        <EventItem key={event.uid} event={event} {...rest} />
      ))}
    </ul>
  )
}
