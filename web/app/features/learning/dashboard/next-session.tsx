import type { StudentSession } from '@campus/contract/catalogue'
import { Text, Title } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { Link } from 'react-router'
import { lessonPath } from '../../../lib/paths'
import { describeSession } from '../../../lib/when'
import { JoinSession } from '../../calendar/calendar'
import classes from './next-session.module.css'
import { TEXTS } from './texts'

/** In Lima's time. */
export function NextSession({ session }: { session: StudentSession | null }) {
  return (
    <section className={classes.card} aria-labelledby="proxima">
      <Title order={2} size="h3" id="proxima" className={classes.heading}>
        <IconCalendarEvent size={20} aria-hidden />
        Próxima clase en vivo
      </Title>
      {session ? <Session session={session} /> : <Text c="dimmed">{TEXTS.noSession}</Text>}
    </section>
  )
}

function Session({ session }: { session: StudentSession }) {
  const when = describeSession(session, Date.now())
  return (
    <>
      <div>
        <Text fw={700} className={classes.when}>
          {when.live && <span className={classes.dot} aria-hidden="true" />}
          {when.text}
        </Text>
        <Link to={lessonPath(session)} prefetch="intent" className={classes.name}>
          {session.nombre}
        </Link>
        <Text c="dimmed" size="sm">
          {session.curso}
        </Text>
      </div>
      <JoinSession session={session} />
    </>
  )
}
