import type { Forum } from '@campus/contract/forums'
import { Button } from '@mantine/core'
import {
  IconEdit,
  IconEye,
  IconMessageCircle,
  IconPin,
  IconPinnedOff,
  IconSparkles,
  IconTrash,
} from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { formatAgo } from '../../platform/ago'
import { count, formatDateTime, formatNumber } from '../../platform/format'
import { forumPath } from '../../platform/paths'
import { useUser } from '../../platform/session'
import { Face, RoleTag } from '../../ui/author'
import { FORUM_TYPE_NAMES, ForumBadges } from '../../ui/forum-badges'
import { Panel } from '../../ui/panel'
import { Tag } from '../../ui/tag'
import classes from './list.module.css'

const TOOL = { variant: 'subtle', color: 'gray', size: 'compact-md', h: 44, px: 10 } as const
/** The server counts what is unread up to here. */
const MOST_UNREAD = 100

/** What a forum is: pinned, of where, solved, with something new. */
export function Badges({ forum }: { forum: Forum }) {
  const { no_leidos, modulo } = forum
  return (
    <ForumBadges forum={forum} place={modulo ? `${FORUM_TYPE_NAMES.modulo}: ${modulo.nombre}` : undefined}>
      {no_leidos > 0 && (
        <Tag icon={IconSparkles} tone="fair">
          {no_leidos < MOST_UNREAD ? `${no_leidos} sin leer` : 'Más de 99 sin leer'}
        </Tag>
      )}
    </ForumBadges>
  )
}

/** Who wrote it, and that they are of the academy. */
export function Author({ usuario }: Pick<Forum, 'usuario'>) {
  const name = `${usuario.nombres} ${usuario.apellidos}`
  return (
    <span className={classes.author}>
      <Face nombre={name} imagen={usuario.foto_perfil} size={32} />
      <span>{name}</span>
      <RoleTag role={usuario.tipo_cliente} />
    </span>
  )
}

export type CardActions = { onEdit: () => void; onDelete: () => void; onPin: () => void; busy: boolean }

function Tools({ forum, onEdit, onDelete, onPin, busy }: CardActions & { forum: Forum }) {
  const user = useUser()
  const mine = forum.usuario.id === user.id
  // A general forum is the academy's: only its administrators moderate it.
  const staff = user.tipo_cliente === 'Administrador' || (user.tipo_cliente === 'Docente' && forum.id_curso !== null)
  if (!mine && !staff) return null
  const Pin = forum.pinned ? IconPinnedOff : IconPin
  return (
    <div className={classes.tools}>
      {staff && (
        <Button {...TOOL} loading={busy} leftSection={<Pin size={18} aria-hidden />} onClick={onPin}>
          {forum.pinned ? 'Dejar de fijar' : 'Fijar'}
        </Button>
      )}
      {mine && (
        <>
          <Button {...TOOL} leftSection={<IconEdit size={18} aria-hidden />} onClick={onEdit}>
            Editar
          </Button>
          <Button {...TOOL} leftSection={<IconTrash size={18} aria-hidden />} onClick={onDelete}>
            Eliminar
          </Button>
        </>
      )}
    </div>
  )
}

/** One forum of a list: what it is about, who opened it, how alive it is, and what is new in it. */
export function ForumCard({ forum, ...actions }: CardActions & { forum: Forum }) {
  const { id, titulo, descripcion, extracto, total_posts, vistas, ultima_actividad } = forum
  const { idCurso } = useParams()
  return (
    <Panel interactive>
      <article className={classes.card} aria-labelledby={`foro-${id}`}>
        <Badges forum={forum} />
        <h2 id={`foro-${id}`} className={classes.name}>
          {/* A general forum belongs to no course: it leads back to the one whose list it was found in. */}
          <Link to={forumPath(id)} state={{ curso: Number(idCurso) }} prefetch="intent">
            {titulo}
          </Link>
        </h2>
        <p className={classes.excerpt}>{descripcion || extracto}</p>
        <div className={classes.facts}>
          <Author usuario={forum.usuario} />
          <span className={classes.fact}>
            <IconMessageCircle size={18} aria-hidden />
            {count(total_posts, 'respuesta', 'respuestas')}
          </span>
          <span className={classes.fact}>
            <IconEye size={18} aria-hidden />
            {count(vistas, 'vista', 'vistas')}
          </span>
          <time dateTime={ultima_actividad} title={formatDateTime(ultima_actividad)} className={classes.fact}>
            Activo {formatAgo(ultima_actividad, Date.now())}
          </time>
        </div>
        <Tools forum={forum} {...actions} />
      </article>
    </Panel>
  )
}

/** A forum in the sidebar. */
export function RecentForum({ forum }: { forum: Forum }) {
  return (
    <li>
      <Link to={forumPath(forum.id)} prefetch="intent" className={classes.recent}>
        <span className={classes.recentName}>{forum.titulo}</span>
        <span className={classes.recentFacts}>
          {formatAgo(forum.ultima_actividad, Date.now())} · {formatNumber(forum.total_posts)}{' '}
          {forum.total_posts === 1 ? 'respuesta' : 'respuestas'}
        </span>
      </Link>
    </li>
  )
}
