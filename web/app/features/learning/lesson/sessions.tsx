import type { Session } from '@campus/contract/catalogue'
import { IconBroadcast, IconCalendarEvent } from '@tabler/icons-react'
import { useNow } from '../../../lib/now'
import { describeSession, formatDeadline } from '../../../lib/session-time'
import { IconTile } from '../../../ui/icon-tile'
import { Title } from '../../../ui/title'
import { JoinSession } from '../../calendar/calendar'
import classes from './rows.module.css'

function Row({ session }: { session: Session }) {
  const described = describeSession(session, useNow())
  const when = session.cancelada
    ? { live: false, text: `Clase cancelada · ${formatDeadline(session.inicio)}` }
    : described
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <IconTile icon={when.live ? IconBroadcast : IconCalendarEvent} tone={when.live ? 'bad' : 'brand'} />
        <div className={classes.words}>
          <span className={classes.name}>{session.nombre}</span>
          <span className={classes.facts} data-capital>
            {when.text}
          </span>
          {!session.cancelada && <JoinSession session={session} />}
        </div>
      </div>
    </li>
  )
}

/** In Lima's time; loaded late, because of its calendar arithmetic. */
export default function Sessions({ sessions }: { sessions: Session[] }) {
  return (
    <section aria-labelledby="sesiones">
      <Title order={2} id="sesiones" className={classes.heading}>
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
