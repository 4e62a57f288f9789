import type { Forum } from '@campus/contract/forums'
import { isolate } from '@campus/contract/texts'
import {
  type Icon,
  IconCircleCheck,
  IconEdit,
  IconMessageCircle,
  IconPin,
  IconPinnedOff,
  IconSparkles,
  IconThumbUp,
  IconTrash,
} from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { formatAgo } from '../../../lib/ago'
import { count, formatDateTime, formatNumber } from '../../../lib/format'
import { forumPath } from '../../../lib/paths'
import { useUser } from '../../../lib/session'
import { Avatar, RoleTag } from '../../../ui/avatar'
import { Tag } from '../../../ui/tag'
import { FORUM_TYPE_NAMES, ForumBadges } from '../forum-badges'
import { unreadText } from '../unread-text'
import classes from './list.module.css'

export function Badges({ forum }: { forum: Forum }) {
  const { no_leidos, modulo } = forum
  return (
    <ForumBadges forum={forum} place={modulo ? `${FORUM_TYPE_NAMES.modulo}: ${modulo.nombre}` : undefined}>
      {no_leidos > 0 && (
        <Tag icon={IconSparkles} tone="fair">
          {unreadText(no_leidos)}
        </Tag>
      )}
    </ForumBadges>
  )
}

export function Author({ usuario }: Pick<Forum, 'usuario'>) {
  const name = `${usuario.nombres} ${usuario.apellidos}`
  return (
    <span className={classes.author}>
      <Face person={usuario} />
      <span>{name}</span>
      <RoleTag role={usuario.tipo_cliente} />
    </span>
  )
}

export type CardActions = { onEdit: () => void; onDelete: () => void; onPin: () => void; busy: boolean }

type ToolProps = { icon: Icon; text: string; onClick: () => void; disabled?: boolean }

const Tool = ({ icon: Drawing, text, ...rest }: ToolProps) => (
  <button type="button" aria-label={text} title={text} className={classes.tool} {...rest}>
    <Drawing size={18} aria-hidden />
  </button>
)

function Tools({ forum, onEdit, onDelete, onPin, busy }: CardActions & { forum: Forum }) {
  const user = useUser()
  const mine = forum.usuario.id === user.id
  // Only administrators moderate a general forum.
  const staff = user.tipo_cliente === 'Administrador' || (user.tipo_cliente === 'Docente' && forum.id_curso !== null)
  if (!mine && !staff) return null
  return (
    <div className={classes.tools}>
      {staff && (
        <Tool
          icon={forum.pinned ? IconPinnedOff : IconPin}
          text={forum.pinned ? 'Dejar de fijar' : 'Fijar'}
          disabled={busy}
          onClick={onPin}
        />
      )}
      {mine && (staff || !forum.pinned) && <Tool icon={IconEdit} text="Editar" onClick={onEdit} />}
      {mine && <Tool icon={IconTrash} text="Eliminar" onClick={onDelete} />}
    </div>
  )
}

type Person = Forum['usuario']

const Face = ({ person }: { person: Person }) => (
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

function Marks({ forum: { pinned, resuelto } }: { forum: Forum }) {
  return (
    <>
      {pinned && (
        <>
          <IconPin size={18} aria-hidden className={classes.mark} />
          <span className="visually-hidden">Fijado: </span>
        </>
      )}
      {resuelto && (
        <>
          <IconCircleCheck size={18} aria-hidden className={classes.mark} data-solved />
          <span className="visually-hidden">Resuelto: </span>
        </>
      )}
    </>
  )
}

/** A row: title, people, replies and activity; the first line of the text on wide screens. */
export function ForumRow({ forum, ...actions }: CardActions & { forum: Forum }) {
  const { id, titulo, descripcion, total_posts, likes, ultima_actividad, usuario, no_leidos, modulo, curso } =
    forum
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
          {no_leidos > 0 && <span className={classes.fresh}>{unreadText(no_leidos)}</span>}
        </h2>
        <p className={classes.excerpt}>
          <strong>{[isolate(`${usuario.nombres} ${usuario.apellidos}`), place].filter(Boolean).join(' · ')}</strong>
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
