import type { Pair } from '@campus/contract/questions'
import { storedList } from '../../lib/storage'

/** An option, a text, several options or pairs, or nothing (cleared). */
export type Reply = { id_opcion: number | null; respuesta: string | null; seleccion?: number[]; parejas?: Pair[] }

/** Without the other fields of its row. */
export const replyOf = ({ id_opcion, respuesta, seleccion, parejas }: Reply): Reply => ({
  id_opcion,
  respuesta,
  ...(seleccion && { seleccion }),
  ...(parejas && { parejas }),
})

/** A reply that the server does not have yet. */
export type Entry = Reply & { id_pregunta: number; abierta: boolean; secuencia: number }

/** The part that the question's kind has, as it is sent. */
export function contentOf({ abierta, id_opcion, respuesta, seleccion, parejas }: Reply & Pick<Entry, 'abierta'>) {
  if (seleccion) return { seleccion }
  if (parejas) return { parejas }
  return abierta ? { respuesta } : { id_opcion }
}

/** At most one entry per question; `next` grows with every save. */
export type Outbox = { next: number; entries: Entry[] }

export type SavedReply = Reply & { id_pregunta: number; secuencia: number }

const MAX_BATCH = 200

/** Continues after the highest sequence of the server. */
export const emptyOutbox = (saved: readonly { secuencia: number }[]): Outbox => ({
  next: saved.reduce((highest, { secuencia }) => Math.max(highest, secuencia), 0) + 1,
  entries: [],
})

/** Replaces an earlier reply to the same question. */
export function put(outbox: Outbox, reply: Omit<Entry, 'secuencia'>): Outbox {
  const others = outbox.entries.filter((entry) => entry.id_pregunta !== reply.id_pregunta)
  return { next: outbox.next + 1, entries: [...others, { ...reply, secuencia: outbox.next }] }
}

/** The longest run of one kind, in order, because each kind has its own endpoint. */
export function nextBatch({ entries }: Outbox): Entry[] {
  const inOrder = entries.toSorted((a, b) => a.secuencia - b.secuencia)
  const otherKind = inOrder.findIndex((entry) => entry.abierta !== inOrder[0]?.abierta)
  return inOrder.slice(0, otherKind === -1 ? MAX_BATCH : Math.min(otherKind, MAX_BATCH))
}

/** Removes what the server has, or has newer from another device. */
export function acknowledge(outbox: Outbox, saved: readonly Pick<SavedReply, 'id_pregunta' | 'secuencia'>[]): Outbox {
  const savedSequences = new Map(saved.map((row) => [row.id_pregunta, row.secuencia]))
  return {
    next: Math.max(outbox.next, emptyOutbox(saved).next),
    entries: outbox.entries.filter((entry) => entry.secuencia > (savedSequences.get(entry.id_pregunta) ?? -1)),
  }
}

/** Merges the queues of two tabs: the newest reply to each question. */
export function merge(first: Outbox, second: Outbox): Outbox {
  const newest = new Map(first.entries.map((entry) => [entry.id_pregunta, entry]))
  for (const entry of second.entries)
    if (entry.secuencia >= (newest.get(entry.id_pregunta)?.secuencia ?? 0)) newest.set(entry.id_pregunta, entry)
  return { next: Math.max(first.next, second.next), entries: [...newest.values()] }
}

/** The newest reply to each question: what this device knows can be newer than a cached answer read offline. */
export function newest(...known: readonly (readonly SavedReply[])[]): SavedReply[] {
  const replies = new Map<number, SavedReply>()
  for (const reply of known.flat())
    if (reply.secuencia >= (replies.get(reply.id_pregunta)?.secuencia ?? 0)) replies.set(reply.id_pregunta, reply)
  return [...replies.values()]
}

/** The server's replies, overlaid with those it does not have yet. */
export function overlay(saved: readonly SavedReply[], outbox: Outbox): Map<number, Reply> {
  const replies = new Map<number, Reply>()
  for (const row of [...saved, ...acknowledge(outbox, saved).entries]) replies.set(row.id_pregunta, replyOf(row))
  return replies
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isItem))
const isPair = (value: unknown): boolean => {
  const pair = value as Partial<Pair> | null
  return isWhole(pair?.izquierda) && isWhole(pair?.derecha)
}

function isSaved(value: unknown): value is SavedReply {
  const entry = value as Partial<SavedReply> | null
  return (
    typeof entry === 'object' &&
    entry !== null &&
    isWhole(entry.id_pregunta) &&
    isWhole(entry.secuencia) &&
    (entry.id_opcion === null || isWhole(entry.id_opcion)) &&
    (entry.respuesta === null || typeof entry.respuesta === 'string') &&
    isListOf(entry.seleccion, isWhole) &&
    isListOf(entry.parejas, isPair)
  )
}

const isEntry = (value: unknown): value is Entry =>
  isSaved(value) && 'abierta' in value && typeof value.abierta === 'boolean'

/** Replies that the server confirmed, as this device stored them. */
export const parseSaved = (text: string | null): SavedReply[] => storedList(text, isSaved)

/** Null when nothing valid is stored. */
export function parseOutbox(text: string | null): Outbox | null {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<Outbox> | null
    if (!stored || !isWhole(stored.next) || !Array.isArray(stored.entries)) return null
    return { next: stored.next, entries: stored.entries.filter(isEntry) }
  } catch {
    return null
  }
}
