import type { SearchItem } from '@campus/contract/search'
import { Button } from '@mantine/core'
import { IconBook2, IconBooks, IconCertificate, IconMessages, IconPlayerPlay } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { count } from '../../platform/format'
import { type Match, searchPath } from './match'
import classes from './search-box.module.css'
import { T } from './texts'
import type { State } from './use-search'

const ICONS: Record<SearchItem['tipo'], typeof IconBooks> = {
  Curso: IconBooks,
  Módulo: IconBook2,
  Lección: IconPlayerPlay,
  Foro: IconMessages,
  Certificado: IconCertificate,
}

// Safari gives a link no focus: the field would be left, and the list gone, before the click.
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Each suggestion's element, for `aria-activedescendant`. */
export const optionId = (list: string, index: number): string => `${list}-${index}`

type SuggestionProps = { match: Match; id: string; active: boolean; onChoose: () => void; onPoint: () => void }

function Suggestion({ match, id, active, onChoose, onPoint }: SuggestionProps) {
  const { item, parts, curso } = match
  const Drawing = ICONS[item.tipo]
  return (
    <Link
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      to={searchPath(item)}
      className={classes.option}
      onMouseDown={keepFocus}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      <Drawing size={20} stroke={1.7} aria-hidden />
      <span className={classes.words}>
        <span className={classes.name}>
          {parts[0]}
          <mark>{parts[1]}</mark>
          {parts[2]}
        </span>
        <span className={classes.kind}>
          {item.tipo}
          {curso && ` · ${curso}`}
        </span>
      </span>
    </Link>
  )
}

export type SuggestionsProps = {
  list: string
  typed: string
  matches: Match[]
  active: number
  state: State
  onRetry: () => void
  onChoose: () => void
  onPoint: (index: number) => void
}

function Note({ state, typed, matches, onRetry }: SuggestionsProps) {
  if (state === 'error')
    return (
      <div className={classes.note} role="alert">
        {T.error}
        <Button variant="light" onMouseDown={keepFocus} onClick={onRetry}>
          Reintentar
        </Button>
      </div>
    )
  if (state === 'ready' && matches.length > 0)
    return (
      <span className="visually-hidden" role="status">
        {count(matches.length, 'sugerencia', 'sugerencias')}
      </span>
    )
  return (
    <div className={classes.note} role="status">
      {state === 'loading' ? T.loading : T.none(typed.trim())}
    </div>
  )
}

/** What stands below the field while something is typed. */
export function Suggestions(props: SuggestionsProps) {
  const { list, matches, active, onChoose, onPoint } = props
  return (
    <div className={classes.dropdown}>
      <div id={list} role="listbox" aria-label="Sugerencias">
        {matches.map((match, index) => (
          <Suggestion
            key={`${match.item.tipo} ${match.item.id}`}
            match={match}
            id={optionId(list, index)}
            active={index === active}
            onChoose={onChoose}
            onPoint={() => onPoint(index)}
          />
        ))}
      </div>
      <Note {...props} />
    </div>
  )
}
