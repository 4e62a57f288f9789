import { type KeyboardEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../platform/api'
import { findMatches, foldAll, searchPath } from './match'

/** Whether the feed has come. */
export type State = 'loading' | 'error' | 'ready'

/** How a key moves the marked suggestion, round and round. */
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** What is typed, what fits and which suggestion is marked; the feed is loaded with the first focus. */
export function useSearch(usuario: number) {
  const navigate = useNavigate()
  const [wanted, setWanted] = useState(false)
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const [active, setActive] = useState(0)
  const query = api.useQuery(
    'get',
    '/api/detalle/usuario/{id}',
    { params: { path: { id: String(usuario) } } },
    { enabled: wanted, staleTime: 5 * 60_000 },
  )
  const feed = useMemo(() => foldAll(query.data?.busqueda ?? []), [query.data])
  const matches = useMemo(() => findMatches(feed, typed), [feed, typed])
  const shown = opened && typed.trim() !== ''

  const type = (text: string) => {
    setTyped(text)
    setActive(0)
    setOpened(true)
  }
  const leave = () => {
    setTyped('')
    setOpened(false)
  }
  const choose = () => {
    const match = matches[active]
    if (match) navigate(searchPath(match.item))
    return match !== undefined
  }

  const move = (step: number) => {
    setOpened(true)
    if (shown) setActive((active + step + matches.length) % matches.length)
  }

  /** Arrows, Enter and Escape (APG combobox); true when the field should be left. */
  const press = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const step = STEPS[event.key]
    if (step && matches.length > 0) {
      event.preventDefault()
      move(step)
    }
    if (event.key === 'Enter') return shown && choose()
    if (event.key === 'Escape') setOpened(false)
    return event.key === 'Escape' && !shown
  }
  const waiting: State = query.error === null ? 'loading' : 'error'
  return {
    typed,
    matches,
    active,
    shown,
    state: query.data === undefined ? waiting : ('ready' as State),
    type,
    leave,
    press,
    begin: () => {
      setWanted(true)
      setOpened(true)
    },
    close: () => setOpened(false),
    point: setActive,
    retry: () => query.refetch(),
  }
}
