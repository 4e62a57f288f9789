/** Under this name a tab remembers which papers its visitor wrote. */
const WRITTEN = 'papeles-de-visita'

/** What a visitor's papers are kept as, in place of a person's id: nobody meets what another person typed. */
export const VISITOR = 'visita'

function writtenHere(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(WRITTEN) ?? '[]')
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** Remembers that the visitor of this tab wrote the paper that local storage keeps as `key`, `<name>-visita`. */
export function writtenByVisitor(key: string): void {
  const keys = writtenHere()
  if (!keys.includes(key)) sessionStorage.setItem(WRITTEN, JSON.stringify([...keys, key]))
}

/**
 * Who logs in takes along what they wrote as a visitor in this tab, unless they have a paper of that name already; it leaves
 * the visitor's place. The tab then forgets that it wrote anything, so that nobody who logs in later takes it for theirs.
 */
export function takeAlong(person: number): void {
  const keys = writtenHere()
  if (keys.length === 0) return
  sessionStorage.removeItem(WRITTEN)
  for (const key of keys) {
    const paper = localStorage.getItem(key)
    const own = key.slice(0, -VISITOR.length) + person
    if (!key.endsWith(`-${VISITOR}`) || paper === null || localStorage.getItem(own) !== null) continue
    localStorage.setItem(own, paper)
    localStorage.removeItem(key)
  }
}
