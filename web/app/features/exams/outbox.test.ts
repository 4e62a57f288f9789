import { describe, expect, it } from 'vitest'
import {
  acknowledge,
  emptyOutbox,
  merge,
  nextBatch,
  type Outbox,
  overlay,
  parseOutbox,
  put,
  type SavedReply,
} from './outbox'

const option = (id_pregunta: number, id_opcion: number | null) => ({
  id_pregunta,
  id_opcion,
  respuesta: null,
  abierta: false,
})
const text = (id_pregunta: number, respuesta: string) => ({ id_pregunta, id_opcion: null, respuesta, abierta: true })
const saved = (id_pregunta: number, secuencia: number, id_opcion: number | null = null): SavedReply => ({
  id_pregunta,
  secuencia,
  id_opcion,
  respuesta: null,
})
const questionsOf = (outbox: Outbox) => outbox.entries.map((entry) => [entry.id_pregunta, entry.secuencia])
const fill = (...replies: Parameters<typeof put>[1][]) => replies.reduce(put, emptyOutbox([]))

describe('queueing', () => {
  it('counts on from the highest sequence of the server', () => {
    expect(emptyOutbox([]).next).toBe(1)
    expect(emptyOutbox([saved(1, 4), saved(2, 9)]).next).toBe(10)
  })
  it('holds only the newest reply to a question, with a growing sequence', () => {
    const outbox = fill(option(1, 10), option(2, 20), option(1, 11))
    expect(questionsOf(outbox)).toEqual([
      [2, 2],
      [1, 3],
    ])
    expect(outbox.next).toBe(4)
  })
  it('queues a cleared answer like any other', () => {
    expect(fill(option(1, 10), option(1, null)).entries).toEqual([{ ...option(1, null), secuencia: 2 }])
  })
})

describe('sending', () => {
  it('sends in order, one kind at a time', () => {
    const outbox = fill(option(1, 10), option(2, 20), text(3, 'a'), option(4, 40))
    expect(nextBatch(outbox).map((entry) => entry.id_pregunta)).toEqual([1, 2])
    const rest = acknowledge(outbox, [saved(1, 1), saved(2, 2)])
    expect(nextBatch(rest).map((entry) => entry.id_pregunta)).toEqual([3])
    expect(nextBatch(acknowledge(rest, [saved(3, 3)])).map((entry) => entry.id_pregunta)).toEqual([4])
  })
  it('never sends more than 200 at once', () => {
    const outbox = fill(...Array.from({ length: 450 }, (_, i) => option(i + 1, i)))
    expect(nextBatch(outbox)).toHaveLength(200)
  })
  it('has nothing to send when empty', () => expect(nextBatch(emptyOutbox([]))).toEqual([]))
})

describe('the server’s response', () => {
  it('removes what the server has, but not a reply given meanwhile', () => {
    const sent = fill(option(1, 10), option(2, 20))
    const meanwhile = put(sent, option(1, 11))
    expect(questionsOf(acknowledge(meanwhile, [saved(1, 1), saved(2, 2)]))).toEqual([[1, 3]])
  })
  it('yields to a newer reply of another device and continues its sequence', () => {
    const after = acknowledge(fill(option(1, 10)), [saved(1, 7, 12)])
    expect(after).toEqual({ next: 8, entries: [] })
  })
  it('leaves other replies in the queue', () => {
    expect(questionsOf(acknowledge(fill(option(1, 10)), [saved(2, 5)]))).toEqual([[1, 1]])
  })
  it('treats the same sequence as saved: the server did not overwrite', () => {
    expect(acknowledge(fill(option(1, 10)), [saved(1, 1, 12)]).entries).toEqual([])
  })
})

describe('two tabs', () => {
  it('lose nothing, whichever writes last', () => {
    const base = fill(option(1, 10))
    const one = put(base, option(2, 20))
    const other = put(put(base, option(3, 30)), option(1, 11))
    for (const merged of [merge(one, other), merge(other, one)]) {
      expect(Object.fromEntries(questionsOf(merged))).toEqual({ 1: 3, 2: 2, 3: 2 })
      expect(merged.next).toBe(4)
    }
  })
})

describe('resuming', () => {
  it("shows the server's replies, and above them what it does not have yet", () => {
    const outbox = put({ next: 5, entries: [] }, option(1, 11))
    const replies = overlay([saved(1, 2, 10), saved(2, 3, 20)], outbox)
    expect(replies.get(1)).toEqual({ id_opcion: 11, respuesta: null })
    expect(replies.get(2)).toEqual({ id_opcion: 20, respuesta: null })
  })
  it('shows a newer reply of another device instead of an old queue', () => {
    expect(overlay([saved(1, 9, 12)], fill(option(1, 10))).get(1)).toEqual({ id_opcion: 12, respuesta: null })
  })
})

describe('the stored queue', () => {
  it('comes back as it was', () => {
    const outbox = fill(option(1, 10), text(2, 'ñandú «comillas»'))
    expect(parseOutbox(JSON.stringify(outbox))).toEqual(outbox)
  })
  it.each([null, '', 'no es json', '7', 'null', '[]', '{"next":-1,"entries":[]}', '{"next":1}'])(
    'is nothing when it is %s',
    (stored) => expect(parseOutbox(stored)).toBeNull(),
  )
  it('drops only invalid entries', () => {
    const good = { ...option(1, 10), secuencia: 1 }
    const stored = { next: 2, entries: [good, null, { id_pregunta: 'x' }, { ...good, respuesta: 5 }] }
    expect(parseOutbox(JSON.stringify(stored))?.entries).toEqual([good])
  })
})

describe('several options and pairs', () => {
  const several = { id_pregunta: 7, id_opcion: null, respuesta: null, abierta: false, seleccion: [1, 2] }
  const pairs = { ...several, id_pregunta: 8, seleccion: undefined, parejas: [{ izquierda: 0, derecha: 1 }] }
  it('come back from the device as they were', () => {
    const stored = parseOutbox(JSON.stringify(fill(several, pairs)))
    const replies = overlay([], stored ?? emptyOutbox([]))
    expect(replies.get(7)).toEqual({ id_opcion: null, respuesta: null, seleccion: [1, 2] })
    expect(replies.get(8)).toEqual({ id_opcion: null, respuesta: null, parejas: [{ izquierda: 0, derecha: 1 }] })
  })
  it('are dropped when what is stored is not one', () => {
    const broken = { ...several, secuencia: 1, seleccion: ['1'] }
    expect(parseOutbox(JSON.stringify({ next: 2, entries: [broken] }))?.entries).toEqual([])
  })
})
