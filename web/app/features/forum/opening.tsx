import type { ForumDetail } from '@campus/contract/forums'
import { IconEye, IconMessageCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { count, formatDateTime } from '../../platform/format'
import { Face, RoleTag } from '../../ui/author'
import { ForumBadges } from '../../ui/forum-badges'
import { Html } from '../../ui/html'
import { Panel } from '../../ui/panel'
import { permalinkOf } from './address'
import classes from './forum.module.css'
import { withPictures } from './post-body'
import { T } from './texts'

function Badges({ forum }: { forum: ForumDetail }) {
  const { id, id_solucion } = forum
  return (
    <ForumBadges forum={forum}>
      {id_solucion !== null && (
        <Link to={permalinkOf(id, id_solucion)} preventScrollReset className={classes.best}>
          {T.seeBest}
        </Link>
      )}
    </ForumBadges>
  )
}

function Facts({ forum }: { forum: ForumDetail }) {
  const { usuario, fecha_creacion, editado_en, vistas, total_posts } = forum
  const name = `${usuario.nombres} ${usuario.apellidos}`
  return (
    <div className={classes.facts}>
      <span className={classes.author}>
        <Face nombre={name} imagen={usuario.foto_perfil} />
        <strong>{name}</strong>
        <RoleTag role={usuario.tipo_cliente} />
      </span>
      <time dateTime={fecha_creacion}>{formatDateTime(fecha_creacion)}</time>
      {editado_en && <span title={formatDateTime(editado_en)}>editado</span>}
      <span className={classes.fact}>
        <IconMessageCircle size={18} aria-hidden />
        {count(total_posts, 'respuesta', 'respuestas')}
      </span>
      <span className={classes.fact}>
        <IconEye size={18} aria-hidden />
        {count(vistas, 'vista', 'vistas')}
      </span>
    </div>
  )
}

/** What the forum is about, as its author opened it; behind the first page it is put away. */
export function Opening({ forum, page }: { forum: ForumDetail; page: number }) {
  const text = (
    <div className={classes.opening}>
      <Html html={withPictures(forum.contenido)} />
    </div>
  )
  return (
    <Panel>
      <article aria-label={forum.titulo}>
        <Badges forum={forum} />
        <Facts forum={forum} />
        {page === 1 ? (
          text
        ) : (
          <details className={classes.details}>
            <summary>{T.readForum}</summary>
            {text}
          </details>
        )}
      </article>
    </Panel>
  )
}
