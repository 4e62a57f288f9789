import type { ForumDetail } from '@campus/contract/forums'
import type { ForumType } from '@campus/contract/rules'
import {
  type Icon,
  IconBook2,
  IconCircleCheck,
  IconEye,
  IconMessageCircle,
  IconPin,
  IconStack2,
  IconWorld,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { count, formatDateTime } from '../../platform/format'
import { Face, RoleTag } from '../../ui/author'
import { Html } from '../../ui/html'
import { Panel } from '../../ui/panel'
import { Tag } from '../../ui/tag'
import { permalinkOf } from './address'
import classes from './forum.module.css'
import { withPictures } from './post-body'
import { T } from './texts'

const ICONS: Record<ForumType, Icon> = { curso: IconBook2, modulo: IconStack2, general: IconWorld }

/** The types of a forum. */
export const TYPES: Record<ForumType, string> = { curso: 'Curso', modulo: 'Módulo', general: 'General' }

function Badges({ forum }: { forum: ForumDetail }) {
  const { id, pinned, resuelto, id_solucion, tipo_foro } = forum
  return (
    <div className={classes.badges}>
      {pinned && (
        <Tag icon={IconPin} tone="wait">
          Fijado
        </Tag>
      )}
      <Tag icon={ICONS[tipo_foro]} tone="plain">
        {TYPES[tipo_foro]}
      </Tag>
      {resuelto && (
        <Tag icon={IconCircleCheck} tone="good">
          Resuelto
        </Tag>
      )}
      {id_solucion !== null && (
        <Link to={permalinkOf(id, id_solucion)} preventScrollReset className={classes.best}>
          {T.seeBest}
        </Link>
      )}
    </div>
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
