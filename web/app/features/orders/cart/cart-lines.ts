import type { Cart, CartCourse } from '@campus/contract/cart'
import { MAX_ITEMS } from '@campus/contract/order-rules'
import type { CartItem } from '../orders'

/** `repeated` is charged with an earlier line, `owned` by the student, `elsewhere` sold by another brand, `gone` by none. */
export type LineState = 'fine' | 'repeated' | 'owned' | 'elsewhere' | 'gone' | 'unknown'

/** `brand` is the one that sells it, with `elsewhere`. */
export type CartLine = { position: number; key: string; item: CartItem; state: LineState; brand?: number }

/** In soles. */
export type PriceChange = { id: number; nombre: string; before: number; now: number }

/** In soles; `regular - discount - referral = total`. */
export type CartTotals = { regular: number; discount: number; referral: number; total: number }

export type CartAnswer = { requested: readonly number[]; cursos: CartCourse[]; elsewhere: Cart['de_otra_marca'] }

const centimos = (soles: number) => Math.round(soles * 100)

/** Without an answer only repetitions are known. */
export function linesOf(items: CartItem[], answer: CartAnswer | undefined): CartLine[] {
  const courses = new Map(answer?.cursos.map((course) => [course.id, course]))
  const brands = new Map(answer?.elsewhere.map(({ id, id_cliente }) => [id, id_cliente]))
  const unsold = (id: number): LineState | null => {
    if (courses.get(id)?.comprado) return 'owned'
    if (brands.has(id)) return 'elsewhere'
    return answer?.requested.includes(id) && !courses.has(id) ? 'gone' : null
  }
  const sold = (id: number) => (courses.has(id) ? 'fine' : 'unknown')
  const seen = new Map<number, number>()
  return items.map((item, position) => {
    const times = seen.get(item.id) ?? 0
    seen.set(item.id, times + 1)
    const state = unsold(item.id) ?? (times > 0 ? 'repeated' : sold(item.id))
    return { position, key: `${item.id}-${times}`, item, state, brand: brands.get(item.id) }
  })
}

const UNCHARGED = new Set<LineState>(['repeated', 'owned', 'elsewhere', 'gone'])

/** Whether the line is bought here, and its price part of the total. */
export const isCounted = ({ state }: CartLine): boolean => !UNCHARGED.has(state)

/** More courses than one order may have. */
export const isTooMany = (lines: CartLine[]): boolean => lines.filter(isCounted).length > MAX_ITEMS

/**
 * Sums in whole céntimos (docs/product/shop.md 4.4); the referral discount rounds half up in the buyer's favour, as on
 * the server.
 */
export function totalsOf(lines: CartLine[], percentage = 0): CartTotals {
  let regular = 0
  let price = 0
  for (const { item } of lines.filter(isCounted)) {
    price += centimos(item.costo)
    regular += Math.max(centimos(item.costo), centimos(item.precio_regular ?? item.costo))
  }
  const referral = Math.floor((price * percentage + 50) / 100)
  const [whole, less, taken, total] = [regular, regular - price, referral, price - referral].map((n) => n / 100)
  return { regular: whole ?? 0, discount: less ?? 0, referral: taken ?? 0, total: total ?? 0 }
}

const COPIED = ['nombre', 'descripcion', 'costo', 'imagen', 'precio_regular'] as const

/** The items with the server's current data; the same array when nothing changed. */
export function refreshed(items: CartItem[], answer: CartCourse[]): { items: CartItem[]; changes: PriceChange[] } {
  const courses = new Map(answer.map((course) => [course.id, course]))
  const changes = new Map<number, PriceChange>()
  let same = true
  const next = items.map((item) => {
    const course = courses.get(item.id)
    if (!course || COPIED.every((name) => item[name] === course[name])) return item
    same = false
    const { id, nombre, descripcion, costo, imagen, precio_regular } = course
    if (centimos(item.costo) !== centimos(costo)) changes.set(id, { id, nombre, before: item.costo, now: costo })
    return { id, nombre, descripcion, costo, imagen, precio_regular }
  })
  return { items: same ? items : next, changes: [...changes.values()] }
}

/** Each course keeps the first price that was shown and the current one. */
export function mergeChanges(earlier: PriceChange[], newer: PriceChange[]): PriceChange[] {
  const merged = new Map(earlier.map((change) => [change.id, change]))
  for (const change of newer)
    merged.set(change.id, { ...change, before: merged.get(change.id)?.before ?? change.before })
  return [...merged.values()].filter(({ before, now }) => before !== now)
}
