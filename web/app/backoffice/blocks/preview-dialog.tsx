import type { DocumentKind } from '@campus/contract/documents/documents'
import { Alert, Skeleton } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../ui/dialog'
import { Loaded } from '../../ui/loaded'
import { preview, type Tried } from './document-calls'
import type { DraftChoice } from './draft-list'
import { FrameSwitch } from './frame-switch'
import { type Editor, ownDraft, saveFirst } from './open-document'
import { PreviewView } from './preview-view'

type PreviewProps<K extends DocumentKind> = {
  title: string
  editor: Editor<K>
  others: DraftChoice[]
  onClose: () => void
}

/** The drafts as a student will read them; the server publishes, reads and rolls back. */
export default function PreviewDialog<K extends DocumentKind>({ title, editor, others, onClose }: PreviewProps<K>) {
  const show = async (tried?: Tried) => {
    await saveFirst(editor)
    const drafts = [...ownDraft(editor), ...others.map(({ objeto, version }) => ({ objeto, version }))]
    return preview(drafts, editor.objeto, tried)
  }
  const query = useQuery({
    // Another draft's version may arrive while this is open.
    queryKey: ['vista-previa', editor.objeto, others.map(({ objeto, version }) => `${objeto}:${version}`)],
    queryFn: () => show(),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return (
    <Dialog onClose={onClose} title={title} size="full">
      <Alert variant="light" color="gray" mb="md" icon={<IconEye aria-hidden />}>
        Vista previa: así lo verá un alumno. Nada de lo que hagas aquí se guarda.
      </Alert>
      <Loaded
        query={query}
        skeleton={<Skeleton h={480} radius="md" />}
        errorTitle="No pudimos preparar la vista previa"
      >
        {(shown) => (
          <FrameSwitch title="Lo que verá un alumno">
            <PreviewView shown={shown} onTry={show} />
          </FrameSwitch>
        )}
      </Loaded>
    </Dialog>
  )
}
