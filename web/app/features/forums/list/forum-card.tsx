import type { Forum } from '@campus/contract/forums'
import { isolate } from '@campus/contract/texts'
import { IconDots, IconMessageCircle, IconThumbUp } from '@tabler/icons-react'
import { lazy } from 'react'
import { Link, useParams } from 'react-router'
import { formatAgo } from '../../../lib/ago'
import { count, formatDateTime, formatNumber } from '../../../lib/format'
import { forumPath } from '../../../lib/paths'
import { useUser } from '../../../lib/session'
import { Avatar } from '../../../ui/avatar'
import { IconButton } from '../../../ui/icon-button'
import { LateMenu, type MenuButton } from '../../../ui/late-menu'
import { FORUM_TYPE_NAMES, Marks } from '../marks'
import { unreadText } from '../unread-text'
import type { CardActions } from './forum-menu'
import classes from './list.module.css'
import { TEXTS } from './texts'

export const Unread = ({ count: unread }: { count: number }) =>
  unread > 0 && <span className={classes.fresh}>{unreadText(unread)}</span>

const loadMenu = () => import('./forum-menu')
const ForumMenu = lazy(loadMenu)

/** Behind one button, so that the columns of all rows stay in line. */
function Tools({ forum, ...actions }: CardActions & { forum: Forum }) {
  const user = useUser()
  const mine = forum.usuario.id === user.id
  // Only administrators moderate a general forum.
  const staff = user.tipo_cliente === 'Administrador' || (user.tipo_cliente === 'Docente' && forum.id_curso !== null)
  if (!mine && !staff) return null
  const button: MenuButton = (props) => (
    <IconButton aria-label={`${TEXTS.more}: ${forum.titulo}`} {...props}>
      <IconDots size={20} aria-hidden />
    </IconButton>
  )
  return (
    <div className={classes.tools}>
      <LateMenu button={button} load={loadMenu}>
        <ForumMenu forum={forum} mine={mine} staff={staff} button={button} {...actions} />
      </LateMenu>
    </div>
  )
}

type Person = Forum['usuario']

export const Face = ({ person }: { person: Person }) => (
  <Avatar nombres={person.nombres} apellidos={person.apellidos} imagen={person.foto_perfil} size={32} />
)

/** Who opened it, and who wrote last. */
function Faces({ usuario, ultimo_autor }: Pick<Forum, 'usuario' | 'ultimo_autor'>) {
  return (
    <span className={classes.faces}>
      <Face person={usuario} />
      {ultimo_autor && ultimo_autor.id !== usuario.id && <Face person={ultimo_autor} />}
    </span>
  )
}

/** A row: title, people, replies and activity; the first line of the text on wide screens. */
export function ForumRow({ forum, ...actions }: CardActions & { forum: Forum }) {
  const { id, titulo, descripcion, total_posts, likes, ultima_actividad, usuario, no_leidos, modulo, curso } = forum
  const { idCurso } = useParams()
  const place = idCurso ? modulo?.nombre : (curso?.nombre ?? FORUM_TYPE_NAMES.general)
  return (
    <article className={classes.forum} aria-labelledby={`foro-${id}`}>
      <Faces {...forum} />
      <div className={classes.words}>
        <h2 id={`foro-${id}`} className={classes.name}>
          <Marks forum={forum} />
          {/* A general forum has no course, so the page remembers where it was opened from. */}
          <Link to={forumPath(id)} state={{ curso: Number(idCurso) }} prefetch="intent">
            {titulo}
          </Link>
          <Unread count={no_leidos} />
        </h2>
        <p className={classes.excerpt}>
          <b>{[isolate(`${usuario.nombres} ${usuario.apellidos}`), place].filter(Boolean).join(' · ')}</b>
          <span>{` · ${descripcion}`}</span>
        </p>
      </div>
      <span className={classes.fact} data-answers={total_posts === 0 ? 'none' : undefined}>
        <IconMessageCircle size={18} aria-hidden />
        <span>{formatNumber(total_posts)}</span>
        <span className="visually-hidden">{total_posts === 1 ? ' respuesta' : ' respuestas'}</span>
      </span>
      <span className={classes.fact}>
        {likes > 0 && (
          <>
            <IconThumbUp size={18} aria-hidden />
            <span>{formatNumber(likes)}</span>
            <span className="visually-hidden"> me gusta</span>
          </>
        )}
      </span>
      <time dateTime={ultima_actividad} title={formatDateTime(ultima_actividad)} className={classes.when}>
        {formatAgo(ultima_actividad, Date.now())}
      </time>
      <Tools forum={forum} {...actions} />
    </article>
  )
}

export function RecentForum({ forum }: { forum: Forum }) {
  return (
    <li>
      <Link to={forumPath(forum.id)} prefetch="intent" className={classes.recent}>
        <span className={classes.recentName}>{forum.titulo}</span>
        <span className={classes.recentFacts}>
          {`${formatAgo(forum.ultima_actividad, Date.now())} · ${count(forum.total_posts, 'respuesta', 'respuestas')}`}
        </span>
      </Link>
    </li>
  )
}
