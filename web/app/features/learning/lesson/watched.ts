import type { PlayerEvent } from './player'

/** Longer steps are jumps, not playing. */
const STEP_S = 5
const WATCHED_SHARE = 0.9

/**
 * True once 90 % of the video was watched: what was played, and what was before the saved second
 * (docs/product/learning.md 5.12). A jump forward is not watching.
 */
export function createWatch(start: number) {
  let watched = start
  let last: number | undefined
  let total = 0
  return ({ second, duration }: PlayerEvent): boolean => {
    if (second !== undefined) {
      const step = second - (last ?? second)
      if (step > 0 && step <= STEP_S) watched += step
      last = second
    }
    total = duration ?? total
    return total > 0 && watched >= total * WATCHED_SHARE
  }
}
