import { type DocumentKind, VERSION_REASONS, type VersionEntry } from '@campus/contract/documents/documents'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { failureText } from '../../lib/errors'
import { formatDateTime } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { Dialog } from '../../ui/dialog'
import { Late } from '../../ui/late'
import { Loaded } from '../../ui/loaded'
import classes from './document.module.css'
import { type Editor, saveFirst } from './open-document'

const DifferencesView = lazy(() => import('./differences-view'))

type DialogProps<K extends DocumentKind> = { editor: Editor<K>; onClose: () => void }
type VersionProps<K extends DocumentKind> = { editor: Editor<K>; entry: VersionEntry; onRestored: () => void }

function Differences<K extends DocumentKind>({ editor, entry }: Omit<VersionProps<K>, 'onRestored'>) {
  const params = { path: { version: String(entry.version) } }
  const query = api.useQuery(
    'get',
    '/api/gestion/versiones/{version}',
    { params },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  return (
    <Loaded query={query} skeleton={<Skeleton h={80} radius="md" />} errorTitle="No pudimos abrir la versión">
      {({ data }) => (
        <>
          <Text size="xs" c="dimmed" my="xs">
            Tachado: esa versión. Subrayado: lo que hay ahora.
          </Text>
          <DifferencesView before={data.documento} after={editor.document} />
        </>
      )}
    </Loaded>
  )
}

function Version<K extends DocumentKind>({ editor, entry, onRestored }: VersionProps<K>) {
  const [opened, setOpened] = useState(false)
  const [busy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    try {
      await saveFirst(editor)
      const { version } = editor.store.getState()
      const params = { path: { version: String(entry.version) } }
      await client.POST('/api/gestion/versiones/{version}/restaurar', { params, body: { version } })
      await editor.reload()
      toast('La versión está en el borrador. Publícala cuando quieras.')
      onRestored()
    } catch (error) {
      toast(failureText(error), { color: 'red' })
      setBusy(false)
    }
  }
  const author = entry.por?.nombre ?? 'Sin autor'
  return (
    <div className={classes.document}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div>
          <Text fw={600} size="sm">
            {`${VERSION_REASONS[entry.motivo]} · ${formatDateTime(entry.en)}`}
          </Text>
          <Text size="xs" c="dimmed">
            {[author, entry.nota].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="subtle" aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {opened ? 'Ocultar diferencias' : 'Ver diferencias'}
          </Button>
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={() => void restore()}
          >
            Restaurar
          </Button>
        </Group>
      </Group>
      {opened && (
        <Late fallback={<Skeleton h={80} radius="md" />}>
          <Differences editor={editor} entry={entry} />
        </Late>
      )}
    </div>
  )
}

/** Who published what and when; any of it can return to the draft. */
export default function VersionsDialog<K extends DocumentKind>({ editor, onClose }: DialogProps<K>) {
  const query = api.useQuery(
    'get',
    '/api/gestion/versiones',
    { params: { query: { objeto: editor.objeto } } },
    { staleTime: 0, gcTime: 0 },
  )
  return (
    <Dialog onClose={onClose} title="Versiones" size="lg">
      <Loaded query={query} skeleton={<Skeleton h={160} radius="md" />} errorTitle="No pudimos cargar las versiones">
        {({ data }) =>
          data.data.length === 0 ? (
            <Text c="dimmed">Todavía no hay versiones. La primera llega al publicar.</Text>
          ) : (
            <Stack gap={0}>
              {data.data.map((entry) => (
                <Version key={entry.version} editor={editor} entry={entry} onRestored={onClose} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Dialog>
  )
}
