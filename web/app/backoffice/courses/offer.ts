import type { CourseDesk } from '@campus/contract/catalogue.staff'

type Price = Pick<CourseDesk, 'costo' | 'promocion' | 'promocion_hasta'>

export type Offer = { costo: number; precio_regular: number | null; oferta_hasta: string | null }

/** What the shop shows of a price, by the offers that the academy chose (docs/product/shop.md 3.4). */
export function offerOf(
  { costo, promocion, promocion_hasta }: Price,
  oferta: CourseDesk['oferta'],
  now: number,
): Offer {
  const runs = oferta === 'real' && promocion !== null && Date.parse(promocion_hasta ?? '') > now
  if (runs) return { costo: promocion, precio_regular: costo, oferta_hasta: promocion_hasta }
  const struck = oferta === 'especificacion' && costo > 0 ? Math.round(costo * 120) / 100 : null
  return { costo, precio_regular: struck, oferta_hasta: null }
}

export const isOver = ({ promocion_hasta }: Pick<Price, 'promocion_hasta'>, now: number): boolean =>
  promocion_hasta !== null && Date.parse(promocion_hasta) <= now
