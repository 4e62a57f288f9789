import type { FlatPost } from '@campus/contract/forums'
import { POST_DELETED_TEXT } from '@campus/contract/rules'
import { Button } from '@mantine/core'
import { IconCircleCheckFilled, IconSparkles } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react'
import { formatAgo } from '../../platform/ago'
import { client } from '../../platform/client'
import { formatDateTime } from '../../platform/format'
import { Face, RoleTag } from '../../ui/author'
import { Html } from '../../ui/html'
import { Tag } from '../../ui/tag'
import { anchorOf, permalinkOf } from './address'
import { EditPost } from './edit-post'
import { nameOf, useForumFacts } from './forum-context'
import classes from './post.module.css'
import { withPictures } from './post-body'
import { PostTools } from './post-tools'
import { T } from './texts'
import { useThread, useThreadStore } from './thread-state'
import { usePatches } from './use-posts'

/** A post's own address; pressed, it only leads there. No `Link`: hundreds of them would draw again with each address. */
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

function Edited({ post }: { post: FlatPost }) {
  const { me, moderates, actions } = useForumFacts()
  if (!post.editado_en) return null
  const when = `${T.edited} ${formatAgo(post.editado_en, Date.now())}`
  if (post.usuario?.id !== me && !moderates)
    return (
      <span className={classes.when} title={formatDateTime(post.editado_en)}>
        {when}
      </span>
    )
  return (
    <button type="button" className={classes.edited} onClick={() => actions.history(post)} aria-haspopup="dialog">
      {when}
      <span className="visually-hidden">: {T.history}</span>
    </button>
  )
}

function Head({ post }: { post: FlatPost }) {
  const { me, author, freshFrom } = useForumFacts()
  const { usuario, fecha_creacion, id } = post
  const fresh = freshFrom !== null && id >= freshFrom && usuario?.id !== me
  return (
    <header className={classes.head}>
      {usuario && <Face nombre={nameOf(post)} imagen={usuario.foto_perfil} size={36} />}
      <div className={classes.by}>
        {usuario && (
          <>
            <strong className={classes.name}>{nameOf(post)}</strong>
            <RoleTag role={usuario.tipo_cliente} />
            {usuario.id === author && <span className={classes.asked}>Autor</span>}
          </>
        )}
        <Permalink id={id}>
          <time dateTime={fecha_creacion} title={formatDateTime(fecha_creacion)}>
            {formatAgo(fecha_creacion, Date.now())}
          </time>
        </Permalink>
        <Edited post={post} />
        {fresh && !post.eliminado && (
          <Tag icon={IconSparkles} tone="fair">
            {T.fresh}
          </Tag>
        )}
        {post.es_solucion && (
          <Tag icon={IconCircleCheckFilled} tone="good">
            {T.best}
          </Tag>
        )}
      </div>
    </header>
  )
}

/** Brings a post into sight when an address leads to it: at once, because what stands above it is still being measured. */
function useArrival(id: number) {
  const row = useRef<HTMLElement>(null)
  const store = useThreadStore()
  const arrival = useThread(({ target, arrival: times }) => (target === id ? times : 0))
  useEffect(() => {
    const element = row.current
    if (!arrival || !element) return
    element.focus({ preventScroll: true })
    let frames = 0
    let frame = requestAnimationFrame(function settle() {
      element.scrollIntoView({ block: store.get().block, behavior: 'instant' })
      frames += 1
      if (frames < 4) frame = requestAnimationFrame(settle)
    })
    return () => cancelAnimationFrame(frame)
  }, [arrival, store])
  return { row, marked: arrival > 0 }
}

/** Brings the rest of a long post, of which the list has the beginning. */
function ReadOn({ post }: { post: FlatPost }) {
  const { posts } = usePatches(useForumFacts().id)
  const read = useMutation({
    mutationFn: () => client.GET('/api/posts-foro/{id}', { params: { path: { id: String(post.id) } } }),
    meta: { errorText: T.readOnError },
    onSuccess: ({ data }) => {
      const whole = data?.data
      if (whole) posts((one) => (one.id === whole.id ? { contenido: whole.contenido, recortado: false } : null))
      // The button that was pressed is gone.
      document.getElementById(anchorOf(post.id))?.focus({ preventScroll: true })
    },
  })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      h={44}
      loading={read.isPending}
      aria-label={`${T.readOn}: respuesta de ${nameOf(post)}`}
      onClick={() => read.mutate()}
    >
      {T.readOn}
    </Button>
  )
}

type PostRowProps = {
  post: FlatPost
  /** How many replies hang below it. */
  below: number
  onToggle: () => void
  /** Whom it answers, where its place in the tree may not show it. */
  answers?: string | undefined
}

/** One post with what can be done with it. */
export const PostRow = memo(function PostRow({ post, below, onToggle, answers }: PostRowProps) {
  const { watch } = useForumFacts()
  const { row, marked } = useArrival(post.id)
  const editing = useThread((state) => state.editing === post.id)
  useEffect(() => (row.current ? watch(row.current) : undefined), [watch, row])
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
      <Head post={post} />
      {answers && <p className={classes.answers}>En respuesta a {answers}</p>}
      {post.eliminado && <p className={classes.gone}>{POST_DELETED_TEXT}</p>}
      {!post.eliminado && editing && <EditPost post={post} />}
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
