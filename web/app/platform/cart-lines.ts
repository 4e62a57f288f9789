import type { CartCourse } from '@campus/contract/cart'
import { MAX_ITEMS } from '@campus/contract/order-rules'
import type { CartItem } from './cart'

/**
 * How an item stands with the server: `repeated` is a course that stands above already, `owned` one that the student has,
 * `gone` one that is not sold here, `unknown` one that has not been asked about yet.
 */
export type LineState = 'fine' | 'repeated' | 'owned' | 'gone' | 'unknown'

/** An item at its position, from 0. */
export type CartLine = { position: number; key: string; item: CartItem; state: LineState }

/** A price that is no longer what the cart said, in soles. */
export type PriceChange = { id: number; nombre: string; before: number; now: number }

/** The summary, in soles; `regular - discount - referral = total`. */
export type CartTotals = { regular: number; discount: number; referral: number; total: number }

/** What the server said of the courses that were asked about. */
export type CartAnswer = { asked: readonly number[]; cursos: CartCourse[] }

const centimos = (soles: number) => Math.round(soles * 100)

/** The items as the server's answer shows them; without an answer only what the items alone say. */
export function linesOf(items: CartItem[], answer: CartAnswer | undefined): CartLine[] {
  const courses = new Map(answer?.cursos.map((course) => [course.id, course]))
  const stateOf = (id: number, again: boolean): LineState => {
    const course = courses.get(id)
    if (course?.comprado) return 'owned'
    if (course) return again ? 'repeated' : 'fine'
    if (answer?.asked.includes(id)) return 'gone'
    return again ? 'repeated' : 'unknown'
  }
  const seen = new Map<number, number>()
  return items.map((item, position) => {
    const times = seen.get(item.id) ?? 0
    seen.set(item.id, times + 1)
    return { position, key: `${item.id}-${times}`, item, state: stateOf(item.id, times > 0) }
  })
}

/** Why the cart cannot be bought as it stands; null when it can. */
export type Hindrance = 'gone' | 'repeated' | 'many' | null

/** What has to be mended first. */
export function hindranceOf(lines: CartLine[]): Hindrance {
  if (lines.some(({ state }) => state === 'gone')) return 'gone'
  if (lines.some(({ state }) => state === 'repeated' || state === 'owned')) return 'repeated'
  return lines.length > MAX_ITEMS ? 'many' : null
}

/** Whether a line's price is part of the sum: what cannot be bought costs nothing. */
export const isCounted = ({ state }: CartLine): boolean => state !== 'gone' && state !== 'owned'

/**
 * What the lines cost, summed in whole céntimos. *Precio regular* sums the struck prices (1.2 × the price, or the real
 * ones), *Descuento* is what lies between them and the prices, and the total is the sum of the prices (storefront.md
 * section 9) less the referral's percentage, rounded to the nearest céntimo, a half in the buyer’s favour, as the server does.
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

/** The items with what the server says of them now, and the prices that changed; the same list when nothing did. */
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

/** The list without what is repeated or owned already: what *Quitar repetidos* leaves. */
export const withoutRepeated = (lines: CartLine[]): CartItem[] =>
  lines.filter(({ state }) => state !== 'repeated' && state !== 'owned').map(({ item }) => item)

/** The list without what is not sold here. */
export const withoutGone = (lines: CartLine[]): CartItem[] =>
  lines.filter(({ state }) => state !== 'gone').map(({ item }) => item)

/** The changes with newer ones taken up: what counts is what the visitor saw first and what holds now. */
export function mergeChanges(known: PriceChange[], newer: PriceChange[]): PriceChange[] {
  const merged = new Map(known.map((change) => [change.id, change]))
  for (const change of newer)
    merged.set(change.id, { ...change, before: merged.get(change.id)?.before ?? change.before })
  return [...merged.values()].filter(({ before, now }) => before !== now)
}
