import type { ShopCard } from '@campus/contract/catalogue'
import type { CATALOGUE_CHOICES } from '@campus/contract/page-params'
import { cataloguePath, isId } from '../../../lib/paths'
import { nameMatcher } from '../../../lib/text-search'

export const PER_PAGE = 24

type Filterable = Pick<ShopCard, 'id' | 'nombre' | 'id_categoria' | 'nivel' | 'costo' | 'minutos'>

type Choices = typeof CATALOGUE_CHOICES
type Choice<Name extends keyof Choices> = {
  key: Choices[Name][number]
  label: string
  fits: (course: Filterable) => boolean
}

export const LEVELS: Choice<'nivel'>[] = [
  { key: 'basico', label: 'Básico', fits: ({ nivel }) => nivel === 'Básico' },
  { key: 'intermedio', label: 'Intermedio', fits: ({ nivel }) => nivel === 'Intermedio' },
  { key: 'avanzado', label: 'Avanzado', fits: ({ nivel }) => nivel === 'Avanzado' },
]

export const PRICES: Choice<'precio'>[] = [
  { key: 'hasta-100', label: 'Hasta S/ 100', fits: ({ costo }) => costo <= 100 },
  { key: '100-a-150', label: 'S/ 100 a 150', fits: ({ costo }) => costo > 100 && costo <= 150 },
  { key: 'desde-150', label: 'Más de S/ 150', fits: ({ costo }) => costo > 150 },
]

type Order = { key: Choices['orden'][number]; label: string; compare: (a: Filterable, b: Filterable) => number }

export const ORDERS: Order[] = [
  { key: 'precio', label: 'Menor precio', compare: (a, b) => a.costo - b.costo },
  { key: 'precio-mayor', label: 'Mayor precio', compare: (a, b) => b.costo - a.costo },
  { key: 'cortos', label: 'Más cortos', compare: (a, b) => a.minutos - b.minutos },
  { key: 'nuevos', label: 'Más nuevos', compare: (a, b) => b.id - a.id },
]

/** The filters beside search and category, as the address holds them; unknown values are none. */
export type Refinement = { nivel?: string; precio?: string; orden?: string }

export function refinementOf(params: URLSearchParams): Refinement {
  const known = (name: string, choices: { key: string }[]) => choices.find(({ key }) => key === params.get(name))?.key
  return { nivel: known('nivel', LEVELS), precio: known('precio', PRICES), orden: known('orden', ORDERS) }
}

/** `category` is undefined for all. */
export type CatalogueQuery = Refinement & { category: number | undefined; search: string; page: number }

/** One page of results, with the totals of this category and of all. */
export type CatalogueResults<C> = { shown: C[]; total: number; everywhere: number; page: number; last: number }

/** `found`: what the server found in names and descriptions, the best first. A page beyond the last is the last. */
export function filterCourses<C extends Filterable>(
  courses: C[],
  query: CatalogueQuery,
  found: readonly number[] = [],
): CatalogueResults<C> {
  const named = nameMatcher(query.search)
  const rank = new Map(found.map((id, place) => [id, place]))
  const level = LEVELS.find(({ key }) => key === query.nivel)
  const price = PRICES.find(({ key }) => key === query.precio)
  const order = ORDERS.find(({ key }) => key === query.orden)
  const everywhere = courses
    .filter((course) => named(course.nombre) || rank.has(course.id))
    .filter((course) => (level?.fits(course) ?? true) && (price?.fits(course) ?? true))
    .toSorted((a, b) => order?.compare(a, b) ?? (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0))
  const fitting = query.category ? everywhere.filter(({ id_categoria }) => id_categoria === query.category) : everywhere
  const last = Math.max(1, Math.ceil(fitting.length / PER_PAGE))
  const page = Math.min(Math.max(1, query.page), last)
  return {
    shown: fitting.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    total: fitting.length,
    everywhere: everywhere.length,
    page,
    last,
  }
}

/**
 * Without JavaScript the form submits `?categoria=3&buscar=x&nivel=`; returns `/cursos/3?buscar=x`, or null when nothing
 * changes.
 */
export function formTarget(url: URL, category: string | undefined): string | null {
  const params = url.searchParams
  const chosen = params.get('categoria')
  const empty = [...params].some(([name, value]) => name !== 'categoria' && value.trim() === '')
  if (chosen === null && !empty) return null
  const id = chosen ?? category
  return cataloguePath(isId(id) ? Number(id) : undefined, params.get('buscar') ?? '', refinementOf(params))
}
