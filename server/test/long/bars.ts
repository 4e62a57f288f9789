import { loadavg } from 'node:os'
import { expect } from 'vitest'

/** A figure that was measured and the most that it may be (safety.md section 3). */
export type Bar = { met: number; most: number }

const rounded = (figure: number) => Number(figure.toFixed(2))

/**
 * Looks at the bars of a long trial once everything is measured. Where one is missed the failure tells of each of them and of how
 * busy the machine is: these are figures of a machine that does nothing else.
 */
export function expectBars(bars: Record<string, Bar>): void {
  const all = Object.entries(bars)
  // A figure that is no number is missed too.
  const missed = all.filter(([, { met, most }]) => !(met <= most)).map(([what]) => what)
  const told = all.map(([what, { met, most }]) => `${what} ${rounded(met)} (at most ${most})`).join('; ')
  const load = loadavg().map((one) => one.toFixed(1))
  expect(
    missed,
    `${told}; load ${load.join(' ')}. Measure again where the machine was busy with something else`,
  ).toEqual([])
}
