import type { z } from 'zod'

/** Rows of a list that something is done with at once. */
export const MAX_CHOSEN = 1000

/** Places of the entries that an earlier one already names. */
export function repeatedAt(keys: readonly unknown[]): number[] {
  const seen = new Set<unknown>()
  return keys.flatMap((key, at) => (seen.size === seen.add(key).size ? [at] : []))
}

/** A list that names each thing once. */
export const eachOnce = <T extends z.ZodType>(
  list: z.ZodArray<T>,
  text: string,
  keyOf: (item: z.output<T>) => unknown = (item) => item,
) => list.refine((items) => repeatedAt(items.map(keyOf)).length === 0, text)
