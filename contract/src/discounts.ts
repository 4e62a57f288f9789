/** Discounts in céntimos, alike on both sides. Apart from the schemas, for pages that load no Zod. */

/** Rounded to the nearest, a half in the buyer's favour (docs/product/shop.md 8.3). */
export const percentOff = (centimos: number, percent: number): number => Math.floor((centimos * percent + 50) / 100)

/** What a coupon takes off: a percent, or `descuento` soles of all its courses together; null `cursos` are all. */
export type CouponTerms = { porcentaje: number | null; descuento: number | null; cursos: readonly number[] | null }

export const takesCourse = ({ cursos }: CouponTerms, id: number): boolean => cursos?.includes(id) ?? true

export function couponOff(lines: readonly { id: number; centimos: number }[], terms: CouponTerms): number {
  const taken = lines.filter(({ id }) => takesCourse(terms, id)).reduce((sum, { centimos }) => sum + centimos, 0)
  const { porcentaje, descuento } = terms
  return porcentaje === null ? Math.min(taken, Math.round((descuento ?? 0) * 100)) : percentOff(taken, porcentaje)
}

/** `20 %` or `S/ 15.00`. */
export const discountText = ({ porcentaje, descuento }: Omit<CouponTerms, 'cursos'>, soles: (n: number) => string) =>
  porcentaje === null ? soles(descuento ?? 0) : `${porcentaje} %`
