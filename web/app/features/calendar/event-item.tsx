import type { CalendarEvent } from '@campus/contract/calendar'
import { Button, Text } from '@mantine/core'
import { IconCalendarPlus, IconExternalLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { IconTile } from '../../ui/icon-tile'
import { downloadSession } from './download'
import classes from './event-item.module.css'
import { doorOf, hoursOf, KIND_WORDS, placeOf } from './events'
import { KIND_LOOKS } from './kind'
import { T } from './texts'

function Door({ event, now }: { event: CalendarEvent; now: number }) {
  const door = doorOf(event, now)
  const hint = `puerta-${event.uid}`
  const common = {
    size: 'sm' as const,
    h: 44,
    rightSection: <IconExternalLink size={18} aria-hidden />,
    'aria-describedby': hint,
  }
  return (
    <div className={classes.door}>
      {door.open && event.enlace ? (
        <Button {...common} component="a" href={event.enlace} target="_blank" rel="noopener noreferrer">
          Ir a sesión
        </Button>
      ) : (
        <Button {...common} disabled>
          Ir a sesión
        </Button>
      )}
      <span id={hint} data-open={door.open || undefined} className={classes.hint}>
        {door.text}
      </span>
    </div>
  )
}

function Download({ id }: { id: number }) {
  const download = useMutation({ mutationFn: () => downloadSession(id), meta: { errorText: T.downloadError } })
  return (
    <Button
      variant="subtle"
      size="sm"
      h={44}
      px="xs"
      leftSection={<IconCalendarPlus size={18} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Agregar a mi calendario
    </Button>
  )
}

/** An event in full: when, what, of which course, and what can be done about it. */
export function EventItem({ event, now, order }: { event: CalendarEvent; now: number; order: 3 | 4 }) {
  const { icon, tone } = KIND_LOOKS[event.tipo]
  const place = placeOf(event)
  const over = Date.parse(event.fin) <= now
  const Heading = order === 3 ? 'h3' : 'h4'
  return (
    <li className={classes.item} data-over={over || undefined}>
      <IconTile icon={icon} tone={tone} />
      <div className={classes.words}>
        <Text size="sm" c="dimmed">
          <strong className={classes.hours}>{hoursOf(event)}</strong> · {KIND_WORDS[event.tipo]}
        </Text>
        <Heading className={classes.name}>{event.nombre}</Heading>
        {event.nombre !== event.curso && (
          <Text size="sm" c="dimmed">
            {event.curso}
          </Text>
        )}
        {event.tipo === 'sesion' && !over && <Door event={event} now={now} />}
        <div className={classes.actions}>
          <Button component={Link} to={place.to} prefetch="intent" variant="subtle" size="sm" h={44} px="xs">
            {place.text}
          </Button>
          {event.id_sesion !== null && !over && <Download id={event.id_sesion} />}
        </div>
      </div>
    </li>
  )
}
