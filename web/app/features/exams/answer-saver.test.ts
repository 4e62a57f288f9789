import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/errors'
import { isTemporary, retryDelay } from '../../lib/retry'
import { AnswerSaver, type SaveStatus } from './answer-saver'
import type { Entry, SavedReply } from './outbox'

const option = (id_pregunta: number, id_opcion: number | null) => ({
  id_pregunta,
  id_opcion,
  respuesta: null,
  abierta: false,
})
const text = (id_pregunta: number, respuesta: string) => ({ id_pregunta, id_opcion: null, respuesta, abierta: true })

class Offline extends Error {}

/** A server that stores the highest sequence of each question, with a manual clock. */
function world() {
  const rows = new Map<number, SavedReply>()
  const stored = new Map<string, string>()
  const timers: { at: number; call: () => void }[] = []
  const sent: number[][] = []
  const received: SavedReply[] = []
  const rejections: unknown[] = []
  const state = { now: 0, failure: null as Error | null }
  const post = async (entries: Entry[]) => {
    if (state.failure) throw state.failure
    sent.push(entries.map((entry) => entry.id_pregunta))
    for (const { abierta: _, ...entry } of entries)
      if (entry.secuencia > (rows.get(entry.id_pregunta)?.secuencia ?? -1)) rows.set(entry.id_pregunta, entry)
    return entries.map((entry) => rows.get(entry.id_pregunta) ?? entry)
  }
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const open = (over: Partial<ConstructorParameters<typeof AnswerSaver>[0]> = {}) =>
    new AnswerSaver({
      attempt: 7,
      saved: [...rows.values()],
      storage,
      post,
      isTemporary: (error) => error instanceof Offline,
      retryDelay: (failures, error) => retryDelay(failures, error, 0),
      schedule: (ms, call) => {
        const timer = { at: state.now + ms, call }
        timers.push(timer)
        return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
      },
      onServerReplies: (saved) => received.push(...saved),
      onRejected: (error) => rejections.push(error),
      ...over,
    })
  const pass = async (ms: number) => {
    state.now += ms
    for (const timer of timers.filter(({ at }) => at <= state.now)) {
      timers.splice(timers.indexOf(timer), 1)
      timer.call()
    }
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  return { rows, stored, sent, received, rejections, state, open, pass, storage }
}

describe('saving', () => {
  it('stores a reply on the device at once, sends it and shows the status', async () => {
    const { open, pass, rows, stored } = world()
    const saver = open()
    const seen: SaveStatus[] = []
    saver.subscribe(() => seen.push(saver.status()))
    expect(saver.status()).toBe('idle')
    saver.save(option(1, 10))
    expect(stored.get('examen:7')).toContain('"id_opcion":10')
    await pass(0)
    expect(rows.get(1)).toMatchObject({ id_opcion: 10, secuencia: 1 })
    expect(seen).toEqual(['saving', 'saved'])
  })

  it('sends a text once, when the writing pauses', async () => {
    const { open, pass, sent, rows } = world()
    const saver = open()
    for (const letter of ['h', 'ho', 'hol', 'hola']) {
      saver.save(text(2, letter), 800)
      await pass(200)
    }
    expect(sent).toEqual([])
    await pass(800)
    expect(sent).toEqual([[2]])
    expect(rows.get(2)?.respuesta).toBe('hola')
  })

  it('sends a reply that was given while another was on its way', async () => {
    const { open, rows } = world()
    const saver = open()
    saver.save(option(1, 10))
    const first = saver.flush()
    saver.save(option(1, 11))
    await first
    await saver.flush()
    expect(rows.get(1)).toMatchObject({ id_opcion: 11, secuencia: 2 })
  })
})

describe('without a network', () => {
  it('stores, retries and ends saved', async () => {
    const { open, pass, state, rows } = world()
    const saver = open()
    state.failure = new Offline()
    saver.save(option(1, 10))
    await pass(0)
    expect(saver.status()).toBe('offline')
    saver.save(option(2, 20))
    expect(saver.status()).toBe('offline')
    state.failure = null
    await pass(4000)
    expect(saver.status()).toBe('saved')
    expect([...rows.keys()]).toEqual([1, 2])
  })

  it('sends nothing before the time that a busy server names', async () => {
    const { open, pass, state, rows } = world()
    const saver = open({ isTemporary })
    state.failure = new ApiError(503, undefined, 5)
    saver.save(option(1, 10))
    await pass(0)
    state.failure = null
    saver.save(option(2, 20))
    await pass(4999)
    expect([saver.status(), rows.size]).toEqual(['offline', 0])
    await pass(1)
    expect([saver.status(), rows.size]).toEqual(['saved', 2])
  })

  it('loses nothing on a reload, and forgets once the attempt is sent', async () => {
    const { open, pass, state, rows, stored } = world()
    state.failure = new Offline()
    open().save(option(1, 10))
    state.failure = null
    const again = open()
    expect(again.replies.get(1)).toEqual({ id_opcion: 10, respuesta: null })
    await pass(0)
    expect(rows.get(1)?.id_opcion).toBe(10)
    again.clear()
    expect(stored.size).toBe(0)
  })

  it('names what the server does not have', async () => {
    const { open, pass, state } = world()
    const saver = open()
    saver.save(option(1, 10))
    await pass(0)
    state.failure = new Offline()
    saver.save(option(2, 20))
    await pass(0)
    expect(saver.unsent).toEqual([2])
  })

  it('stores and retries on 429', async () => {
    const { open, pass, state, rows, rejections } = world()
    const saver = open({ isTemporary })
    const said = { message: 'Demasiados intentos.', mensaje: 'Demasiados intentos.', code: 'DEMASIADOS_INTENTOS' }
    state.failure = new ApiError(429, said)
    saver.save(option(1, 10))
    for (const wait of [0, 2000, 4000, 8000]) await pass(wait)
    expect([saver.status(), rejections]).toEqual(['offline', []])
    state.failure = null
    await pass(30_000)
    expect(saver.status()).toBe('saved')
    expect(rows.get(1)).toMatchObject({ id_opcion: 10, secuencia: 1 })
  })
})

describe('conflicts', () => {
  it('a newer reply of another device replaces an old queue', async () => {
    const { open, state, rows, pass } = world()
    state.failure = new Offline()
    open().save(option(1, 10))
    state.failure = null
    rows.set(1, { id_pregunta: 1, id_opcion: 12, respuesta: null, secuencia: 5 })
    const again = open()
    await pass(0)
    expect(again.replies.get(1)?.id_opcion).toBe(12)
    expect(rows.get(1)?.id_opcion).toBe(12)
  })

  it('reports what the server has instead of ours', async () => {
    const { open, rows, received } = world()
    const saver = open()
    rows.set(1, { id_pregunta: 1, id_opcion: 12, respuesta: null, secuencia: 9 })
    saver.save(option(1, 10))
    await saver.flush()
    expect(received).toEqual([{ id_pregunta: 1, id_opcion: 12, respuesta: null, secuencia: 9 }])
    saver.save(option(1, 13))
    await saver.flush()
    expect(rows.get(1)).toMatchObject({ id_opcion: 13, secuencia: 10 })
  })

  it('two tabs of one device send both their replies', async () => {
    const { open, rows } = world()
    const [one, other] = [open(), open()]
    one.save(option(1, 10))
    other.save(option(2, 20))
    await other.flush()
    await one.flush()
    expect([...rows.keys()].sort()).toEqual([1, 2])
  })
})

describe('another tab', () => {
  it('is news once it has nothing left to send, or has sent the attempt', async () => {
    const { open, stored } = world()
    const [one, other] = [open(), open()]
    const news = () => one.isNews({ key: 'examen:7', newValue: stored.get('examen:7') ?? null })
    other.save(option(2, 20))
    expect(news(), 'not sent yet').toBe(false)
    await other.flush()
    expect(news()).toBe(true)
    expect(one.isNews({ key: 'examen:8', newValue: null }), 'another attempt').toBe(false)
    other.clear()
    expect(news()).toBe(true)
  })

  it('does not replace a reply that waits to be sent, which then wins', async () => {
    const { open, received, rows } = world()
    const saver = open()
    saver.save(option(1, 10))
    saver.receive([
      { id_pregunta: 1, id_opcion: 11, respuesta: null, secuencia: 0 },
      { id_pregunta: 2, id_opcion: 20, respuesta: null, secuencia: 4 },
    ])
    expect(received).toEqual([{ id_pregunta: 2, id_opcion: 20, respuesta: null, secuencia: 4 }])
    saver.save(option(2, 21))
    await saver.flush()
    expect(rows.get(1)).toMatchObject({ id_opcion: 10 })
    expect(rows.get(2), 'after the sequence of the other tab').toMatchObject({ id_opcion: 21, secuencia: 5 })
  })
})

describe('a copy read without a connection', () => {
  it('is older than what the server confirmed on this device, which counts', async () => {
    const { open, rows, received } = world()
    const before = [{ id_pregunta: 1, id_opcion: null, respuesta: null, secuencia: 0 }]
    const saver = open({ saved: before })
    saver.save(option(1, 10))
    await saver.flush()
    expect(rows.get(1)).toMatchObject({ id_opcion: 10 })
    expect(open({ saved: before }).replies.get(1), 'after a reload').toMatchObject({ id_opcion: 10 })
    received.length = 0
    saver.receive(before)
    expect(received).toMatchObject([{ id_pregunta: 1, id_opcion: 10 }])
    saver.clear()
    expect(open({ saved: before }).replies.get(1), 'after sending').toMatchObject({ id_opcion: null })
  })
})

describe('a permanent error', () => {
  it('is reported once, stops the saving and rejects the flush', async () => {
    const { open, state, rejections, pass } = world()
    const saver = open()
    state.failure = new Error('Tiempo terminado.')
    saver.save(option(1, 10))
    await expect(saver.flush()).rejects.toThrow('Tiempo terminado.')
    await pass(60_000)
    expect(saver.status()).toBe('rejected')
    expect(rejections).toHaveLength(1)
  })
})
