import { formatAgo } from '../../lib/ago'
import { count, formatDate } from '../../lib/format'

const HOUR_MS = 3_600_000

export type Age = { text: string; tone: 'plain' | 'wait' | 'bad' | 'done' }

/** How long something has waited, in words; the tone repeats them, so that colour is never alone. */
export function waitingFor(since: string, now: number): Age {
  const hours = (now - Date.parse(since)) / HOUR_MS
  const days = Math.floor(hours / 24)
  if (days >= 7) return { text: `Espera desde el ${formatDate(since)}`, tone: 'bad' }
  if (days >= 1) return { text: `Espera ${count(days, 'día', 'días')}`, tone: days >= 3 ? 'bad' : 'wait' }
  const ago = formatAgo(since, now)
  if (ago === 'ahora mismo') return { text: 'Acaba de llegar', tone: 'plain' }
  return { text: ago.replace(/^hace/, 'Espera'), tone: 'plain' }
}

/** The item after this one, also when this one just left the list; null at the end. */
export function nextItem<Id>(before: readonly Id[], after: readonly Id[], current: Id): Id | null {
  // A reload has no list from before.
  const order = before.includes(current) ? before : after
  const following = order.slice(order.indexOf(current) + 1).find((id) => after.includes(id))
  return following ?? after.find((id) => id !== current) ?? null
}
