import type { FlatPost } from '@campus/contract/forums'
import { POST_EDIT_EMPTY_TEXT } from '@campus/contract/rules'
import { useState } from 'react'
import { api } from '../../../lib/api'
import { useDraft } from '../../../lib/draft'
import { toast } from '../../../lib/toasts'
import { Loaded } from '../../../ui/loaded'
import { Skeleton } from '../../../ui/skeleton'
import { Restored } from '../restored'
import { useForumFacts } from './forum-context'
import { anchorOf, editButtonOf, focusLater } from './post-address'
import { TEXTS } from './texts'
import { usePatches } from './use-posts'
import { requestErrorOf, type ValidationError, validationErrorOf } from './validation'
import { WriteForm } from './write-form'

/** The list has only the beginning of a long post, so the whole is loaded before editing. */
export default function EditPost({ post }: { post: FlatPost }) {
  const whole = api.useQuery(
    'get',
    '/api/posts-foro/{id}',
    { params: { path: { id: String(post.id) } } },
    { enabled: post.recortado, staleTime: 0 },
  )
  if (!post.recortado) return <EditForm post={post} />
  return (
    <Loaded query={whole} skeleton={<Skeleton height={160} />} errorTitle={TEXTS.readOnError}>
      {({ data }) => <EditForm post={data} />}
    </Loaded>
  )
}

/** Leaving loses nothing: the text is a draft until it is sent. */
function EditForm({ post }: { post: FlatPost }) {
  const { id, id_foro, contenido } = post
  const { id: forum, store } = useForumFacts()
  const { posts } = usePatches(forum)
  const draft = useDraft(`post-${id}-editar`)
  const html = draft.text === '' ? contenido : draft.text
  // An emptied text cannot be distinguished from no draft.
  const [emptied, setEmptied] = useState(false)
  const [wasRestored] = useState(draft.text !== '')
  const [error, setError] = useState<ValidationError | null>(null)
  const value = emptied ? '' : html
  function leave(...focus: string[]): void {
    store.setState({ editing: null })
    focusLater(...focus)
  }
  const save = api.useMutation('put', '/api/posts-foro/{id}', {
    meta: { handled: true },
    onError: (error) => setError(requestErrorOf(error, TEXTS.updateError)),
    onSuccess: ({ data }) => {
      draft.clear()
      posts((cached) =>
        cached.id === id ? { contenido: data.contenido, recortado: false, editado_en: data.editado_en } : null,
      )
      toast(TEXTS.updated)
      leave(anchorOf(id))
    },
  })
  function change(next: string): void {
    setError(null)
    setEmptied(next === '')
    draft.write(next === contenido ? '' : next)
  }
  function send(): void {
    const invalid = validationErrorOf(value, POST_EDIT_EMPTY_TEXT)
    setError(invalid)
    if (!invalid) save.mutate({ params: { path: { id: String(id) } }, body: { contenido: value } })
  }
  return (
    <WriteForm
      name={TEXTS.editLabel}
      label={TEXTS.editLabel}
      value={value}
      onChange={change}
      idForo={id_foro}
      error={error}
      busy={save.isPending}
      send={TEXTS.save}
      onSend={send}
      onCancel={() => leave(editButtonOf(id), anchorOf(id))}
    >
      {wasRestored && draft.text !== '' && <Restored onDiscard={draft.clear} />}
    </WriteForm>
  )
}
