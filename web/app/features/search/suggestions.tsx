import type { SearchItem } from '@campus/contract/search'
import {
  IconBook2,
  IconBooks,
  IconBuildingStore,
  IconCertificate,
  IconCircleCheck,
  IconMessages,
  IconPlayerPlay,
} from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { count } from '../../lib/format'
import { Button, LinkButton } from '../../ui/button'
import { Tag } from '../../ui/tag'
import classes from './search-box.module.css'
import { type Match, pathOf } from './suggestion'
import { TEXTS } from './texts'
import type { State } from './use-search'

const ICONS: Record<SearchItem['tipo'], typeof IconBooks> = {
  Curso: IconBooks,
  Módulo: IconBook2,
  Lección: IconPlayerPlay,
  Foro: IconMessages,
  Certificado: IconCertificate,
}

// Safari does not focus links: the field would blur and close the list before the click.
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Each suggestion's element, for `aria-activedescendant`. */
export const optionId = (list: string, index: number): string => `${list}-${index}`

type SuggestionProps = { match: Match; id: string; active: boolean; onChoose: () => void; onPoint: () => void }

function Suggestion({ match, id, active, onChoose, onPoint }: SuggestionProps) {
  const { item, parts, curso, offered, extracto } = match
  const Drawing = offered ? IconBuildingStore : ICONS[item.tipo]
  return (
    <Link
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      to={pathOf(match)}
      className={classes.option}
      onMouseDown={keepFocus}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      <Drawing size={20} stroke={1.7} aria-hidden />
      <span className={classes.words}>
        <span className={classes.name}>
          <span>{parts[0]}</span>
          <mark>{parts[1]}</mark>
          <span>{parts[2]}</span>
        </span>
        <span className={classes.kind}>{`${offered ? TEXTS.offered : item.tipo}${curso ? ` · ${curso}` : ''}`}</span>
        {extracto && <span className={classes.excerpt}>{extracto}</span>}
      </span>
      {item.estado_avance === 'terminado' && (
        <span className={classes.state}>
          <Tag icon={IconCircleCheck} tone="good">
            Terminado
          </Tag>
        </span>
      )}
    </Link>
  )
}

export type SuggestionsProps = {
  list: string
  typed: string
  empty: boolean
  matches: Match[]
  active: number
  state: State
  onRetry: () => void
  onChoose: () => void
  onPoint: (index: number) => void
}

function Note({ state, typed, matches, onRetry, onChoose }: SuggestionsProps) {
  if (state === 'error')
    return (
      <div className={classes.note} role="alert">
        {TEXTS.error}
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
    <div className={classes.note}>
      <span role="status">{state === 'loading' ? TEXTS.loading : TEXTS.none(typed.trim())}</span>
      {state === 'ready' && (
        <LinkButton
          to={`/cursos?buscar=${encodeURIComponent(typed.trim())}`}
          variant="light"
          onMouseDown={keepFocus}
          onClick={onChoose}
        >
          {TEXTS.catalogue}
        </LinkButton>
      )}
    </div>
  )
}

export function Suggestions(props: SuggestionsProps) {
  const { list, empty, matches, active, onChoose, onPoint } = props
  const option = (match: Match, index: number) => (
    <Suggestion
      key={`${match.offered} ${match.item.tipo} ${match.item.id}`}
      match={match}
      id={optionId(list, index)}
      active={index === active}
      onChoose={onChoose}
      onPoint={() => onPoint(index)}
    />
  )
  const names = matches.filter(({ extracto }) => extracto === undefined).length
  return (
    <div className={classes.dropdown}>
      {empty && (
        <p className={classes.heading} aria-hidden>
          {TEXTS.recent}
        </p>
      )}
      <div id={list} role="listbox" aria-label={empty ? TEXTS.recent : 'Sugerencias'}>
        {matches.slice(0, names).map(option)}
        {names < matches.length && (
          // biome-ignore lint/a11y/useSemanticElements: a group of a listbox's options
          <div role="group" aria-label={TEXTS.inTexts}>
            <p className={classes.heading} aria-hidden>
              {TEXTS.inTexts}
            </p>
            {matches.slice(names).map((match, index) => option(match, names + index))}
          </div>
        )}
      </div>
      <Note {...props} />
    </div>
  )
}
