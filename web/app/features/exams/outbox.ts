/** What a student says to a question: an option, a text, or neither (cleared). */
export type Reply = { id_opcion: number | null; respuesta: string | null }

/** A reply that the server does not have yet. */
export type Entry = Reply & { id_pregunta: number; abierta: boolean; secuencia: number }

/** The queue of an attempt: at most one entry per question, the newest; `next` grows with every save. */
export type Outbox = { next: number; entries: Entry[] }

/** What the server holds of a question. */
export type Held = Reply & { id_pregunta: number; secuencia: number }

/** As many replies as one request may carry. */
const BATCH = 200

/** An empty queue that goes on after the highest sequence that the server holds. */
export const emptyOutbox = (held: readonly { secuencia: number }[]): Outbox => ({
  next: held.reduce((highest, { secuencia }) => Math.max(highest, secuencia), 0) + 1,
  entries: [],
})

/** Queues a reply; an older one to the same question is no longer needed. */
export function put(outbox: Outbox, reply: Omit<Entry, 'secuencia'>): Outbox {
  const others = outbox.entries.filter((entry) => entry.id_pregunta !== reply.id_pregunta)
  return { next: outbox.next + 1, entries: [...others, { ...reply, secuencia: outbox.next }] }
}

/**
 * What to send next, in the order in which it was said: the longest run of one kind, as each kind has its call.
 * Empty when everything was sent.
 */
export function nextBatch({ entries }: Outbox): Entry[] {
  const inOrder = entries.toSorted((a, b) => a.secuencia - b.secuencia)
  const otherKind = inOrder.findIndex((entry) => entry.abierta !== inOrder[0]?.abierta)
  return inOrder.slice(0, otherKind === -1 ? BATCH : Math.min(otherKind, BATCH))
}

/** Drops what the server now holds, or holds newer from another device; a reply given meanwhile stays. */
export function acknowledge(outbox: Outbox, held: readonly Pick<Held, 'id_pregunta' | 'secuencia'>[]): Outbox {
  const holds = new Map(held.map((row) => [row.id_pregunta, row.secuencia]))
  return {
    next: Math.max(outbox.next, emptyOutbox(held).next),
    entries: outbox.entries.filter((entry) => entry.secuencia > (holds.get(entry.id_pregunta) ?? -1)),
  }
}

/** Two queues of one attempt (two tabs of this device): the newest reply to each question, nothing lost. */
export function merge(one: Outbox, other: Outbox): Outbox {
  const newest = new Map(one.entries.map((entry) => [entry.id_pregunta, entry]))
  for (const entry of other.entries)
    if (entry.secuencia >= (newest.get(entry.id_pregunta)?.secuencia ?? 0)) newest.set(entry.id_pregunta, entry)
  return { next: Math.max(one.next, other.next), entries: [...newest.values()] }
}

/** The replies to show on resuming: the server's, and above them those that it does not have yet. */
export function overlay(held: readonly Held[], outbox: Outbox): Map<number, Reply> {
  const replies = new Map<number, Reply>()
  for (const { id_pregunta, id_opcion, respuesta } of [...held, ...acknowledge(outbox, held).entries])
    replies.set(id_pregunta, { id_opcion, respuesta })
  return replies
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function isEntry(value: unknown): value is Entry {
  const entry = value as Partial<Entry> | null
  return (
    typeof entry === 'object' &&
    entry !== null &&
    isWhole(entry.id_pregunta) &&
    isWhole(entry.secuencia) &&
    typeof entry.abierta === 'boolean' &&
    (entry.id_opcion === null || isWhole(entry.id_opcion)) &&
    (entry.respuesta === null || typeof entry.respuesta === 'string')
  )
}

/** A queue as it was kept on this device; null when there is none, or when it is not one. */
export function parseOutbox(text: string | null): Outbox | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Outbox> | null
    if (!kept || !isWhole(kept.next) || !Array.isArray(kept.entries)) return null
    return { next: kept.next, entries: kept.entries.filter(isEntry) }
  } catch {
    return null
  }
}
