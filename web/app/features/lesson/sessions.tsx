import type { Session } from '@campus/contract/catalogue'
import { Button, Title } from '@mantine/core'
import { IconBroadcast, IconCalendarEvent, IconExternalLink } from '@tabler/icons-react'
import { whenOf } from '../../platform/when'
import { IconTile } from '../../ui/icon-tile'
import classes from './rows.module.css'

function Row({ session }: { session: Session }) {
  const when = whenOf(session, Date.now())
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <IconTile icon={when.live ? IconBroadcast : IconCalendarEvent} tone={when.live ? 'bad' : 'brand'} />
        <span className={classes.words}>
          <span className={classes.name}>{session.nombre}</span>
          <span className={classes.facts} data-capital>
            {when.text}
          </span>
        </span>
        {!when.over && (
          <Button
            component="a"
            href={session.enlace}
            target="_blank"
            rel="noopener noreferrer"
            variant={when.live ? 'filled' : 'light'}
            rightSection={<IconExternalLink size={18} aria-hidden />}
            className={classes.button}
          >
            Ir a sesión
          </Button>
        )}
      </div>
    </li>
  )
}

/** The lesson's live sessions, in Lima's time. */
export function Sessions({ sessions }: { sessions: Session[] }) {
  if (sessions.length === 0) return null
  return (
    <section aria-labelledby="sesiones">
      <Title order={2} id="sesiones" mb="sm">
        Clases en vivo
      </Title>
      <ul className={classes.rows}>
        {sessions.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
    </section>
  )
}
