import type { DocumentKind, Preview } from '@campus/contract/documents/documents'
import { Alert, Skeleton } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { PrizesPreview } from '../../features/awards/awards'
import { LandingPreview } from '../../features/catalogue/catalogue'
import { ExamPreview } from '../../features/exams/exams'
import { CoursePreview, LessonPreview } from '../../features/learning/learning'
import { PagePreview } from '../../features/pages/pages'
import { TopicPreview } from '../../features/prompts/prompts'
import { Dialog } from '../../ui/dialog'
import { Late } from '../../ui/late'
import { Loaded } from '../../ui/loaded'
import classes from './document.module.css'
import { preview, type Tried } from './document-calls'
import type { DraftChoice } from './draft-list'
import { FrameSwitch } from './frame-switch'
import { type Editor, ownDraft, saveFirst } from './open-document'

type ViewProps = { shown: Preview; onTry: (tried: Tried) => Promise<Preview> }

function View({ shown, onTry }: ViewProps) {
  switch (shown.tipo) {
    case 'curso':
      return <CoursePreview course={shown.curso} />
    case 'leccion':
      return <LessonPreview lesson={shown.leccion} />
    case 'evaluacion':
      return (
        <ExamPreview
          trial={shown}
          send={async (entrega) => {
            const tried = await onTry({ entrega })
            return tried.tipo === 'evaluacion' ? tried : shown
          }}
        />
      )
    case 'portada':
      return <LandingPreview data={shown.portada} />
    case 'pagina':
      return <PagePreview page={shown.pagina} />
    case 'premios':
      return <PrizesPreview prizes={shown.premios} />
    case 'tema':
      return (
        <TopicPreview
          topic={shown.tema}
          generate={async (respuestas) => {
            const tried = await onTry({ respuestas })
            return tried.tipo === 'tema' ? tried.resultados : []
          }}
        />
      )
  }
}

/** Links and searches lead out of the preview, so they do nothing. */
const stay = (event: MouseEvent) => {
  if ((event.target as Element).closest('a')) event.preventDefault()
}

function Shown(props: ViewProps) {
  return (
    <div className={classes.preview} onClickCapture={stay} onSubmitCapture={(event) => event.preventDefault()}>
      <Late fallback={<Skeleton h={320} radius="md" />}>
        <View {...props} />
      </Late>
    </div>
  )
}

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
            <Shown shown={shown} onTry={show} />
          </FrameSwitch>
        )}
      </Loaded>
    </Dialog>
  )
}
