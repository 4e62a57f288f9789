import type { StudentSession } from '@campus/contract/catalogue'
import { Button, Text, Title } from '@mantine/core'
import { IconCalendarEvent, IconExternalLink } from '@tabler/icons-react'
import { Link } from 'react-router'
import { lessonPath } from '../../platform/paths'
import { whenOf } from '../../platform/when'
import classes from './next-session.module.css'
import { T } from './texts'

/** The next live session, in Lima's time, with the way in. */
export function NextSession({ session }: { session: StudentSession | null }) {
  return (
    <section className={classes.card} aria-labelledby="proxima">
      <Title order={2} size="h3" id="proxima" className={classes.heading}>
        <IconCalendarEvent size={20} aria-hidden />
        Próxima clase en vivo
      </Title>
      {session ? <Session session={session} /> : <Text c="dimmed">{T.noSession}</Text>}
    </section>
  )
}

function Session({ session }: { session: StudentSession }) {
  const when = whenOf(session, Date.now())
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
      <Button
        component="a"
        href={session.enlace}
        target="_blank"
        rel="noopener noreferrer"
        variant={when.live ? 'filled' : 'light'}
        fullWidth
        mt="auto"
        rightSection={<IconExternalLink size={18} aria-hidden />}
      >
        Ir a sesión
      </Button>
    </>
  )
}
