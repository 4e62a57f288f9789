import { FORUMS_PER_PAGE } from '@campus/contract/rules'
import { keepPreviousData } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../platform/api'
import { PAGE_PARAM, usePage } from '../../ui/pager'

const SEARCH = 'buscar'
const SHOW = 'mostrar'
/** Shorter questions find everything and nothing. */
export const SHORTEST_SEARCH = 2

/** What the list shows, as the address says it: a search, the general forums, a module's or the whole course's. */
export type View = { q: string; general: boolean; module: number; page: number }

/** What the address asks for, and how to ask for something else. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const page = usePage()
  const show = params.get(SHOW) ?? ''
  const q = (params.get(SEARCH) ?? '').trim().slice(0, 100)
  const view: View = {
    q: q.length >= SHORTEST_SEARCH ? q : '',
    general: show === 'generales',
    module: /^[1-9]\d{0,9}$/.test(show) ? Number(show) : 0,
    page,
  }
  const ask = (changes: Record<string, string>) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete(PAGE_PARAM)
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    })
  return {
    view,
    /** The same list, another page. */
    pagePath(number: number): string {
      const next = new URLSearchParams(params)
      next.set(PAGE_PARAM, String(number))
      return `?${next}`
    },
    search: (text: string) => ask({ [SEARCH]: text.trim() }),
    show: (what: string) => ask({ [SHOW]: what, [SEARCH]: '' }),
  }
}

/** The page of forums that a view asks for. */
export function useForums(course: string, { q, general, module, page }: View) {
  const paged = { page, per_page: FORUMS_PER_PAGE }
  const keep = { placeholderData: keepPreviousData }
  const whole = !q && !general && !module
  const byWords = api.useQuery(
    'get',
    '/api/foros/buscar',
    { params: { query: { q, ...paged } } },
    { ...keep, enabled: q !== '' },
  )
  const generals = api.useQuery(
    'get',
    '/api/foros/generales',
    { params: { query: paged } },
    { ...keep, enabled: !q && general },
  )
  const ofModule = api.useQuery(
    'get',
    '/api/foros/modulo/{id}',
    { params: { path: { id: String(module) }, query: paged } },
    { ...keep, enabled: !q && module > 0 },
  )
  const ofCourse = api.useQuery(
    'get',
    '/api/foros/curso/{id}',
    { params: { path: { id: course }, query: paged } },
    { ...keep, enabled: whole },
  )
  if (q) return byWords
  if (general) return generals
  return module ? ofModule : ofCourse
}
