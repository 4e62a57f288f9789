import { FORUM_ORDERS, FORUMS_PER_PAGE } from '@campus/contract/rules'
import { keepPreviousData } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../../lib/api'
import { isId } from '../../../lib/paths'
import { PAGE_PARAM, usePage } from '../../../ui/pager'

const SEARCH = 'buscar'
const SHOW = 'mostrar'
const PLACE = 'en'
const EVERYWHERE = 'todos'
const KIND = 'ver'
const ORDER = 'orden'
/** The value of `mostrar` for the brand's forums. */
export const GENERAL = 'generales'
type Order = (typeof FORUM_ORDERS)[number]
/** Shorter searches match nearly everything. */
export const MIN_SEARCH = 2

/** Forums, or the answers in them. */
export type Kind = 'temas' | 'respuestas'

/** The state of the list, stored in the address. */
export type View = {
  q: string
  /** The search covers all of the student's forums. */
  everywhere: boolean
  /** Null shows the kind that has results. */
  kind: Kind | null
  general: boolean
  order: Order | undefined
  /** A module of the course or, in _Mis foros_, one of the student's courses; 0 is the whole. */
  part: number
  page: number
}

const kindOf = (searchOf: string | null): Kind | null =>
  searchOf === 'temas' || searchOf === 'respuestas' ? searchOf : null

/** The view of the address, and how to change it. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const page = usePage()
  const show = params.get(SHOW) ?? ''
  const q = [...(params.get(SEARCH) ?? '').trim()].slice(0, 100).join('')
  const view: View = {
    q: q.length >= MIN_SEARCH ? q : '',
    everywhere: params.get(PLACE) === EVERYWHERE,
    kind: kindOf(params.get(KIND)),
    general: show === GENERAL,
    order: FORUM_ORDERS.find((order) => order !== 'recientes' && order === params.get(ORDER)),
    part: isId(show) ? Number(show) : 0,
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
    kindPath(kind: Kind): string {
      const next = new URLSearchParams(params)
      next.delete(PAGE_PARAM)
      next.set(KIND, kind)
      return `?${next}`
    },
    search: (text: string) => ask({ [SEARCH]: text.trim(), [KIND]: '', ...(text.trim() ? {} : { [PLACE]: '' }) }),
    everywhere: (all: boolean) => ask({ [PLACE]: all ? EVERYWHERE : '', [KIND]: '' }),
    show: (what: string) => ask({ [SHOW]: what }),
    sort: (order: string) => ask({ [ORDER]: order }),
  }
}

const keepPrevious = { placeholderData: keepPreviousData }

/** Both kinds of results; answers are shown when no forum matches. */
export function useForumSearch(course: string | null, { q, everywhere, part, kind, page }: View) {
  const id_curso = course ?? (part ? String(part) : null)
  const searchOf = (of: Kind) => ({
    params: {
      query: {
        q,
        per_page: FORUMS_PER_PAGE,
        // The other kind is only counted.
        page: kind === null || kind === of ? page : 1,
        ...(id_curso && !everywhere && { id_curso }),
      },
    },
  })
  const forums = api.useQuery('get', '/api/foros/buscar', searchOf('temas'), keepPrevious)
  const posts = api.useQuery('get', '/api/posts-foro/buscar', searchOf('respuestas'), keepPrevious)
  const best: Kind = forums.data?.data.total === 0 && posts.data?.data.total !== 0 ? 'respuestas' : 'temas'
  return { forums, posts, kind: kind ?? best }
}

/** Of a course, one of its modules, the brand, or, without a course, all that the student may read. */
export function useForums(course: string | null, { general, part, page, order }: Omit<View, 'q'>) {
  const paged = { page, per_page: FORUMS_PER_PAGE, ...(order && { orden: order }) }
  const wholeCourse = course !== null && !general && !part
  const generals = api.useQuery(
    'get',
    '/api/foros/generales',
    { params: { query: paged } },
    { ...keepPrevious, enabled: general },
  )
  const ofModule = api.useQuery(
    'get',
    '/api/foros/modulo/{id}',
    { params: { path: { id: String(part) }, query: paged } },
    { ...keepPrevious, enabled: course !== null && part > 0 },
  )
  const ofCourse = api.useQuery(
    'get',
    '/api/foros/curso/{id}',
    { params: { path: { id: course ?? '' }, query: paged } },
    { ...keepPrevious, enabled: wholeCourse },
  )
  const all = api.useQuery(
    'get',
    '/api/foros',
    { params: { query: { ...paged, orden: order ?? 'recientes', ...(part && { id_curso: String(part) }) } } },
    { ...keepPrevious, enabled: course === null && !general },
  )
  if (course === null && !general) return all
  if (general) return generals
  return part ? ofModule : ofCourse
}
