import type { OpenSession } from '@campus/contract/profile'
import { IconCheck, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAgo } from '../../../lib/ago'
import { api } from '../../../lib/api'
import { client } from '../../../lib/client'
import { count, formatDateTime } from '../../../lib/format'
import { toast } from '../../../lib/toasts'
import { Button } from '../../../ui/button'
import { Confirm } from '../../../ui/confirm'
import { IconTile } from '../../../ui/icon-tile'
import { Loaded } from '../../../ui/loaded'
import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'
import { Tag } from '../../../ui/tag'
import { Text } from '../../../ui/text'
import { deviceOf } from './device'
import classes from './profile.module.css'
import { Section } from './section'

const COLLAPSED_COUNT = 4

type Closing = OpenSession | 'others'

function Row({ session, onClose }: { session: OpenSession; onClose: () => void }) {
  const { nombre, movil } = deviceOf(session.agente)
  return (
    <li className={classes.session}>
      <IconTile icon={movil ? IconDeviceMobile : IconDeviceDesktop} tone={session.actual ? 'good' : 'plain'} />
      <div className={classes.name}>
        <strong>{nombre}</strong>
        {session.actual ? (
          <Tag icon={IconCheck} tone="good">
            Este dispositivo
          </Tag>
        ) : (
          <Text small dimmed title={formatDateTime(session.usado_en)}>
            {`Último uso: ${formatAgo(session.usado_en, Date.now())}`}
          </Text>
        )}
      </div>
      {!session.actual && (
        <Button variant="subtle" size="compact" aria-label={`Cerrar la sesión de ${nombre}`} onClick={onClose}>
          Cerrar
        </Button>
      )}
    </li>
  )
}

function CloseDialog({ what, onDone }: { what: Closing; onDone: () => void }) {
  const queryClient = useQueryClient()
  const closing = useMutation({
    mutationFn: () =>
      what === 'others'
        ? client.DELETE('/api/accesos')
        : client.DELETE('/api/accesos/{id}', { params: { path: { id: String(what.id) } } }),
    onSuccess: ({ data }) => data && toast(data.message),
    onSettled: () => {
      onDone()
      return queryClient.invalidateQueries(api.queryOptions('get', '/api/accesos'))
    },
  })
  const [title, action, devices] =
    what === 'others'
      ? ['¿Cerrar las otras sesiones?', 'Cerrar las otras', 'los otros dispositivos']
      : ['¿Cerrar esta sesión?', 'Cerrar sesión', deviceOf(what.agente).nombre]
  return (
    <Confirm title={title} action={action} busy={closing.isPending} onConfirm={() => closing.mutate()} onClose={onDone}>
      {`En ${devices} habrá que volver a iniciar sesión.`}
    </Confirm>
  )
}

function List({ sessions }: { sessions: OpenSession[] }) {
  const [all, setAll] = useState(false)
  const [closing, setClosing] = useState<Closing | null>(null)
  const ordered = [...sessions].sort((a, b) => Number(b.actual) - Number(a.actual))
  const rest = ordered.length - COLLAPSED_COUNT
  return (
    <>
      <ul className={classes.sessions}>
        {(all ? ordered : ordered.slice(0, COLLAPSED_COUNT)).map((session) => (
          <Row key={session.id} session={session} onClose={() => setClosing(session)} />
        ))}
      </ul>
      {rest > 0 && !all && (
        <Button variant="subtle" fullWidth onClick={() => setAll(true)}>
          {`Ver ${count(rest, 'sesión más', 'sesiones más')}`}
        </Button>
      )}
      {ordered.length > 1 && (
        <Button variant="default" fullWidth below onClick={() => setClosing('others')}>
          Cerrar las otras sesiones
        </Button>
      )}
      {closing && <CloseDialog what={closing} onDone={() => setClosing(null)} />}
    </>
  )
}

export function SessionsPanel() {
  const query = api.useQuery('get', '/api/accesos')
  return (
    <Section title="Sesiones abiertas" lead="Los dispositivos donde tu cuenta está abierta.">
      <Loaded
        query={query}
        skeleton={
          <Stack gap="xs">
            <Skeleton height={64} />
            <Skeleton height={64} />
          </Stack>
        }
        errorTitle="No pudimos cargar tus sesiones."
      >
        {({ data }) => <List sessions={data} />}
      </Loaded>
    </Section>
  )
}
