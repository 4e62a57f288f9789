import type { CourseCard } from '@campus/contract/catalogue'
import { nameMatcher } from '../../platform/match'
import { cataloguePath, isId } from '../../platform/paths'

/** Courses on a page of the catalogue. */
export const PER_PAGE = 24

/** What the visitor asked for; `category` undefined for all. */
export type Wanted = { category: number | undefined; search: string; page: number }

/** What is shown of it: a page of the courses that fit, and how many fit here and in every category. */
export type Choice<C> = { shown: C[]; total: number; everywhere: number; page: number; last: number }

/** Category and search together (storefront.md section 2 "Catalogue"); a page beyond the last is the last. */
export function choose<C extends Pick<CourseCard, 'nombre' | 'id_categoria'>>(courses: C[], wanted: Wanted): Choice<C> {
  const named = nameMatcher(wanted.search)
  const everywhere = courses.filter(({ nombre }) => named(nombre))
  const fitting = wanted.category
    ? everywhere.filter(({ id_categoria }) => id_categoria === wanted.category)
    : everywhere
  const last = Math.max(1, Math.ceil(fitting.length / PER_PAGE))
  const page = Math.min(Math.max(1, wanted.page), last)
  return {
    shown: fitting.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    total: fitting.length,
    everywhere: everywhere.length,
    page,
    last,
  }
}

/**
 * Where the form leads without JavaScript: it says `?categoria=3&buscar=x`, the address is `/cursos/3?buscar=x`.
 * Null when the address is already as it should be.
 */
export function formTarget(url: URL, category: string | undefined): string | null {
  const chosen = url.searchParams.get('categoria')
  const search = url.searchParams.get('buscar')
  if (chosen === null && (search === null || search.trim() !== '')) return null
  const id = chosen ?? category
  return cataloguePath(isId(id) ? Number(id) : undefined, search ?? '')
}
