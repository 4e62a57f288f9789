import fc from 'fast-check'
import type { TestApp } from './harness.ts'
import { beginExam, EXAM_STEPS } from './models.exam.ts'
import { beginForum, FORUM_STEPS } from './models.forum.ts'
import { beginInstalments, INSTALMENT_STEPS } from './models.instalments.ts'
import { beginMoney, MONEY_STEPS } from './models.money.ts'
import { beginPurchases, PURCHASE_STEPS } from './models.orders.ts'
import { beginOutage, OUTAGE_STEPS } from './models.outage.ts'
import { beginStudy, expectProgress, STUDY_STEPS } from './models.progress.ts'
import type { Step } from './models.steps.ts'

type Machine = { states: (runs: fc.Parameters<unknown>, longest: number) => Promise<void> }

const watched = <M extends object, R extends { t: TestApp }>(one: Step<M, R>): Step<M, R> => ({
  check: (model) => one.check(model),
  toString: () => one.toString(),
  run: async (model, real) => {
    await one.run(model, real)
    await expectProgress(real.t)
  },
})

function machine<M extends object, R extends { t: TestApp }>(
  steps: fc.Arbitrary<Step<M, R>>[],
  begin: () => Promise<{ model: M; real: R }>,
): Machine {
  return {
    states: (runs, longest) =>
      fc.assert(
        fc.asyncProperty(
          fc.commands(
            steps.map((one) => one.map(watched)),
            { maxCommands: longest, size: 'max' },
          ),
          (commands) => fc.asyncModelRun(begin, commands),
        ),
        runs,
      ),
  }
}

const machinesOf = (t: TestApp): Record<string, Machine> => ({
  examen: machine(EXAM_STEPS, () => beginExam(t)),
  compras: machine(PURCHASE_STEPS, () => beginPurchases(t)),
  dinero: machine(MONEY_STEPS, () => beginMoney(t)),
  cuotas: machine(INSTALMENT_STEPS, () => beginInstalments(t)),
  foro: machine(FORUM_STEPS, () => beginForum(t)),
  caida: machine(OUTAGE_STEPS, () => beginOutage(t)),
  avance: machine(STUDY_STEPS, () => beginStudy(t)),
})
export const MACHINES = ['examen', 'compras', 'dinero', 'cuotas', 'foro', 'caida', 'avance'] as const

/** Runs random sequences; throws with the shortest failing one, its seed and path. */
export async function runModel(
  t: TestApp,
  name: (typeof MACHINES)[number],
  { seed, runs, longest, path }: { seed: number; runs: number; longest: number; path?: string },
): Promise<void> {
  await machinesOf(t)[name]?.states({ seed, numRuns: runs, ...(path && { path }) }, longest)
}
