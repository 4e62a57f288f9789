import type { FoundForum, FoundPost } from '@campus/contract/forums'
import { type Found, isFound, WORD } from '@campus/contract/roots'
import { IconMessageCircle, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatAgo } from '../../../lib/ago'
import { count, formatDateTime, formatNumber } from '../../../lib/format'
import { forumPath } from '../../../lib/paths'
import { RoleTag } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Loaded } from '../../../ui/loaded'
import { Pager } from '../../../ui/pager'
import { Panel } from '../../../ui/panel'
import { Group } from '../../../ui/stack'
import { FORUM_TYPE_NAMES, Marks } from '../marks'
import { Face, Unread } from './forum-card'
import { ListSkeleton } from './forum-list'
import list from './list.module.css'
import classes from './search-results.module.css'
import { TEXTS } from './texts'
import { type Kind, useForumSearch, type useView } from './use-view'

/** A piece of a text; `hit` is a word that matched. */
export type Piece = { text: string; hit: boolean }

/** Splits a text at the words that the server found. */
export function splitHighlights(text: string, found: Found): Piece[] {
  const pieces: Piece[] = []
  let plain = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isFound(word, found)) continue
    if (index > plain) pieces.push({ text: text.slice(plain, index), hit: false })
    pieces.push({ text: word, hit: true })
    plain = index + word.length
  }
  if (plain < text.length) pieces.push({ text: text.slice(plain), hit: false })
  return pieces
}

function Highlighted({ text, found }: { text: string; found: Found }) {
  // biome-ignore-start lint/suspicious/noArrayIndexKey: pieces of one text never move
  return splitHighlights(text, found).map((piece, index) =>
    piece.hit ? (
      <mark key={index} className={classes.highlight}>
        {piece.text}
      </mark>
    ) : (
      <span key={index}>{piece.text}</span>
    ),
  )
  // biome-ignore-end lint/suspicious/noArrayIndexKey: pieces of one text never move
}

function Author({ usuario }: Pick<FoundForum, 'usuario'>) {
  const name = `${usuario.nombres} ${usuario.apellidos}`
  return (
    <span className={list.author}>
      <Face person={usuario} />
      <span>{name}</span>
      <RoleTag role={usuario.tipo_cliente} />
    </span>
  )
}

function Ago({ instant, word }: { instant: string; word?: string }) {
  return (
    <time dateTime={instant} title={formatDateTime(instant)} className={list.fact}>
      {[word, formatAgo(instant, Date.now())].filter(Boolean).join(' ')}
    </time>
  )
}

/** The course is not said on its own page. */
const placeOf = ({ curso, modulo }: FoundForum, course: string | null): string | undefined => {
  if (!curso) return FORUM_TYPE_NAMES.general
  return String(curso.id) === course ? modulo?.nombre : curso.nombre
}

function ForumRow({ forum, course }: { forum: FoundForum; course: string | null }) {
  const { id, titulo, extracto, total_posts, ultima_actividad } = forum
  return (
    <Panel interactive>
      <article className={list.card} aria-labelledby={`hallado-${id}`}>
        <h3 id={`hallado-${id}`} className={list.name}>
          <Marks forum={forum} />
          <Link to={forumPath(id)} prefetch="intent">
            <Highlighted text={titulo} found={forum} />
          </Link>
          <Unread count={forum.no_leidos} />
        </h3>
        <p className={classes.excerpt}>
          <Highlighted text={extracto} found={forum} />
        </p>
        <div className={list.facts}>
          <Author usuario={forum.usuario} />
          <span className={list.fact}>
            <IconMessageCircle size={18} aria-hidden />
            <span>{count(total_posts, 'respuesta', 'respuestas')}</span>
          </span>
          <Ago instant={ultima_actividad} word="Activo" />
          <span className={list.fact}>{placeOf(forum, course)}</span>
        </div>
      </article>
    </Panel>
  )
}

function PostRow({ post }: { post: FoundPost }) {
  const { id, id_foro, foro, extracto, usuario, fecha } = post
  return (
    <Panel interactive>
      <article className={list.card} aria-labelledby={`respuesta-${id}`}>
        <h3 id={`respuesta-${id}`} className={list.place}>
          <Link to={forumPath(id_foro, id)} prefetch="intent">
            <span className={classes.in}>{TEXTS.answerIn} </span>
            <Highlighted text={foro} found={post} />
          </Link>
        </h3>
        <p className={classes.excerpt}>
          <Highlighted text={extracto} found={post} />
        </p>
        <div className={list.facts}>
          {usuario && <Author usuario={usuario} />}
          <Ago instant={fecha} />
        </div>
      </article>
    </Panel>
  )
}

