import type { OwnRank } from '@campus/contract/awards'
import { TEXTS } from './texts'

/** The distance to the next place up, in words. */
export function distance({ puesto, puntos, vecinos }: OwnRank): string {
  const next = vecinos.findLast((row) => puesto !== null && row.puesto < puesto)
  return next ? TEXTS.gap(next.puntos - puntos, next.puesto) : TEXTS.first
}
