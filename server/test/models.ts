import fc from 'fast-check'
import type { TestApp } from './harness.ts'
import { beginExam, EXAM_STEPS } from './models.exam.ts'
import { beginForum, FORUM_STEPS } from './models.forum.ts'
import { beginPurchases, PURCHASE_STEPS } from './models.orders.ts'
import { beginOutage, OUTAGE_STEPS } from './models.outage.ts'
import type { Step } from './models.steps.ts'

type Machine = { states: (runs: fc.Parameters<unknown>, longest: number) => Promise<void> }

function machine<M extends object, R>(
  steps: fc.Arbitrary<Step<M, R>>[],
  begin: () => Promise<{ model: M; real: R }>,
): Machine {
  return {
    states: (runs, longest) =>
      fc.assert(
        fc.asyncProperty(fc.commands(steps, { maxCommands: longest, size: 'max' }), (commands) =>
          fc.asyncModelRun(begin, commands),
        ),
        runs,
      ),
  }
}

const machinesOf = (t: TestApp): Record<string, Machine> => ({
  examen: machine(EXAM_STEPS, () => beginExam(t)),
  compras: machine(PURCHASE_STEPS, () => beginPurchases(t)),
  foro: machine(FORUM_STEPS, () => beginForum(t)),
  caida: machine(OUTAGE_STEPS, () => beginOutage(t)),
})
export const MACHINES = ['examen', 'compras', 'foro', 'caida'] as const

/** Runs random sequences; throws with the shortest failing one, its seed and path. */
export async function runModel(
  t: TestApp,
  name: (typeof MACHINES)[number],
  { seed, runs, longest, path }: { seed: number; runs: number; longest: number; path?: string },
): Promise<void> {
  await machinesOf(t)[name]?.states({ seed, numRuns: runs, ...(path && { path }) }, longest)
}
