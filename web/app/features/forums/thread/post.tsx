import type { FlatPost } from '@campus/contract/forums'
import { POST_DELETED_TEXT } from '@campus/contract/rules'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react'
import { formatAgo } from '../../../lib/ago'
import { client } from '../../../lib/client'
import { formatDateTime } from '../../../lib/format'
import { Avatar, RoleTag } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Html } from '../../../ui/html'
import { Late } from '../../../ui/late'
import { Tag } from '../../../ui/tag'
import { nameOf, useForumFacts, useThread } from './forum-context'
import classes from './post.module.css'
import { anchorOf, permalinkOf } from './post-address'
import { withPictures } from './post-body'
import { PostTools } from './post-tools'
import { TEXTS } from './texts'
import { usePatches } from './use-posts'

const EditPost = lazy(() => import('./edit-post'))

/** No `Link`: hundreds of them would render again with each address. */
function Permalink({ id, children }: { id: number; children: ReactNode }) {
  const { id: forum, goTo } = useForumFacts()
  function onClick(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goTo(id)
  }
  return (
    <a href={permalinkOf(forum, id)} className={classes.when} onClick={onClick}>
      {children}
    </a>
  )
}

type EditedProps = { at: string | null; by: number | undefined; onHistory: () => void }

/** When a text was edited; its author and moderators open the history. */
export function Edited({ at, by, onHistory }: EditedProps) {
  const { me, moderates } = useForumFacts()
  if (!at) return null
  const when = `${TEXTS.edited} ${formatAgo(at, Date.now())}`
  if (by !== me && !moderates)
    return (
      <span className={classes.when} title={formatDateTime(at)}>
        {when}
      </span>
    )
  return (
    <button type="button" className={classes.edited} onClick={onHistory} aria-haspopup="dialog">
      <span>{when}</span>
      <span className="visually-hidden">: {TEXTS.history}</span>
    </button>
  )
}

function Head({ post }: { post: FlatPost }) {
  const { author, actions } = useForumFacts()
  const { usuario, fecha_creacion, id } = post
  return (
    <header className={classes.head}>
      {usuario && (
        <Avatar nombres={usuario.nombres} apellidos={usuario.apellidos} imagen={usuario.foto_perfil} size={36} />
      )}
      <div className={classes.by}>
        {usuario && (
          <>
            <strong>{nameOf(post)}</strong>
            <RoleTag role={usuario.tipo_cliente} />
            {usuario.id === author && <span className={classes.asked}>Autor</span>}
          </>
        )}
        <Permalink id={id}>
          <time dateTime={fecha_creacion} title={formatDateTime(fecha_creacion)}>
            {formatAgo(fecha_creacion, Date.now())}
          </time>
        </Permalink>
        <Edited at={post.editado_en} by={usuario?.id} onHistory={() => actions.history(post)} />
        {post.es_solucion && (
          <Tag icon={IconCircleCheckFilled} tone="good">
            {TEXTS.best}
          </Tag>
        )}
      </div>
    </header>
  )
}

/** Scrolls to a post for several frames, because the height above it is still changing. */
function useScrollIntoView(id: number) {
  const row = useRef<HTMLElement>(null)
  const { store } = useForumFacts()
  const scrolls = useThread(({ target, scrolls: times }) => (target === id ? times : 0))
  useEffect(() => {
    const element = row.current
    if (!scrolls || !element) return
    element.focus({ preventScroll: true })
    let frames = 0
    let frame = requestAnimationFrame(function settle() {
      element.scrollIntoView({ block: store.getState().block, behavior: 'instant' })
      frames += 1
      if (frames < 4) frame = requestAnimationFrame(settle)
    })
    return () => cancelAnimationFrame(frame)
  }, [scrolls, store])
  return { row, marked: scrolls > 0 }
}

/** Loads the rest of a long post, of which the list has the beginning. */
function ReadOn({ post }: { post: FlatPost }) {
  const { posts } = usePatches(useForumFacts().id)
  const read = useMutation({
    mutationFn: () => client.GET('/api/posts-foro/{id}', { params: { path: { id: String(post.id) } } }),
    meta: { errorText: TEXTS.readOnError },
    onSuccess: ({ data }) => {
      const whole = data?.data
      if (whole) posts((cached) => (cached.id === whole.id ? { contenido: whole.contenido, recortado: false } : null))
      // The pressed button is gone.
      document.getElementById(anchorOf(post.id))?.focus({ preventScroll: true })
    },
  })
  return (
    <Button
      variant="subtle"
      size="compact"
      loading={read.isPending}
      aria-label={`${TEXTS.readOn}: respuesta de ${nameOf(post)}`}
      onClick={() => read.mutate()}
    >
      {TEXTS.readOn}
    </Button>
  )
}

type PostRowProps = {
  post: FlatPost
  /** How many replies are below it. */
  below: number
  onToggle: () => void
  /** Who is answered, where the indentation no longer shows it. */
  answers?: string | undefined
}

export const PostRow = memo(function PostRow({ post, below, onToggle, answers }: PostRowProps) {
  const { reader, freshFrom } = useForumFacts()
  const { row, marked } = useScrollIntoView(post.id)
  const editing = useThread((state) => state.editing === post.id)
  useEffect(() => (row.current ? reader.watch(row.current) : undefined), [reader, row])
  return (
    <article
      ref={row}
      id={anchorOf(post.id)}
      data-post={post.id}
      className={classes.post}
      data-marked={marked || undefined}
      data-solved={post.es_solucion || undefined}
      tabIndex={-1}
      aria-label={`Respuesta de ${nameOf(post)}`}
    >
      {post.id === freshFrom && <p className={classes.fresh}>{TEXTS.fresh}</p>}
      <Head post={post} />
      {answers && <p className={classes.answers}>{`En respuesta a ${answers}`}</p>}
      {post.eliminado && <p className={classes.gone}>{POST_DELETED_TEXT}</p>}
      {!post.eliminado && editing && (
        <Late>
          <EditPost post={post} />
        </Late>
      )}
      {!post.eliminado && !editing && (
        <div className={classes.body}>
          <Html html={withPictures(post.contenido)} />
          {post.recortado && <ReadOn post={post} />}
        </div>
      )}
      {!editing && <PostTools post={post} below={below} onToggle={onToggle} />}
    </article>
  )
})
