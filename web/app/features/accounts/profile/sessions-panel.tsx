import type { OpenSession } from '@campus/contract/profile'
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAgo } from '../../../lib/ago'
import { api } from '../../../lib/api'
import { count, formatDateTime } from '../../../lib/format'
import { toast } from '../../../lib/toasts'
import { Confirm } from '../../../ui/confirm'
import { IconTile } from '../../../ui/icon-tile'
import { Loaded } from '../../../ui/loaded'
import { Panel } from '../../../ui/panel'
import { Tag } from '../../../ui/tag'
import { deviceOf } from './device'
import classes from './profile.module.css'
import { TEXTS } from './texts'

const COLLAPSED_COUNT = 4

type Closing = OpenSession | 'others'

function Row({ session, onClose }: { session: OpenSession; onClose: () => void }) {
  const { nombre, movil } = deviceOf(session.agente)
  return (
    <li className={classes.session}>
      <IconTile icon={movil ? IconDeviceMobile : IconDeviceDesktop} tone={session.actual ? 'good' : 'plain'} />
      <div className={classes.name}>
        <Text fw={600}>{nombre}</Text>
        {session.actual ? (
          <Tag icon={IconCheck} tone="good">
            Este dispositivo
          </Tag>
        ) : (
          <Text size="sm" c="dimmed" title={formatDateTime(session.usado_en)}>
            {`Último uso: ${formatAgo(session.usado_en, Date.now())}`}
          </Text>
        )}
      </div>
      {!session.actual && (
        <Button
          variant="subtle"
          size="compact-md"
          h={44}
          aria-label={`Cerrar la sesión de ${nombre}`}
          onClick={onClose}
        >
          Cerrar
        </Button>
      )}
    </li>
  )
}

function useClosing(onDone: () => void) {
  const queryClient = useQueryClient()
  const outcome = {
    onSuccess: ({ message }: { message: string }) => {
      toast(message)
    },
    onSettled: () => {
      onDone()
      return queryClient.invalidateQueries(api.queryOptions('get', '/api/accesos'))
    },
  }
  const one = api.useMutation('delete', '/api/accesos/{id}', outcome)
  const others = api.useMutation('delete', '/api/accesos', outcome)
  return {
    busy: one.isPending || others.isPending,
    close: (what: Closing) =>
      what === 'others' ? others.mutate({}) : one.mutate({ params: { path: { id: String(what.id) } } }),
  }
}

function CloseDialog({ what, onDone }: { what: Closing | null; onDone: () => void }) {
  const closing = useClosing(onDone)
  const device = what && what !== 'others' ? deviceOf(what.agente).nombre : 'los otros dispositivos'
  return (
    <Confirm
      opened={what !== null}
      title={what === 'others' ? '¿Cerrar las otras sesiones?' : '¿Cerrar esta sesión?'}
      action={what === 'others' ? 'Cerrar las otras' : 'Cerrar sesión'}
      busy={closing.busy}
      onConfirm={() => what && closing.close(what)}
      onClose={onDone}
    >
      {`En ${device} habrá que volver a iniciar sesión.`}
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
        <Button variant="default" fullWidth mt="xs" onClick={() => setClosing('others')}>
          Cerrar las otras sesiones
        </Button>
      )}
      <CloseDialog what={closing} onDone={() => setClosing(null)} />
    </>
  )
}

export function SessionsPanel() {
  const query = api.useQuery('get', '/api/accesos')
  return (
    <Panel>
      <Title order={2} mb={4}>
        Sesiones abiertas
      </Title>
      <Text c="dimmed" mb="sm">
        Los dispositivos donde tu cuenta está abierta.
      </Text>
      <Loaded
        query={query}
        skeleton={
          <Stack gap="xs">
            <Skeleton h={64} radius="md" />
            <Skeleton h={64} radius="md" />
          </Stack>
        }
        errorTitle={TEXTS.sessionsError}
      >
        {({ data }) => <List sessions={data} />}
      </Loaded>
    </Panel>
  )
}
