import {
  canWait,
  type DocumentKind,
  type Publication,
  type PublishedDocument,
} from '@campus/contract/documents/documents'
import type { Finding } from '@campus/contract/documents/findings'
import { Alert, Button, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { count } from '../../lib/format'
import { useSession } from '../../lib/session'
import { toast } from '../../lib/toasts'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure } from '../../ui/failure'
import classes from './document.module.css'
import { checkVideos, publish, rehearse } from './document-calls'
import { type DraftChoice, DraftList } from './draft-list'
import { fieldId, goTo, type Leading } from './findings'
import type { LinkOf } from './name-list'
import { type Editor, ownDraft, saveFirst } from './open-document'
import { allWait, PublishReview } from './publish-review'

type DialogProps<K extends DocumentKind> = Leading & {
  editor: Editor<K>
  name: string
  others?: DraftChoice[]
  linkOf?: LinkOf
  onReviewed?: () => void
  onPublished?: (documents: PublishedDocument[]) => void
  onClose: () => void
}

function keyText({ numero, intentos, quitada }: PublishedDocument['recalificar'][number]): string {
  const where = `la pregunta ${numero}, que ya está en ${count(intentos, 'intento enviado', 'intentos enviados')}`
  return quitada
    ? `Quitas ${where}. Sus notas no cambian; podrás anularla después de publicar.`
    : `Cambia la clave de ${where}. Podrás recalificar después de publicar.`
}

const OTHERS_JOB = 'Lo hace un administrador de la academia.'

type FoundProps = {
  document: PublishedDocument
  here: boolean
  linkOf: LinkOf | undefined
  onLeave: (path: string) => void
}

/** Errors lead to their fields, here or in the document's own screen. */
function Found({ document, here, linkOf, onLeave }: FoundProps) {
  const wayTo = ({ ruta, texto }: Finding) => {
    const link = linkOf?.(document.objeto, ruta)
    if (link === null) return <span>{`${texto} ${OTHERS_JOB}`}</span>
    if (here)
      return (
        <button type="button" className={classes.link} onClick={() => onLeave(ruta)}>
          {texto}
        </button>
      )
    return link ? <Link to={`${link}#${fieldId(ruta)}`}>{texto}</Link> : <span>{texto}</span>
  }
  const lines = (found: Finding[], mark: ReactNode) =>
    found.map((finding) => (
      <li key={`${finding.ruta} ${finding.texto}`}>
        {mark}
        {wayTo(finding)}
      </li>
    ))
  return (
    <ul className={classes.found}>
      {lines(document.errores, <IconCircleX size={18} color="var(--color-error)" aria-label="Error:" />)}
      {lines(document.avisos, <IconAlertTriangle size={18} color="var(--color-yellow-7)" aria-label="Aviso:" />)}
      {[...document.efectos, ...document.recalificar.map(keyText)].map((texto) => (
        <li key={texto}>
          <IconInfoCircle size={18} aria-hidden />
          <span>{texto}</span>
        </li>
      ))}
    </ul>
  )
}

const NOTHING: Publication = { ensayo: true, documentos: [], retenidos: [], avisos: [] }

/** What the publication would do, for the drafts that are chosen: at first one's own. */
function useRehearsal<K extends DocumentKind>({ editor, others = [] }: DialogProps<K>) {
  const user = useSession()?.user.id ?? 0
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isChosen = ({ objeto, por }: DraftChoice) => choices.get(objeto) ?? por?.id === user
  const chosen = others.filter(isChosen).map(({ objeto, version }) => ({ objeto, version }))
  const references = async () => {
    await saveFirst(editor)
    return [...ownDraft(editor), ...chosen]
  }
  const query = useQuery({
    queryKey: ['ensayo', editor.objeto, chosen],
    queryFn: async () => {
      const all = await references()
      return all.length === 0 ? NOTHING : rehearse(all)
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  const course = editor.view.id_curso
  const videos = useQuery({
    queryKey: ['videos', course],
    queryFn: () => checkVideos(course ?? 0),
    // The drafts are saved by then.
    enabled: course !== null && query.isFetched,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const choose = (drafts: DraftChoice[], given: boolean) =>
    setChoices((before) => new Map([...before, ...drafts.map(({ objeto }) => [objeto, given] as const)]))
  const nothing = chosen.length === 0 && !editor.changed
  return {
    query,
    videos: { data: videos.data, failed: videos.isLoadingError },
    user,
    references,
    choose,
    isChosen,
    nothing,
  }
}

function doneText({ documentos, retenidos }: Publication): string {
  const held = retenidos.length + documentos.filter(canWait).length
  return `Publicado. Ya lo ven los alumnos.${held === 0 ? '' : ` ${count(held, 'parte queda oculta', 'partes quedan ocultas')}.`}`
}

/** Lessons and exams with errors wait, unless nothing else goes out. */
const isWrong = (documents: PublishedDocument[] | undefined) =>
  !documents || documents.some((one) => one.errores.length > 0 && !canWait(one)) || allWait(documents)

/** *Revisar y publicar*: the course's drafts, what is missing, what students will notice. */
export default function PublishDialog<K extends DocumentKind>(props: DialogProps<K>) {
  const { editor, name, others = [], linkOf, onReviewed, onPublished, onClose } = props
  const { query, videos, user, references, choose, isChosen, nothing } = useRehearsal(props)
  const [note, setNote] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const found = new Map(query.data?.documentos.map((document) => [document.objeto, document]))
  const wrong = isWrong(query.data?.documentos)
  const close = () => {
    if (wrong && query.data) onReviewed?.()
    onClose()
  }
  const leave = (path: string) => {
    close()
    goTo(props, path)
  }
  const send = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const done = await publish(await references(), note ?? '')
      await editor.reload()
      toast(doneText(done))
      onClose()
      onPublished?.(done.documentos.filter((document) => !canWait(document)))
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const part = (objeto: string) => {
    const document = found.get(objeto)
    return document && <Found document={document} here={objeto === editor.objeto} linkOf={linkOf} onLeave={leave} />
  }
  return (
    <Dialog onClose={close} title="Revisar y publicar" size="lg">
      <Stack gap={0}>
        <div className={classes.document}>
          <Text fw={600}>{name}</Text>
          {query.isPending ? <Skeleton h={20} mt={6} w="60%" /> : part(editor.objeto)}
          {!query.isPending && !editor.changed && (
            <Text size="sm" c="dimmed">
              Sin cambios por publicar.
            </Text>
          )}
        </div>
        <DraftList drafts={others} user={user} found={found} isChosen={isChosen} onChoose={choose}>
          {part}
        </DraftList>
      </Stack>
      <Failure mt="md" title="No pudimos revisar" error={query.error} />
      {query.data && (
        <PublishReview
          data={query.data}
          videos={videos}
          offered={new Set(others.map(({ objeto }) => objeto))}
          linkOf={linkOf}
          onLeave={close}
        />
      )}
      {query.data && wrong && (
        <Alert color="red" variant="light" mt="md" title="Falta algo para publicar. Revisa lo marcado." role="status" />
      )}
      {note === undefined ? (
        <Button variant="subtle" px={0} mt="xs" onClick={() => setNote('')}>
          Agregar una nota
        </Button>
      ) : (
        <Textarea
          label="Nota"
          description="Qué cambió, para quien mire las versiones."
          mt="md"
          autosize
          autoFocus
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      <Failure mt="md" error={failure} />
      <DialogActions>
        <Button variant="default" onClick={close} data-autofocus>
          Seguir editando
        </Button>
        <Button loading={busy} disabled={wrong || nothing || query.isFetching} onClick={() => void send()}>
          Publicar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
