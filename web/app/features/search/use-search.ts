import { MIN_SEARCH_TEXT } from '@campus/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api'
import { useBrand } from '../../lib/brand'
import { useDebounced } from '../../lib/debounced'
import { optionAfter } from '../../lib/option-keys'
import { type Match, pathOf } from './suggestion'

export type State = 'loading' | 'error' | 'ready'

const PAUSE_MS = 250

/** The lessons whose text has what was typed; asked of the server when the typing pauses. */
function useTexts(wanted: boolean, typed: string) {
  const q = useDebounced(typed.trim(), PAUSE_MS)
  const query = api.useQuery(
    'get',
    '/api/lecciones/buscar',
    { params: { query: { q } } },
    // An extra: without it the search still works.
    { enabled: wanted && q.length >= MIN_SEARCH_TEXT, staleTime: 5 * 60_000, meta: { handled: true } },
  )
  return q === typed.trim() ? query.data?.data : undefined
}

/** What matches the typed text, or what was opened last; loaded with the first focus. */
function useMatches(usuario: number, wanted: boolean, typed: string) {
  const marca = String(useBrand().id)
  const query = api.useQuery(
    'get',
    '/api/detalle/usuario/{id}',
    { params: { path: { id: String(usuario) } } },
    { enabled: wanted, staleTime: 5 * 60_000 },
  )
  const catalogue = api.useQuery(
    'get',
    '/api/cursos/activos',
    { params: { query: { marca } } },
    // An extra: without it the search still works.
    { enabled: wanted, staleTime: 5 * 60_000, meta: { handled: true } },
  )
  const matching = useQuery({
    queryKey: ['search', 'match'],
    queryFn: () => import('./match'),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const texts = useTexts(wanted, typed)
  const [own, offered, match] = [query.data, catalogue.data?.data, matching.data]
  const feed = useMemo(() => match?.foldAll(own?.busqueda ?? []) ?? [], [match, own])
  const offers = useMemo(() => (own && match?.foldOffers(offered ?? [], own.busqueda)) ?? [], [match, own, offered])
  const recent = useMemo(() => match?.recentMatches(own?.recientes ?? [], feed) ?? [], [match, own, feed])
  const found = useMemo(
    () => match?.withTexts(match.findMatches(feed, typed, offers), texts ?? [], feed) ?? [],
    [match, feed, typed, offers, texts],
  )
  const matches: Match[] = typed.trim() === '' ? recent : found
  const waiting: State = query.isError || matching.isError ? 'error' : 'loading'
  const retry = () => {
    for (const part of [query, matching]) if (part.data === undefined) void part.refetch()
  }
  return { state: own && match ? ('ready' as State) : waiting, matches, retry }
}

/** The search box's state. */
export function useSearch(usuario: number) {
  const navigate = useNavigate()
  const [wanted, setWanted] = useState(false)
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const [active, setActive] = useState(-1)
  const { state, matches, retry } = useMatches(usuario, wanted, typed)
  const empty = typed.trim() === ''
  const shown = opened && (!empty || matches.length > 0)

  const type = (text: string) => {
    setTyped(text)
    // Enter in the empty field opens nothing.
    setActive(text.trim() === '' ? -1 : 0)
    setOpened(true)
  }
  const leave = () => {
    setTyped('')
    setActive(-1)
    setOpened(false)
  }
  const choose = () => {
    const match = matches[active]
    if (match) navigate(pathOf(match))
    return match !== undefined
  }

  /** Arrows, Enter and Escape (APG combobox); true when the field should be left. */
  const press = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const next = optionAfter(event.key, active, matches.length)
    if (next !== undefined) {
      event.preventDefault()
      setOpened(true)
      if (shown) setActive(next)
    }
    if (event.key === 'Enter') return shown && choose()
    if (event.key === 'Escape') setOpened(false)
    return event.key === 'Escape' && !shown
  }
  return {
    typed,
    empty,
    matches,
    active,
    shown,
    state,
    type,
    leave,
    press,
    begin: () => {
      setWanted(true)
      setOpened(true)
    },
    close: () => setOpened(false),
    point: setActive,
    retry,
  }
}
