import type { StudentSession } from '@campus/contract/catalogue'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useNow } from '../../../lib/now'
import { lessonPath } from '../../../lib/paths'
import { describeSession } from '../../../lib/session-time'
import { Text } from '../../../ui/text'
import { Title } from '../../../ui/title'
import { JoinSession } from '../../calendar/calendar'
import classes from './next-session.module.css'
import { TEXTS } from './texts'

type NextSessionProps = { session: StudentSession | null; onOver: () => void }

/** In Lima's time; once it is over it goes, and the next one is fetched. */
export function NextSession({ session, onOver }: NextSessionProps) {
  const now = useNow()
  const shown = session && Date.parse(session.fin) > now ? session : null
  const over = session !== null && shown === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per session
  useEffect(() => {
    if (over) onOver()
  }, [over, session?.id])
  return (
    <section className={classes.card} aria-labelledby="proxima">
      <Title order={2} look={3} id="proxima" className={classes.heading}>
        <IconCalendarEvent size={20} aria-hidden />
        Próxima clase en vivo
      </Title>
      {shown ? <Session session={shown} now={now} /> : <Text dimmed>{TEXTS.noSession}</Text>}
    </section>
  )
}

function Session({ session, now }: { session: StudentSession; now: number }) {
  const when = describeSession(session, now)
  return (
    <>
      <div>
        <Text className={classes.when}>
          {when.live && <span className={classes.dot} aria-hidden="true" />}
          <span>{when.text}</span>
        </Text>
        <Link to={lessonPath(session)} prefetch="intent" className={classes.name}>
          {session.nombre}
        </Link>
        <Text small dimmed>
          {session.curso}
        </Text>
      </div>
      <JoinSession session={session} />
    </>
  )
}
