import type { DocumentKind, DocumentOf } from '@campus/contract/documents/documents'
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { lazy, useEffect, useState } from 'react'
import { formatDateTime } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { Dialog } from '../../ui/dialog'
import { Late } from '../../ui/late'
import type { SaveState } from './document-store'
import type { Editor } from './open-document'
import { firstName } from './save-text'

const DifferencesView = lazy(() => import('./differences-view'))

type Stale<K extends DocumentKind> = Extract<SaveState<DocumentOf<K>>, { kind: 'stale' }>
type NoteProps<K extends DocumentKind> = {
  editor: Editor<K>
  /** The decision takes the focus away with its buttons. */
  onDecided: () => void
}

function Decision<K extends DocumentKind>({ editor, stale, onDecided }: NoteProps<K> & { stale: Stale<K> }) {
  const [opened, { open, close }] = useDisclosure(false)
  const [busy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the decision is made
  useEffect(() => onDecided, [])
  const { por, en, datos } = stale.current
  const name = por?.nombre ?? 'Otra persona'
  const first = por ? firstName(por.nombre) : 'la otra persona'
  const take = async () => {
    close()
    setBusy(true)
    if (await editor.takeTheirs()) toast('Lo tuyo está en Versiones.')
    setBusy(false)
  }
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
          void editor.store.keepMine()
        }}
      >
        Quedarme con lo mío
      </Button>
      <Button variant="default" loading={busy} onClick={() => void take()}>
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
        {stale.problem && (
          <Text size="sm" c="red" mt={4}>
            {`Lo tuyo no pudo ir a Versiones y sigue aquí. ${stale.problem}`}
          </Text>
        )}
        {choices}
      </Alert>
      {opened && (
        <Dialog onClose={close} size="lg" title="Las diferencias">
          <Text size="sm" c="dimmed" mb="md">
            {`Tachado: lo que escribió ${first}. Subrayado: lo tuyo. Lo que no elijas queda en Versiones.`}
          </Text>
          <Late fallback={<Skeleton h={160} radius="md" />}>
            <DifferencesView before={datos} after={editor.document} />
          </Late>
          {choices}
        </Dialog>
      )}
    </>
  )
}

/** After a 409: the person decides, and until then both texts stay. */
export function StaleNote<K extends DocumentKind>(props: NoteProps<K>) {
  const { save } = props.editor
  return save.kind === 'stale' ? <Decision {...props} stale={save} /> : null
}
