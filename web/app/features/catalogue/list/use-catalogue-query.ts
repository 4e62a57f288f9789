import { useDeferredValue, useEffect, useRef } from 'react'
import { useLinkPress } from '../../../lib/link-press'
import { cataloguePath } from '../../../lib/paths'
import { useTyped } from '../../../lib/typed'
import { useGo, useQuery } from '../../../lib/way'
import { usePage } from '../../../ui/pager'
import { type CatalogueQuery, type Refinement, refinementOf } from './filter-courses'

/** Browsers limit how often the address may change, so it follows the typing after a pause. */
const URL_DELAY_MS = 300

/** The list follows each key at once and the address after a pause, by replacing, so that Back leaves the catalogue. */
export function useCatalogueQuery(category: number | undefined) {
  const go = useGo()
  const params = useQuery()
  const page = usePage()
  const urlSearch = params.get('buscar') ?? ''
  const refinement = refinementOf(params)
  const { typed, type, field } = useTyped(urlSearch)
  const lastWritten = useRef(urlSearch)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A second choice may come before the address has the first.
  const chosen = useRef(refinement)
  useEffect(() => {
    chosen.current = refinementOf(params)
  }, [params])

  // A course chosen during the pause must open, and writing the address would stop it.
  useLinkPress(() => clearTimeout(pause.current))

  // The address changed by Back, Forward or a link.
  useEffect(() => {
    if (urlSearch === lastWritten.current) return
    lastWritten.current = urlSearch
    type(urlSearch)
  }, [urlSearch, type])
  useEffect(() => {
    const next = typed.trim()
    if (next === lastWritten.current) return
    pause.current = setTimeout(() => {
      lastWritten.current = next
      go(cataloguePath(category, next, chosen.current), { replace: true })
    }, URL_DELAY_MS)
    return () => clearTimeout(pause.current)
  }, [typed, category, go])

  const search = useDeferredValue(typed)
  const query: CatalogueQuery = { ...refinement, category, search, page: search.trim() === urlSearch.trim() ? page : 1 }
  return {
    query,
    /** What the address holds, at rest. */
    settled: urlSearch.trim(),
    typed,
    field,
    type,
    /** A new history entry, so that Back returns to the previous category. */
    choose: (next: number | undefined) => {
      lastWritten.current = typed.trim()
      go(cataloguePath(next, typed, chosen.current))
    },
    refine: (change: Refinement) => {
      lastWritten.current = typed.trim()
      chosen.current = { ...chosen.current, ...change }
      go(cataloguePath(category, typed, chosen.current))
    },
  }
}
