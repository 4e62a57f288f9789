import type { FlatPost } from '@campus/contract/forums'
import { POST_EDIT_EMPTY_TEXT } from '@campus/contract/rules'
import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../platform/api'
import { useDraft } from '../../platform/draft'
import { Loaded } from '../../ui/states'
import { anchorOf } from './address'
import classes from './forum.module.css'
import { useForumFacts } from './forum-context'
import { editButtonOf } from './post-tools'
import { T } from './texts'
import { useThreadStore } from './thread-state'
import { say } from './use-post-actions'
import { usePatches } from './use-posts'
import { WriteForm } from './writing'
import { refusedOf, type Wrong, wrongOf } from './wrong'

const focusLater = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

/** Where a post is changed, in its own place; of a long one the list has only the beginning, so that the whole is read first. */
export function EditPost({ post }: { post: FlatPost }) {
  const whole = api.useQuery(
    'get',
    '/api/posts-foro/{id}',
    { params: { path: { id: String(post.id) } } },
    { enabled: post.recortado, staleTime: 0 },
  )
  if (!post.recortado) return <EditForm post={post} />
  return (
    <Loaded query={whole} skeleton={<Skeleton height={160} />} errorTitle={T.readOnError}>
      {({ data }) => <EditForm post={data} />}
    </Loaded>
  )
}

/** Leaving it loses nothing: what was typed is a draft until it is sent. */
function EditForm({ post }: { post: FlatPost }) {
  const { id, id_foro, contenido } = post
  const store = useThreadStore()
  const { posts } = usePatches(useForumFacts().id)
  const draft = useDraft(`post-${id}-editar`)
  const html = draft.text === '' ? contenido : draft.text
  // An empty draft is none: that the text was emptied is known here alone.
  const [emptied, setEmptied] = useState(false)
  const [found] = useState(draft.text !== '')
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const value = emptied ? '' : html
  function leave(focus: string): void {
    store.set({ editing: null })
    focusLater(focus)
  }
  const save = api.useMutation('put', '/api/posts-foro/{id}', {
    meta: { handled: true },
    onError: (error) => setWrong(refusedOf(error, T.updateError)),
    onSuccess: ({ data }) => {
      draft.clear()
      posts((one) =>
        one.id === id ? { contenido: data.contenido, recortado: false, editado_en: data.editado_en } : null,
      )
      say(T.updated)
      leave(anchorOf(id))
    },
  })
  function change(next: string): void {
    setWrong(null)
    setEmptied(next === '')
    draft.write(next === contenido ? '' : next)
  }
  function send(): void {
    const lacks = wrongOf(value, POST_EDIT_EMPTY_TEXT)
    setWrong(lacks)
    if (!lacks) save.mutate({ params: { path: { id: String(id) } }, body: { contenido: value } })
  }
  return (
    <WriteForm
      name={T.editLabel}
      label={T.editLabel}
      value={value}
      onChange={change}
      idForo={id_foro}
      wrong={wrong}
      busy={save.isPending}
      send={T.save}
      onSend={send}
      onCancel={() => leave(editButtonOf(id))}
    >
      {found && draft.text !== '' && (
        <p className={classes.restored} role="status">
          {T.restored}
          <Button variant="subtle" size="compact-sm" h={44} onClick={draft.clear}>
            {T.discard}
          </Button>
        </p>
      )}
    </WriteForm>
  )
}
