import type fc from 'fast-check'
import type { Answer } from './harness.ts'

/** `run` acts through the API and on the model, and compares. */
export type Step<M extends object, R> = fc.AsyncCommand<M, R>

export const step = <M extends object, R>(
  name: string,
  values: unknown[],
  run: (model: M, real: R) => Promise<void>,
): Step<M, R> => ({
  check: () => true,
  run,
  toString: () => `${name}(${values.map((value) => JSON.stringify(value)).join(', ')})`,
})

/** @throws on a difference between API and model */
export function same(what: string, said: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(said), JSON.stringify(expected)]
  if (one !== other) throw new Error(`${what}: the API says ${one}, the model says ${other}`)
}

export const spoken = ({ status, body }: Answer): string => (status < 400 ? String(status) : `${status} ${body.code}`)
