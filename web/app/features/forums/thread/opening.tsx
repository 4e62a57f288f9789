import type { ForumDetail } from '@campus/contract/forums'
import { IconArrowDown, IconCircleCheckFilled } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { memo } from 'react'
import { Link } from 'react-router'
import { client } from '../../../lib/client'
import { count, formatDateTime } from '../../../lib/format'
import { forumPath } from '../../../lib/paths'
import { Avatar, RoleTag } from '../../../ui/avatar'
import { Html } from '../../../ui/html'
import { Panel } from '../../../ui/panel'
import { Marks } from '../marks'
import { Follow } from './follow'
import classes from './forum.module.css'
import { useForumFacts } from './forum-context'
import { Edited } from './post'
import post from './post.module.css'
import { permalinkOf } from './post-address'
import { withPictures } from './post-body'
import { LikeButton, More, OwnTools } from './post-tools'
import { TEXTS } from './texts'
import { usePatches } from './use-posts'

function Facts({ forum }: { forum: ForumDetail }) {
  const { usuario, fecha_creacion, editado_en, vistas } = forum
  const { actions } = useForumFacts()
  return (
    <div className={classes.facts}>
      <Avatar nombres={usuario.nombres} apellidos={usuario.apellidos} imagen={usuario.foto_perfil} />
      <div>
        <span className={classes.author}>
          <strong>{`${usuario.nombres} ${usuario.apellidos}`}</strong>
          <RoleTag role={usuario.tipo_cliente} />
        </span>
        <span className={classes.quiet}>
          <Link to={forumPath(forum.id)} className={post.when}>
            <Marks forum={forum} />
            <time dateTime={fecha_creacion}>{formatDateTime(fecha_creacion)}</time>
          </Link>
          <Edited at={editado_en} by={usuario.id} onHistory={() => actions.history(null)} />
          <span>{count(vistas, 'vista', 'vistas')}</span>
        </span>
      </div>
    </div>
  )
}

/** Likes optimistically; rolls back when the server refuses. */
function useLike({ id, liked, likes }: ForumDetail) {
  const patches = usePatches(id)
  return useMutation({
    mutationFn: () => {
      const call = { params: { path: { id: String(id) } } }
      return liked ? client.DELETE('/api/foros/{id}/like', call) : client.PUT('/api/foros/{id}/like', call)
    },
    meta: { errorText: TEXTS.likeError },
    onMutate: () => patches.forum(() => ({ liked: !liked, likes: Math.max(0, likes + (liked ? -1 : 1)) })),
    onError: () => patches.forum(() => ({ liked, likes })),
    onSuccess: () => void patches.lists(),
  })
}

/** The opening text has what its replies have. */
function Tools({ forum }: { forum: ForumDetail }) {
  const { me, answer, actions } = useForumFacts()
  const like = useLike(forum)
  const { usuario, contenido } = forum
  const mine = usuario.id === me
  const onEdit = forum.puede_editar ? actions.editForum : undefined
  return (
    <div className={post.tools}>
      <LikeButton
        name="Me gusta este foro"
        liked={forum.liked}
        likes={forum.likes}
        onClick={() => !like.isPending && like.mutate()}
      />
      {mine && <OwnTools onEdit={onEdit} onRemove={() => actions.remove(null)} />}
      <Follow forum={forum} />
      <More
        of="tema"
        mine={mine}
        edited={forum.editado_en !== null}
        onCopy={() => actions.copy(null)}
        onQuote={() => answer(null, { name: `${usuario.nombres} ${usuario.apellidos}`, html: contenido })}
        onEdit={onEdit}
        onHistory={() => actions.history(null)}
        onRemove={() => actions.remove(null)}
        onReport={() => actions.report(null)}
      />
    </div>
  )
}

/** Leads to the best answer, wherever it stands. */
function Solution({ forum: { id, id_solucion, autor_solucion } }: { forum: ForumDetail }) {
  if (id_solucion === null) return null
  return (
    <Link to={permalinkOf(id, id_solucion)} preventScrollReset className={classes.solution}>
      <IconCircleCheckFilled size={20} aria-hidden />
      <span>
        {TEXTS.solutionBy} <strong>{autor_solucion ? autor_solucion.nombres.split(' ')[0] : 'la clase'}</strong>
      </span>
      <IconArrowDown size={18} aria-hidden />
    </Link>
  )
}

/** The forum's own text, collapsed on later pages. */
export const Opening = memo(function Opening({ forum, page }: { forum: ForumDetail; page: number }) {
  const text = (
    <div className={classes.opening}>
      <Html html={withPictures(forum.contenido)} />
    </div>
  )
  return (
    <Panel>
      <article aria-label={forum.titulo}>
        <Facts forum={forum} />
        {page === 1 ? (
          text
        ) : (
          <details className={classes.details}>
            <summary>{TEXTS.readForum}</summary>
            {text}
          </details>
        )}
        <Solution forum={forum} />
        <Tools forum={forum} />
      </article>
    </Panel>
  )
})
