import { ApiError } from '../../lib/errors'

/** What the server has now, with its author; the answer to a save that was based on an older version. */
export type Actual<Datos> = {
  datos: Datos
  version: number
  por: { id: number; nombre: string } | null
  en: string
}

/** Null for every other failure. */
export function staleCopy<Datos>(error: unknown): Actual<Datos> | null {
  if (!(error instanceof ApiError) || error.code !== 'CAMBIO_MIENTRAS' || !error.actual) return null
  return error.actual as Actual<Datos>
}

type Values = Record<string, string>

/**
 * Keeps what was typed and takes the rest from the server; `theirs` are the fields that both changed, each with the other's
 * value.
 */
export function mergeStale<V extends Values>(base: V, mine: V, actual: V): { values: V; theirs: Partial<V> } {
  const values: Values = { ...mine }
  const theirs: Values = {}
  for (const name of Object.keys(mine)) {
    const [before, typed, now] = [base[name] ?? '', mine[name] ?? '', actual[name] ?? '']
    if (now === before || now === typed) continue
    if (typed === before) values[name] = now
    else theirs[name] = now
  }
  return { values: values as V, theirs: theirs as Partial<V> }
}