type HitsProps<Row> = {
  query: {
    data: { data: { data: Row[]; total: number; current_page: number; last_page: number } } | undefined
    error: unknown
    isPending: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  none: string
  children: (row: Row) => ReactNode
}

/** One kind of result; while the next search loads, the last results stay, dimmed. */
function Hits<Row extends { id: number }>({ query, none, children }: HitsProps<Row>) {
  const waiting = query.isPlaceholderData || undefined
  return (
    <Loaded query={query} skeleton={<ListSkeleton />} errorTitle={TEXTS.searchError}>
      {({ data: { data, total, current_page, last_page } }) => (
        <div aria-busy={waiting} data-stale={waiting} className={classes.hits}>
          {total === 0 && <p className={list.note}>{none}</p>}
          <ul className={list.list}>
            {data.map((row) => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </ul>
          <Pager page={current_page} last={last_page} label={TEXTS.resultPages} />
        </div>
      )}
    </Loaded>
  )
}

type ResultsProps = {
  /** Null searches the forums of all courses. */
  course: string | null
  state: ReturnType<typeof useView>
}

function Nothing({ course, state: { view, search, everywhere } }: ResultsProps) {
  return (
    <EmptyState
      icon={IconSearchOff}
      title={TEXTS.noResults}
      text={TEXTS.noResultsText}
      action={
        <Group justify="center" className={classes.ways}>
          {course !== null && !view.everywhere && (
            <Button onClick={() => everywhere(true)}>{TEXTS.searchEverywhere}</Button>
          )}
          <Button variant="light" onClick={() => search('')}>
            {TEXTS.clearSearch}
          </Button>
        </Group>
      }
    />
  )
}

/** The server stops counting here. */
const MOST_HITS = 1000
const shownTotal = (total: number) => (total < MOST_HITS ? formatNumber(total) : `${formatNumber(MOST_HITS)}+`)

const KINDS = [
  ['temas', TEXTS.topics],
  ['respuestas', TEXTS.answers],
] as const satisfies (readonly [Kind, string])[]

/** Forums and answers that match a search, with the words highlighted. */
export default function SearchResults({ course, state }: ResultsProps) {
  const { view, kindPath, search } = state
  const { forums, posts, kind } = useForumSearch(course, view)
  const totals = { temas: forums.data?.data.total, respuestas: posts.data?.data.total }
  const known = totals.temas !== undefined && totals.respuestas !== undefined
  const nothing = totals.temas === 0 && totals.respuestas === 0
  return (
    <section aria-labelledby="resultados">
      <div className={classes.head}>
        <h2 id="resultados">{TEXTS.results(view.q)}</h2>
        {!nothing && (
          <Button variant="subtle" size="compact" onClick={() => search('')}>
            {TEXTS.clearSearch}
          </Button>
        )}
      </div>
      <span role="status" className="visually-hidden">
        {known && TEXTS.found(totals.temas ?? 0, totals.respuestas ?? 0)}
      </span>
      {!nothing && (
        <nav aria-label={TEXTS.kinds} className={classes.kinds}>
          {KINDS.map(([key, word]) => (
            <Link
              key={key}
              to={kindPath(key)}
              replace
              preventScrollReset
              aria-current={key === kind ? 'true' : undefined}
            >
              <span>{word}</span>
              <span className={classes.total}>{totals[key] !== undefined && shownTotal(totals[key])}</span>
            </Link>
          ))}
        </nav>
      )}
      {nothing ? (
        <Nothing course={course} state={state} />
      ) : (
        <>
          {kind === 'temas' && (
            <Hits query={forums} none={TEXTS.noTopics}>
              {(forum) => <ForumRow forum={forum} course={course} />}
            </Hits>
          )}
          {kind === 'respuestas' && (
            <Hits query={posts} none={TEXTS.noAnswers}>
              {(post) => <PostRow post={post} />}
            </Hits>
          )}
        </>
      )}
    </section>
  )
}
