import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { cataloguePath } from '../../platform/paths'
import { usePage } from '../../ui/pager'
import type { Wanted } from './choice'

/** The address follows what is typed after so long a pause: browsers refuse to have it written with every key. */
const WRITE_MS = 300

/**
 * Category, search and page out of the address, and what is being typed on top of it: the list follows each key at
 * once, the address after a pause, replaced so that Back leaves the catalogue instead of unwriting the search.
 */
export function useWanted() {
  const navigate = useNavigate()
  const { idcategoria } = useParams()
  const [params] = useSearchParams()
  const page = usePage()
  const written = params.get('buscar') ?? ''
  const category = idcategoria === undefined ? undefined : Number(idcategoria)
  const [typed, setTyped] = useState(written)
  const field = useRef<HTMLInputElement>(null)
  const mine = useRef(written)

  // What was typed before React arrived, or what the browser put back, is kept.
  useEffect(() => {
    if (field.current && field.current.value !== mine.current) setTyped(field.current.value)
  }, [])
  // Somebody else wrote the address: Back, Forward or a link.
  useEffect(() => {
    if (written === mine.current) return
    mine.current = written
    setTyped(written)
  }, [written])
  // The address is outside of React.
  useEffect(() => {
    const next = typed.trim()
    if (next === mine.current) return
    const timer = setTimeout(() => {
      mine.current = next
      navigate(cataloguePath(category, next), { replace: true, preventScrollReset: true })
    }, WRITE_MS)
    return () => clearTimeout(timer)
  }, [typed, category, navigate])

  const search = useDeferredValue(typed)
  const wanted: Wanted = { category, search, page: search.trim() === written.trim() ? page : 1 }
  return {
    wanted,
    typed,
    field,
    type: setTyped,
    /** Another category is another page: Back leads to the one before. */
    choose: (next: number | undefined) => {
      mine.current = typed.trim()
      navigate(cataloguePath(next, typed), { preventScrollReset: true })
    },
  }
}
