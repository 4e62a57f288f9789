import type { PromptTopic } from '@campus/contract/prompts'
import { Link } from 'react-router'
import classes from './prompts.module.css'
import { TEXTS } from './texts'

export const TOPIC_PARAM = 'tema'

/** The topics, each at its own address. */
export function Topics({ topics, chosen }: { topics: PromptTopic[]; chosen: number | null }) {
  return (
    <nav aria-labelledby="temas">
      <h2 id="temas" className={classes.title}>
        {TEXTS.topics}
      </h2>
      <ul className={classes.topics}>
        {topics.map(({ id, nombre, descripcion }) => (
          <li key={id}>
            <Link
              to={`?${TOPIC_PARAM}=${id}`}
              preventScrollReset
              className={classes.topic}
              aria-current={id === chosen ? 'true' : undefined}
            >
              <strong>{nombre}</strong>
              <span>{descripcion}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
