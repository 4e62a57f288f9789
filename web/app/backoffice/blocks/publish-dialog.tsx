import type { DocumentKind, PublishedDocument } from '@campus/contract/documents/documents'
import { Alert, Button, Checkbox, Group, Modal, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureText } from '../../lib/errors'
import { count } from '../../lib/format'
import { useReturnFocus } from '../../ui/use-return-focus'
import classes from './document.module.css'
import { type DraftReference, publish, rehearse } from './document-calls'
import { fieldId, focusField } from './findings'
import { type Editor, ownDraft } from './open-document'

/** A draft of the course that may go out with the open one. */
export type DraftChoice = DraftReference & { nombre: string }

type DialogProps<K extends DocumentKind> = {
  editor: Editor<K>
  name: string
  others?: DraftChoice[]
  linkOf?: (objeto: string) => string | null
  onGo?: (path: string) => void
  onReviewed?: () => void
  onPublished?: (documents: PublishedDocument[]) => void
  onClose: () => void
}

const keyText = ({ numero, intentos }: PublishedDocument['recalificar'][number]): string =>
  `Cambia la clave de la pregunta ${numero}, que ya está en ${count(intentos, 'intento enviado', 'intentos enviados')}. Podrás recalificar después de publicar.`

type FoundProps = { document: PublishedDocument; here: boolean; link: string | null; onLeave: (path: string) => void }

/** Errors lead to their fields, here or in the document's own screen. */
function Found({ document, here, link, onLeave }: FoundProps) {
  const line = (ruta: string, texto: string) => {
    if (here)
      return (
        <button type="button" className={classes.link} onClick={() => onLeave(ruta)}>
          {texto}
        </button>
      )
    return link ? <Link to={`${link}#${fieldId(ruta)}`}>{texto}</Link> : <span>{texto}</span>
  }
  return (
    <ul className={classes.found}>
      {document.errores.map(({ ruta, texto }) => (
        <li key={`${ruta} ${texto}`}>
          <IconCircleX size={18} color="var(--mantine-color-error)" aria-label="Error:" />
          {line(ruta, texto)}
        </li>
      ))}
      {document.avisos.map(({ ruta, texto }) => (
        <li key={`${ruta} ${texto}`}>
          <IconAlertTriangle size={18} color="var(--mantine-color-yellow-7)" aria-label="Aviso:" />
          {line(ruta, texto)}
        </li>
      ))}
      {[...document.efectos, ...document.recalificar.map(keyText)].map((texto) => (
        <li key={texto}>
          <IconInfoCircle size={18} aria-hidden />
          <span>{texto}</span>
        </li>
      ))}
    </ul>
  )
}

/** What the publication would do, for the drafts that are chosen. */
function useRehearsal<K extends DocumentKind>({ editor, others = [] }: DialogProps<K>) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = others.filter(({ objeto }) => !left.has(objeto))
  const query = useQuery({
    queryKey: ['ensayo', editor.objeto, chosen.map(({ objeto, version }) => [objeto, version])],
    queryFn: async () => {
      await editor.store.flush()
      return rehearse([...ownDraft(editor), ...chosen.map(({ objeto, version }) => ({ objeto, version }))])
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  const toggle = (objeto: string) =>
    setLeft((before) => {
      const next = new Set(before)
      if (!next.delete(objeto)) next.add(objeto)
      return next
    })
  return { query, chosen, toggle, isChosen: (objeto: string) => !left.has(objeto) }
}

const isWrong = (documents: PublishedDocument[] | undefined) =>
  !documents || documents.some(({ errores }) => errores.length > 0)

/** *Revisar y publicar*: the course's drafts, what is missing, what students will notice. */
export default function PublishDialog<K extends DocumentKind>(props: DialogProps<K>) {
  useReturnFocus()
  const { editor, name, others = [], linkOf, onGo, onReviewed, onPublished, onClose } = props
  const { query, chosen, toggle, isChosen } = useRehearsal(props)
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const found = new Map(query.data?.map((document) => [document.objeto, document]))
  const wrong = isWrong(query.data)
  const close = () => {
    if (wrong && query.data) onReviewed?.()
    onClose()
  }
  const leave = (path: string) => {
    close()
    onGo?.(path)
    // The dialog gives the focus back first.
    setTimeout(() => focusField(path), 250)
  }
  const send = async () => {
    setBusy(true)
    setFailure('')
    try {
      const { documentos } = await publish(
        [...ownDraft(editor), ...chosen.map(({ objeto, version: own }) => ({ objeto, version: own }))],
        note,
      )
      await editor.reload()
      notifications.show({ color: 'teal', message: 'Publicado. Ya lo ven los alumnos.' })
      onClose()
      onPublished?.(documentos)
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }
  const part = (objeto: string) => {
    const document = found.get(objeto)
    return (
      document && (
        <Found document={document} here={objeto === editor.objeto} link={linkOf?.(objeto) ?? null} onLeave={leave} />
      )
    )
  }
  return (
    <Modal opened onClose={close} title="Revisar y publicar" size="lg">
      <Stack gap={0}>
        <div className={classes.document}>
          <Text fw={600}>{name}</Text>
          {query.isPending ? <Skeleton h={20} mt={6} w="60%" /> : part(editor.objeto)}
        </div>
        {others.map(({ objeto, nombre }) => (
          <div key={objeto} className={classes.document}>
            <Checkbox label={nombre} checked={isChosen(objeto)} onChange={() => toggle(objeto)} />
            {isChosen(objeto) && part(objeto)}
          </div>
        ))}
      </Stack>
      {query.error && (
        <Alert color="red" role="alert" mt="md" title="No pudimos revisar">
          {failureText(query.error)}
        </Alert>
      )}
      {query.data && wrong && (
        <Alert color="red" variant="light" mt="md" title="Falta algo para publicar. Revisa lo marcado." role="status" />
      )}
      <Textarea
        label="Nota (opcional)"
        description="Qué cambió, para quien mire las versiones."
        mt="md"
        autosize
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {failure && (
        <Alert color="red" role="alert" mt="md">
          {failure}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          Seguir editando
        </Button>
        <Button loading={busy} disabled={wrong || query.isFetching} onClick={() => void send()}>
          Publicar
        </Button>
      </Group>
    </Modal>
  )
}
