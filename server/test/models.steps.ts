import type fc from 'fast-check'
import type { Answer } from './harness.ts'

/** One thing that somebody does: `run` does it through the API, does it to the model, and compares. */
export type Step<M extends object, R> = fc.AsyncCommand<M, R>

/** A step under a name that a report shows with its values. */
export const step = <M extends object, R>(
  name: string,
  values: unknown[],
  run: (model: M, real: R) => Promise<void>,
): Step<M, R> => ({
  check: () => true,
  run,
  toString: () => `${name}(${values.map((value) => JSON.stringify(value)).join(', ')})`,
})

/** What a step may find: a difference between what the API says and what the model says. */
export function same(what: string, said: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(said), JSON.stringify(expected)]
  if (one !== other) throw new Error(`${what}: the API says ${one}, the model says ${other}`)
}

/** The status, and the code of a refusal. */
export const spoken = ({ status, body }: Answer): string => (status < 400 ? String(status) : `${status} ${body.code}`)
