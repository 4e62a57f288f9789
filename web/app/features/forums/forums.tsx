import { IconChevronRight, IconMessages } from '@tabler/icons-react'
import { lazy } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { count } from '../../lib/format'
import { forumPath } from '../../lib/paths'
import classes from './door.module.css'
import { unreadText } from './unread-text'

/** The way into the forums, with what is new in those that the student follows. */
export function ForumsDoor() {
  const news = api.useQuery('get', '/api/foros/novedades').data?.data
  const fresh = news?.no_leidos ?? 0
  return (
    <section aria-labelledby="foros" className={classes.door}>
      <Link to="/foros" prefetch="intent" className={classes.head}>
        <IconMessages size={24} stroke={1.7} aria-hidden />
        <span>
          <strong id="foros">Foros</strong>
          <span className={classes.text}>
            {news && fresh > 0
              ? `${count(fresh, 'respuesta nueva', 'respuestas nuevas')} en ${count(news.temas, 'tema', 'temas')} que sigues`
              : 'Pregunta y conversa con tus compañeros'}
          </span>
        </span>
        <IconChevronRight size={20} stroke={1.8} aria-hidden />
      </Link>
      {news && fresh > 0 && (
        <ul className={classes.topics}>
          {news.foros.map(({ id, titulo, no_leidos }) => (
            <li key={id}>
              <Link to={forumPath(id)} prefetch="intent">
                <span>{titulo}</span>
                <em>{unreadText(no_leidos)}</em>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The editor of formatted text, for other features. */
export const TextEditor = lazy(() => import('./editor/rich-editor').then(({ RichEditor }) => ({ default: RichEditor })))
