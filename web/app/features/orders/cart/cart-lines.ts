import type { Cart, CartCourse, CouponCheck, ReferralCheck } from '@campus/contract/cart'
import { couponOff, percentOff } from '@campus/contract/discounts'
import { MAX_ITEMS } from '@campus/contract/order-rules'
import type { CartItem } from '../orders'

/**
 * `repeated` is charged with an earlier line, `owned` by the student, `elsewhere` sold by another brand, `gone` by none; `full` are
 * the groups for which it is sold.
 */
export type LineState = 'fine' | 'repeated' | 'owned' | 'elsewhere' | 'full' | 'gone' | 'unknown'

/** `brand` is the one that sells it, with `elsewhere`. */
export type CartLine = {
  position: number
  key: string
  item: CartItem
  state: LineState
  brand?: number
  groups?: CartCourse['grupos']
}

/** In soles. */
export type PriceChange = { id: number; nombre: string; before: number; now: number }

/** In soles; `regular - discount - code = total`. `by`: which code counts, and what the other would have taken off. */
export type CartTotals = {
  regular: number
  discount: number
  code: number
  total: number
  by: 'referral' | 'coupon' | null
  other: number
}

/** As the server checked them; null without one. */
export type Codes = { referral: ReferralCheck | null; coupon: CouponCheck | null }

export type CartAnswer = { requested: readonly number[]; cursos: CartCourse[]; elsewhere: Cart['de_otra_marca'] }

const centimos = (soles: number) => Math.round(soles * 100)

/** Without an answer only repetitions are known. */
export function linesOf(items: CartItem[], answer: CartAnswer | undefined): CartLine[] {
  const courses = new Map(answer?.cursos.map((course) => [course.id, course]))
  const brands = new Map(answer?.elsewhere.map(({ id, id_cliente }) => [id, id_cliente]))
  const unsold = (id: number): LineState | null => {
    if (courses.get(id)?.comprado) return 'owned'
    if (courses.get(id)?.grupos?.some(({ libres }) => libres !== 0) === false) return 'full'
    if (brands.has(id)) return 'elsewhere'
    return answer?.requested.includes(id) && !courses.has(id) ? 'gone' : null
  }
  const sold = (id: number) => (courses.has(id) ? 'fine' : 'unknown')
  const seen = new Map<number, number>()
  return items.map((item, position) => {
    const times = seen.get(item.id) ?? 0
    seen.set(item.id, times + 1)
    const state = unsold(item.id) ?? (times > 0 ? 'repeated' : sold(item.id))
    return {
      position,
      key: `${item.id}-${times}`,
      item,
      state,
      brand: brands.get(item.id),
      groups: courses.get(item.id)?.grupos,
    }
  })
}

const UNCHARGED = new Set<LineState>(['repeated', 'owned', 'elsewhere', 'full', 'gone'])

/** Whether the line is bought here, and its price part of the total. */
export const isCounted = ({ state }: CartLine): boolean => !UNCHARGED.has(state)

/** More courses than one order may have. */
export const isTooMany = (lines: CartLine[]): boolean => lines.filter(isCounted).length > MAX_ITEMS

/** What each code takes off of these lines, in céntimos. */
function offOf(lines: CartLine[], { referral, coupon }: Codes) {
  const sold = lines.map(({ item }) => ({ id: item.id, centimos: centimos(item.costo) }))
  const price = sold.reduce((sum, line) => sum + line.centimos, 0)
  return {
    price,
    referral: referral?.valido ? percentOff(price, referral.porcentaje) : 0,
    coupon: coupon?.valido ? couponOff(sold, coupon) : 0,
  }
}

const NO_CODES: Codes = { referral: null, coupon: null }

/** Sums in whole céntimos (docs/product/shop.md 4.4); of two codes the better one counts, as on the server. */
export function totalsOf(lines: CartLine[], codes: Codes = NO_CODES): CartTotals {
  const counted = lines.filter(isCounted)
  const { price, referral, coupon } = offOf(counted, codes)
  const regular = counted.reduce(
    (sum, { item }) => sum + Math.max(centimos(item.costo), centimos(item.precio_regular ?? item.costo)),
    0,
  )
  const better = coupon > referral ? 'coupon' : 'referral'
  const by = codes[better]?.valido ? better : null
  const [code, other] = better === 'coupon' ? [coupon, referral] : [referral, coupon]
  const soles = (n: number) => n / 100
  return {
    ...{ regular: soles(regular), discount: soles(regular - price), code: soles(code), total: soles(price - code) },
    ...{ by, other: soles(other) },
  }
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
