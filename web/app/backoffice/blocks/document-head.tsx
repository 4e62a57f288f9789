import type { DocumentKind, PublishedDocument } from '@campus/contract/documents/documents'
import { Alert, Badge, Button, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconEye, IconHistory, IconTrash } from '@tabler/icons-react'
import { lazy, type ReactNode, useRef } from 'react'
import { failureText } from '../../lib/errors'
import { toast } from '../../lib/toasts'
import { Confirm } from '../../ui/confirm'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { ActMenu, MenuAct } from './act-menu'
import classes from './document.module.css'
import { discardDraft } from './document-calls'
import type { DraftChoice } from './draft-list'
import { goTo, type Leading } from './findings'
import { type Editor, saveFirst } from './open-document'
import { saveText, stateLook } from './save-text'
import { StaleNote } from './stale-note'
import { WayBack } from './way-back'

const PublishDialog = lazy(() => import('./publish-dialog'))
const PreviewDialog = lazy(() => import('./preview-dialog'))
const VersionsDialog = lazy(() => import('./versions-dialog'))

const ICONS = {
  saved: IconCloudCheck,
  offline: IconCloudOff,
  failed: IconAlertTriangle,
  refused: IconAlertTriangle,
  stale: IconAlertTriangle,
} as const

function SaveNote({ save }: Pick<Editor<DocumentKind>, 'save'>) {
  const Drawing = save.kind in ICONS ? ICONS[save.kind as keyof typeof ICONS] : null
  const problem = ['failed', 'refused', 'stale'].includes(save.kind)
  return (
    <Text component="span" size="xs" c={problem ? 'red' : 'dimmed'} role="status" className={classes.save}>
      {Drawing && <Drawing size={16} stroke={1.8} aria-hidden />}
      <span>{saveText(save)}</span>
    </Text>
  )
}

/** Why the server will not take what is written here, until it changes. */
function RefusedNote({ save, onLeave }: Pick<Editor<DocumentKind>, 'save'> & { onLeave: (path: string) => void }) {
  if (save.kind !== 'refused') return null
  return (
    <Alert role="alert" color="red" variant="light" mb="md" icon={<IconAlertTriangle aria-hidden />} title={save.text}>
      {save.errors.length > 0 && (
        <ul className={classes.found}>
          {save.errors.map(({ ruta, texto }) => (
            <li key={ruta}>
              <button type="button" className={classes.link} onClick={() => onLeave(ruta)}>
                {texto}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Text size="sm">Lo que escribiste sigue en este equipo.</Text>
    </Alert>
  )
}

type HeadProps<K extends DocumentKind> = Leading & {
  editor: Editor<K>
  /** The screen's title, and the document's name in the list of drafts. */
  name: string
  /** The screen that it is a part of. */
  back?: { text: string; to: string }
  /** Other drafts of the course, offered with it. */
  others?: DraftChoice[]
  /** Where a field of a document is edited; null when another role does it. */
  linkOf?: (objeto: string, path: string) => string | null
  /** Shows the errors at their fields. */
  onReviewed?: () => void
  /** After the publication. */
  onPublished?: (documents: PublishedDocument[]) => void
  previewable?: boolean
  previewWord?: string
  /** More entries of the menu. */
  acts?: ReactNode
}

function Discard<K extends DocumentKind>({
  editor,
  opened,
  onClose,
}: {
  editor: Editor<K>
  opened: boolean
  onClose: () => void
}) {
  const discard = async () => {
    onClose()
    try {
      await saveFirst(editor)
      await discardDraft(editor.objeto, editor.store.getState().version)
      await editor.reload()
      toast('El borrador pasó a Versiones.')
    } catch (error) {
      toast(failureText(error), { color: 'red' })
    }
  }
  return (
    <Confirm
      opened={opened}
      title="¿Descartar el borrador?"
      action="Descartar el borrador"
      onClose={onClose}
      onConfirm={() => void discard()}
    >
      El borrador pasa a Versiones: puedes recuperarlo.
    </Confirm>
  )
}

/** The head of an open document: its title, its state, its save, and what can be done with it. */
export function DocumentHead<K extends DocumentKind>(props: HeadProps<K>) {
  const { editor, name, back, acts, previewable = true, previewWord = 'Vista previa' } = props
  const [publishing, publish] = useDisclosure(false)
  const [previewing, preview] = useDisclosure(false)
  const [versions, history] = useDisclosure(false)
  const [discarding, discard] = useDisclosure(false)
  const bar = useRef<HTMLDivElement>(null)
  const nothing = !editor.changed && (props.others ?? []).length === 0
  const look = stateLook(editor.view.estado, editor.changed)
  const actions = (
    // biome-ignore lint/a11y/useSemanticElements: no fields of a form
    <div ref={bar} tabIndex={-1} role="group" aria-label="El borrador" className={classes.acts}>
      <span className={classes.state}>
        <Badge variant="light" color={look.color} radius="sm" className={classes.badge}>
          {look.short}
        </Badge>
        <SaveNote save={editor.save} />
      </span>
      {previewable && (
        <Button
          variant="default"
          className={classes.look}
          leftSection={<IconEye size={18} aria-hidden />}
          onClick={preview.open}
        >
          <span className={classes.wide}>{previewWord}</span>
        </Button>
      )}
      <Button disabled={['stale', 'refused'].includes(editor.save.kind) || nothing} onClick={publish.open}>
        <span className={classes.wide}>Revisar y publicar</span>
        <span className={classes.narrow} aria-hidden>
          Publicar
        </span>
      </Button>
      <ActMenu label="Más acciones">
        <MenuAct icon={IconHistory} label="Versiones" onClick={history.open} />
        <MenuAct
          color="red"
          disabled={!editor.changed}
          icon={IconTrash}
          label="Descartar el borrador"
          onClick={discard.open}
        />
        {acts && <Menu.Divider />}
        {acts}
      </ActMenu>
    </div>
  )
  return (
    <>
      {back && <WayBack {...back} />}
      <div className={classes.head}>
        <PageHead flush title={name} action={actions} />
      </div>
      <RefusedNote save={editor.save} onLeave={(path) => goTo(props, path)} />
      <StaleNote editor={editor} onDecided={() => bar.current?.focus()} />
      <Discard editor={editor} opened={discarding} onClose={discard.close} />
      <Late fallback={null}>
        {publishing && <PublishDialog {...props} onClose={publish.close} />}
        {previewing && (
          <PreviewDialog title={previewWord} editor={editor} others={props.others ?? []} onClose={preview.close} />
        )}
        {versions && <VersionsDialog editor={editor} onClose={history.close} />}
      </Late>
    </>
  )
}
