import { FORUMS_PER_PAGE } from '@campus/contract/rules'
import { keepPreviousData } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../platform/api'
import { PAGE_PARAM, usePage } from '../../ui/pager'

const SEARCH = 'buscar'
const SHOW = 'mostrar'
const PLACE = 'en'
const EVERYWHERE = 'todos'
const KIND = 'ver'
/** Shorter questions find everything and nothing. */
export const SHORTEST_SEARCH = 2

/** What is searched: the forums themselves, or what was answered in them. */
export type Kind = 'temas' | 'respuestas'

/** What the list shows, as the address says it: a search, the general forums, a module's or the whole course's. */
export type View = {
  q: string
  /** The search goes beyond this course. */
  everywhere: boolean
  /** The kind that was chosen; null takes what there is. */
  kind: Kind | null
  general: boolean
  module: number
  page: number
}

const kindOf = (asked: string | null): Kind | null => (asked === 'temas' || asked === 'respuestas' ? asked : null)

/** What the address asks for, and how to ask for something else. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const page = usePage()
  const show = params.get(SHOW) ?? ''
  const q = (params.get(SEARCH) ?? '').trim().slice(0, 100)
  const view: View = {
    q: q.length >= SHORTEST_SEARCH ? q : '',
    everywhere: params.get(PLACE) === EVERYWHERE,
    kind: kindOf(params.get(KIND)),
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
    /** The same search, the other kind. */
    kindPath(kind: Kind): string {
      const next = new URLSearchParams(params)
      next.delete(PAGE_PARAM)
      next.set(KIND, kind)
      return `?${next}`
    },
    search: (text: string) => ask({ [SEARCH]: text.trim(), [KIND]: '', ...(text.trim() ? {} : { [PLACE]: '' }) }),
    everywhere: (all: boolean) => ask({ [PLACE]: all ? EVERYWHERE : '', [KIND]: '' }),
    show: (what: string) => ask({ [SHOW]: what }),
  }
}

const keep = { placeholderData: keepPreviousData }

/** What a search finds, of both kinds, and which of them is shown: answers when no forum has the words. */
export function useFound(course: string, { q, everywhere, kind, page }: View) {
  const asked = (of: Kind) => ({
    params: {
      query: {
        q,
        per_page: FORUMS_PER_PAGE,
        // The other kind is only counted.
        page: kind === null || kind === of ? page : 1,
        ...(!everywhere && { id_curso: course }),
      },
    },
  })
  const forums = api.useQuery('get', '/api/foros/buscar', asked('temas'), keep)
  const posts = api.useQuery('get', '/api/posts-foro/buscar', asked('respuestas'), keep)
  const best: Kind = forums.data?.data.total === 0 && posts.data?.data.total !== 0 ? 'respuestas' : 'temas'
  return { forums, posts, kind: kind ?? best }
}

/** The page of forums that a view asks for. */
export function useForums(course: string, { general, module, page }: Omit<View, 'q'>) {
  const paged = { page, per_page: FORUMS_PER_PAGE }
  const whole = !general && !module
  const generals = api.useQuery(
    'get',
    '/api/foros/generales',
    { params: { query: paged } },
    { ...keep, enabled: general },
  )
  const ofModule = api.useQuery(
    'get',
    '/api/foros/modulo/{id}',
    { params: { path: { id: String(module) }, query: paged } },
    { ...keep, enabled: module > 0 },
  )
  const ofCourse = api.useQuery(
    'get',
    '/api/foros/curso/{id}',
    { params: { path: { id: course }, query: paged } },
    { ...keep, enabled: whole },
  )
  if (general) return generals
  return module ? ofModule : ofCourse
}
