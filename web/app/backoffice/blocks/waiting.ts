import { formatAgo } from '../../lib/ago'

const HOUR_MS = 3_600_000

export type Age = { text: string; tone: 'plain' | 'wait' | 'bad' | 'done' }

/** How long something has waited, in words; the tone repeats them, so that colour is never alone. */
export function waitingFor(since: string, now: number): Age {
  const hours = (now - Date.parse(since)) / HOUR_MS
  const ago = formatAgo(since, now).replace(/^hace /, '')
  if (ago === 'ahora mismo') return { text: 'Acaba de llegar', tone: 'plain' }
  if (hours >= 24 * 7) return { text: `Espera desde el ${ago}`, tone: 'bad' }
  const text = `Espera ${ago}`
  if (hours >= 72) return { text, tone: 'bad' }
  return { text, tone: hours >= 24 ? 'wait' : 'plain' }
}

/** The item after this one, also when this one just left the list; null at the end. */
export function nextItem<Id>(before: readonly Id[], after: readonly Id[], current: Id): Id | null {
  // A reload has no list from before.
  const order = before.includes(current) ? before : after
  const following = order.slice(order.indexOf(current) + 1).find((id) => after.includes(id))
  return following ?? after.find((id) => id !== current) ?? null
}
