import { loadavg } from 'node:os'
import { expect } from 'vitest'

/** A measured value and its limit. */
export type Bar = { met: number; most: number }

const rounded = (figure: number) => Number(figure.toFixed(2))

/** Checks all bars at the end; a failure lists them all with the load of the machine, because they assume an idle one. */
export function expectBars(bars: Record<string, Bar>): void {
  const all = Object.entries(bars)
  // NaN is a miss too.
  const missed = all.filter(([, { met, most }]) => !(met <= most)).map(([what]) => what)
  const report = all.map(([what, { met, most }]) => `${what} ${rounded(met)} (at most ${most})`).join('; ')
  const load = loadavg().map((one) => one.toFixed(1))
  expect(missed, `${report}; load ${load.join(' ')}. Measure again on an idle machine`).toEqual([])
}
