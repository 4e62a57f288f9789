import type { OwnRank } from '@campus/contract/awards'
import { T } from './texts'

/** How far the next place up is, in words. */
export function distance({ puesto, puntos, vecinos }: OwnRank): string {
  const next = vecinos.findLast((row) => puesto !== null && row.puesto < puesto)
  return next ? T.gap(next.puntos - puntos, next.puesto) : T.first
}
