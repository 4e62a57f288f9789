import type { DocumentKind } from '@campus/contract/documents/documents'
import { Alert, Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { lazy } from 'react'
import { formatDateTime } from '../../lib/format'
import { Late } from '../../ui/late'
import type { Editor } from './open-document'
import { firstName } from './save-text'

const DifferencesView = lazy(() => import('./differences-view'))

/** After a 409: the person decides, and until then both texts stay. */
export function StaleNote<K extends DocumentKind>({ editor }: { editor: Editor<K> }) {
  const [opened, { open, close }] = useDisclosure(false)
  const { save, store, document } = editor
  if (save.kind !== 'stale') return null
  const { por, en, datos } = save.current
  const name = por?.nombre ?? 'Otra persona'
  const first = por ? firstName(por.nombre) : 'la otra persona'
  const choices = (
    <Group gap="xs" mt="sm">
      {!opened && (
        <Button variant="default" onClick={open}>
          Ver las diferencias
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => {
          close()
          void store.keepMine()
        }}
      >
        Quedarme con lo mío
      </Button>
      <Button
        variant="default"
        onClick={() => {
          close()
          store.takeTheirs()
        }}
      >
        {`Usar lo de ${first}`}
      </Button>
    </Group>
  )
  return (
    <>
      <Alert
        role="alert"
        color="yellow"
        variant="light"
        mb="md"
        icon={<IconArrowsSplit2 aria-hidden />}
        title={`${name} guardó cambios mientras escribías. Lo tuyo sigue en este equipo.`}
      >
        <Text size="sm">{formatDateTime(en)}</Text>
        {choices}
      </Alert>
      <Modal opened={opened} onClose={close} size="lg" title="Las diferencias" centered>
        <Text size="sm" c="dimmed" mb="md">
          {`Tachado: lo que escribió ${first}. Subrayado: lo tuyo. Lo que no elijas queda en Versiones.`}
        </Text>
        <Late fallback={<Skeleton h={160} radius="md" />}>
          <DifferencesView before={datos} after={document} />
        </Late>
        {choices}
      </Modal>
    </>
  )
}
