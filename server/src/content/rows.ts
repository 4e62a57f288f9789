export type Ids = Map<string, number>

export function idOf(ids: Ids, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`${key} was validated but is missing`)
  return id
}
