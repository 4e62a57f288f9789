import type { Forum, ForumDetail } from '@campus/contract/forums'
import { type FormEvent, useState } from 'react'
import { api } from '../../../lib/api'
import { useDraft } from '../../../lib/draft'
import { envioFor, forgetEnvio } from '../../../lib/envio'
import { toast } from '../../../lib/toasts'
import { Button } from '../../../ui/button'
import { Dialog, DialogActions } from '../../../ui/dialog'
import { Loaded } from '../../../ui/loaded'
import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'
import { Restored } from '../restored'
import { ForumFields } from './forum-fields'
import {
  bodyOf,
  emptyForum,
  type ForumPlace,
  type ForumValues,
  parseValues,
  requestErrorOf,
  type ValidationError,
  validationErrorOf,
} from './forum-values'
import classes from './list.module.css'
import { TEXTS } from './texts'
import { useRefreshForums } from './use-forum-actions'

type FormProps = {
  clave: string
  initial: ForumValues
  idForo: number | null
  idCurso: number
  choosesCourse?: boolean
  onCancel: () => void
  onSaved: (forum: ForumDetail) => void
}

/** The draft that is being written, its validation and its request. */
function useForumForm({ clave, initial, idForo, onSaved }: FormProps) {
  const draft = useDraft(clave)
  const [error, setError] = useState<ValidationError | null>(null)
  const refresh = useRefreshForums()
  const restored = parseValues(draft.text)
  const values = restored ?? initial
  const done = (text: string) => (answer: { data: ForumDetail } | undefined) => {
    if (!answer) return
    forgetEnvio(clave)
    draft.clear()
    toast(text)
    void refresh()
    onSaved(answer.data)
  }
  const onError = (error: unknown) => setError(requestErrorOf(error))
  const create = api.useMutation('post', '/api/foros', {
    meta: { handled: true },
    onError,
    onSuccess: done(TEXTS.created),
  })
  const edit = api.useMutation('put', '/api/foros/{id}', {
    meta: { handled: true },
    onError,
    onSuccess: done(TEXTS.updated),
  })
  const busy = create.isPending || edit.isPending
  return {
    values,
    error,
    busy,
    /** Whether the values come from a stored draft. */
    restored: restored !== null,
    discard: () => draft.clear(),
    change(next: ForumValues): void {
      setError(null)
      draft.write(JSON.stringify(next) === JSON.stringify(initial) ? '' : JSON.stringify(next))
    },
    submit(event: FormEvent): void {
      event.preventDefault()
      if (busy) return
      const invalid = validationErrorOf(values)
      // A new one each time, so that a wrong field is shown again.
      setError(invalid && { ...invalid })
      if (invalid) return
      const body = bodyOf(values)
      if (idForo === null) create.mutate({ body: { ...body, envio: envioFor(clave, JSON.stringify(body)) } })
      else edit.mutate({ params: { path: { id: String(idForo) } }, body })
    },
  }
}

function Form(props: FormProps) {
  const form = useForumForm(props)
  // Only a draft that existed when the dialog opened counts as restored.
  const [wasRestored] = useState(form.restored)
  return (
    <form onSubmit={form.submit} noValidate className={classes.form}>
      {wasRestored && form.restored && <Restored onDiscard={form.discard} />}
      <ForumFields
        values={form.values}
        onChange={form.change}
        error={form.error}
        idForo={props.idForo}
        idCurso={props.idCurso}
        choosesCourse={props.choosesCourse ?? false}
      />
      <DialogActions>
        <Button variant="default" onClick={props.onCancel}>
          Cancelar
        </Button>
        <Button type="submit" loading={form.busy}>
          {props.idForo === null ? TEXTS.publish : 'Guardar cambios'}
        </Button>
      </DialogActions>
    </form>
  )
}

const valuesOf = (forum: ForumDetail): ForumValues => ({
  titulo: forum.titulo,
  descripcion: forum.descripcion,
  contenido: forum.contenido,
  tipo_foro: forum.tipo_foro,
  id_curso: forum.tipo_foro === 'curso' ? (forum.id_curso ?? 0) : 0,
  id_modulo: forum.id_modulo ?? 0,
})

const skeleton = (
  <Stack>
    <Skeleton height={64} />
    <Skeleton height={64} />
    <Skeleton height={226} />
  </Stack>
)

/** Loads the whole forum, because a list has only its beginning. */
function EditForm({ id, ...rest }: Omit<FormProps, 'clave' | 'initial' | 'idForo'> & { id: number }) {
  const query = api.useQuery('get', '/api/foros/{id}', { params: { path: { id: String(id) } } }, { staleTime: 0 })
  return (
    <Loaded query={query} skeleton={skeleton} errorTitle={TEXTS.openError}>
      {({ data }) => <Form clave={`foro-editar-${id}`} initial={valuesOf(data)} idForo={id} {...rest} />}
    </Loaded>
  )
}

const NOWHERE: ForumPlace = { tipo_foro: 'curso', id_curso: 0, id_modulo: 0 }

type ForumDialogProps = {
  /** The course that its author stands in; 0 outside of courses. */
  idCurso: number
  /** Where a new one goes. */
  place?: ForumPlace
  /** Null opens a new one. */
  forum: Forum | null
  onClose: () => void
  onCreated: (forum: ForumDetail) => void
}

/** Closing loses nothing: the text is a draft until it is sent. */
export default function ForumDialog({ idCurso, place = NOWHERE, forum, onClose, onCreated }: ForumDialogProps) {
  const shared = { idCurso, onCancel: onClose }
  return (
    <Dialog
      keeps
      onClose={onClose}
      size="lg"
      title={forum ? 'Editar foro' : TEXTS.create}
      // A stray click beside the dialog must not close it.
      closedby="closerequest"
    >
      {forum ? (
        <EditForm id={forum.id} {...shared} onSaved={onClose} />
      ) : (
        <Form
          clave={`foro-nuevo-${idCurso}`}
          initial={emptyForum(place)}
          idForo={null}
          choosesCourse={place.tipo_foro === 'curso' && place.id_curso === 0}
          {...shared}
          onSaved={(made) => {
            onClose()
            onCreated(made)
          }}
        />
      )}
    </Dialog>
  )
}
