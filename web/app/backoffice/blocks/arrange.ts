/** Rows in groups, such as lessons in modules; a plain list is one group whose id is ''. */
export type OrderRow = { id: string; name: string }
export type OrderGroup = OrderRow & { rows: OrderRow[] }

/** Where a row is or goes; `group` is null for a group itself. `index` counts without the row that moves. */
export type Place = { group: string | null; index: number }
export type Where = Place & { total: number; groupName: string; name: string }

export function whereIs(groups: readonly OrderGroup[], id: string): Where | null {
  const at = groups.findIndex((group) => group.id === id)
  const own = groups[at]
  if (own) return { group: null, index: at, total: groups.length, groupName: '', name: own.name }
  for (const group of groups) {
    const index = group.rows.findIndex((row) => row.id === id)
    const row = group.rows[index]
    if (row) return { group: group.id, index, total: group.rows.length, groupName: group.name, name: row.name }
  }
  return null
}

export const samePlace = (one: Place, other: Place): boolean => one.group === other.group && one.index === other.index

export type Move = { id: string; from: Place; to: Place }

/** The newest move if its row is still where it went: what changed the list since then is not undone by it. */
export function moveToUndo(groups: readonly OrderGroup[], moves: readonly Move[]): Move | null {
  const last = moves.at(-1)
  const now = last && whereIs(groups, last.id)
  return now && samePlace(now, last.to) ? last : null
}

/** One step up or down; a row at the edge of its group goes into the neighbour. Null where there is no step. */
export function stepFrom(groups: readonly OrderGroup[], id: string, step: 1 | -1): Place | null {
  const now = whereIs(groups, id)
  if (!now) return null
  const index = now.index + step
  if (index >= 0 && index < now.total) return { group: now.group, index }
  if (now.group === null) return null
  const neighbour = groups[groups.findIndex(({ id: group }) => group === now.group) + step]
  return neighbour ? { group: neighbour.id, index: step === 1 ? 0 : neighbour.rows.length } : null
}

export type Drop = { key: string; position: 'before' | 'on' | 'after' }

function dropOfGroup(groups: readonly OrderGroup[], id: string, { key, position }: Drop): Place | null {
  const others = groups.filter((group) => group.id !== id)
  const at = others.findIndex((group) => group.id === key)
  if (at < 0 || position === 'on') return null
  return { group: null, index: position === 'before' ? at : at + 1 }
}

/** What a drop means: a group goes between groups, a row into a group or beside a row. Null where it may not. */
export function placeOfDrop(groups: readonly OrderGroup[], id: string, drop: Drop): Place | null {
  const now = whereIs(groups, id)
  if (!now || drop.key === id) return null
  if (now.group === null) return dropOfGroup(groups, id, drop)
  const others = groups.map((group) => ({ ...group, rows: group.rows.filter((row) => row.id !== id) }))
  const group = others.find((candidate) => candidate.id === drop.key)
  if (group) return drop.position === 'on' ? { group: group.id, index: group.rows.length } : null
  const beside = whereIs(others, drop.key)
  if (!beside || drop.position === 'on') return null
  return { group: beside.group, index: drop.position === 'before' ? beside.index : beside.index + 1 }
}

/** For the live region: *«La interfaz», posición 4 de 8 en Primeros pasos*. */
export function describePlace(groups: readonly OrderGroup[], id: string): string {
  const now = whereIs(groups, id)
  if (!now) return ''
  const within = now.groupName === '' ? '' : ` en ${now.groupName}`
  return `«${now.name}», posición ${now.index + 1} de ${now.total}${within}`
}

/** A copy of `items` with the one at `from` at `to`. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from)
  const item = items[from]
  return item === undefined ? [...items] : [...rest.slice(0, to), item, ...rest.slice(to)]
}
