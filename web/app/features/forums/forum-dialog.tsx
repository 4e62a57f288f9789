import type { Forum, ForumDetail } from '@campus/contract/forums'
import type { DetailedCourse } from '@campus/contract/learning'
import { Button, Modal, Skeleton, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { api } from '../../platform/api'
import { useDraft } from '../../platform/draft'
import { Loaded } from '../../ui/states'
import { bodyOf, emptyForum, type ForumValues, parseValues, refusedOf, type Wrong, wrongOf } from './form'
import { ForumFields } from './forum-fields'
import classes from './list.module.css'
import { T } from './texts'
import { say, useRefreshForums } from './use-forum-actions'

type FormProps = {
  clave: string
  initial: ForumValues
  idForo: number | null
  idCurso: number
  course: DetailedCourse | undefined
  onCancel: () => void
  onSaved: (forum: ForumDetail) => void
}

/** What is being written, out of its draft, and sending it. */
function useForumForm({ clave, initial, idForo, onSaved }: FormProps) {
  const draft = useDraft(clave)
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const refresh = useRefreshForums()
  const restored = parseValues(draft.text)
  const values = restored ?? initial
  const done = (text: string) => (answer: { data: ForumDetail } | undefined) => {
    if (!answer) return
    draft.clear()
    say(text)
    void refresh()
    onSaved(answer.data)
  }
  const onError = (error: unknown) => setWrong(refusedOf(error))
  const create = api.useMutation('post', '/api/foros', { meta: { handled: true }, onError, onSuccess: done(T.created) })
  const edit = api.useMutation('put', '/api/foros/{id}', {
    meta: { handled: true },
    onError,
    onSuccess: done(T.updated),
  })
  const busy = create.isPending || edit.isPending
  return {
    values,
    wrong,
    busy,
    /** Whether what is shown was kept from before. */
    restored: restored !== null,
    discard: () => draft.clear(),
    change(next: ForumValues): void {
      setWrong(null)
      draft.write(JSON.stringify(next) === JSON.stringify(initial) ? '' : JSON.stringify(next))
    },
    submit(event: FormEvent): void {
      event.preventDefault()
      if (busy) return
      const found = wrongOf(values)
      setWrong(found)
      if (found) return
      const body = bodyOf(values)
      if (idForo === null) create.mutate({ body })
      else edit.mutate({ params: { path: { id: String(idForo) } }, body })
    },
  }
}

function Form(props: FormProps) {
  const form = useForumForm(props)
  // Only what stood there when the dialog opened was brought back.
  const [found] = useState(form.restored)
  return (
    <form onSubmit={form.submit} noValidate className={classes.form}>
      {found && form.restored && (
        <p className={classes.restored} role="status">
          {T.restored}
          <Button variant="subtle" size="compact-sm" h={44} onClick={form.discard}>
            {T.discard}
          </Button>
        </p>
      )}
      <ForumFields
        values={form.values}
        onChange={form.change}
        wrong={form.wrong}
        idForo={props.idForo}
        idCurso={props.idCurso}
        course={props.course}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={props.onCancel}>
          Cancelar
        </Button>
        <Button type="submit" loading={form.busy}>
          {props.idForo === null ? 'Crear foro' : 'Guardar cambios'}
        </Button>
      </div>
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
  <Stack gap="md">
    <Skeleton height={64} />
    <Skeleton height={64} />
    <Skeleton height={226} />
  </Stack>
)

/** An own forum, read whole before it is changed: a list has only its beginning. */
function EditForm({ id, ...rest }: Omit<FormProps, 'clave' | 'initial' | 'idForo'> & { id: number }) {
  const query = api.useQuery('get', '/api/foros/{id}', { params: { path: { id: String(id) } } }, { staleTime: 0 })
  return (
    <Loaded query={query} skeleton={skeleton} errorTitle={T.openError}>
      {({ data }) => <Form clave={`foro-editar-${id}`} initial={valuesOf(data)} idForo={id} {...rest} />}
    </Loaded>
  )
}

type ForumDialogProps = {
  idCurso: number
  course: DetailedCourse | undefined
  /** Null opens a new one. */
  forum: Forum | null
  onClose: () => void
  onCreated: (forum: ForumDetail) => void
}

/** Where a forum is written or changed. Closing it loses nothing: what was typed is a draft until it is sent. */
export default function ForumDialog({ idCurso, course, forum, onClose, onCreated }: ForumDialogProps) {
  const narrow = useMediaQuery('(max-width: 767px)')
  const shared = { idCurso, course, onCancel: onClose }
  return (
    <Modal
      opened
      onClose={onClose}
      size={760}
      fullScreen={narrow}
      radius={narrow ? 0 : undefined}
      title={forum ? 'Editar foro' : T.create}
      // A slip beside the dialog must not close what is being written.
      closeOnClickOutside={false}
    >
      {forum ? (
        <EditForm id={forum.id} {...shared} onSaved={onClose} />
      ) : (
        <Form
          clave={`foro-nuevo-${idCurso}`}
          initial={emptyForum(idCurso)}
          idForo={null}
          {...shared}
          onSaved={(made) => {
            onClose()
            onCreated(made)
          }}
        />
      )}
    </Modal>
  )
}
