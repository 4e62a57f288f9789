import { describe, expect, it } from 'vitest'
import { AnswerSaver, type SaveStatus } from './answer-saver'
import type { Entry, Held } from './outbox'

const option = (id_pregunta: number, id_opcion: number | null) => ({
  id_pregunta,
  id_opcion,
  respuesta: null,
  abierta: false,
})
const text = (id_pregunta: number, respuesta: string) => ({ id_pregunta, id_opcion: null, respuesta, abierta: true })

class Offline extends Error {}

/** A server that keeps the highest sequence of each question, as ours does, and a clock that the test turns. */
function world() {
  const rows = new Map<number, Held>()
  const kept = new Map<string, string>()
  const timers: { at: number; call: () => void }[] = []
  const sent: number[][] = []
  const heard: Held[] = []
  const refusals: unknown[] = []
  const state = { now: 0, failure: null as Error | null }
  const post = async (entries: Entry[]) => {
    if (state.failure) throw state.failure
    sent.push(entries.map((entry) => entry.id_pregunta))
    for (const { abierta: _, ...entry } of entries)
      if (entry.secuencia > (rows.get(entry.id_pregunta)?.secuencia ?? -1)) rows.set(entry.id_pregunta, entry)
    return entries.map((entry) => rows.get(entry.id_pregunta) ?? entry)
  }
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const open = (over: Partial<ConstructorParameters<typeof AnswerSaver>[0]> = {}) =>
    new AnswerSaver({
      attempt: 7,
      held: [...rows.values()],
      storage,
      post,
      isTemporary: (error) => error instanceof Offline,
      later: (ms, call) => {
        const timer = { at: state.now + ms, call }
        timers.push(timer)
        return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
      },
      onHeld: (held) => heard.push(...held),
      onRefused: (error) => refusals.push(error),
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
  return { rows, kept, sent, heard, refusals, state, open, pass, storage }
}

describe('saving', () => {
  it('keeps a reply on the device at once, sends it, and says so', async () => {
    const { open, pass, rows, kept } = world()
    const saver = open()
    const seen: SaveStatus[] = []
    saver.subscribe(() => seen.push(saver.status()))
    expect(saver.status()).toBe('idle')
    saver.save(option(1, 10))
    expect(kept.get('examen:7')).toContain('"id_opcion":10')
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
  it('keeps, tries again, and ends saved', async () => {
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

  it('loses nothing on a reload, and forgets once the attempt is sent', async () => {
    const { open, pass, state, rows, kept } = world()
    state.failure = new Offline()
    open().save(option(1, 10))
    state.failure = null
    const again = open()
    expect(again.replies.get(1)).toEqual({ id_opcion: 10, respuesta: null })
    await pass(0)
    expect(rows.get(1)?.id_opcion).toBe(10)
    again.forget()
    expect(kept.size).toBe(0)
  })

  it('still saves on a device that keeps nothing', async () => {
    const { open, rows } = world()
    const broken = () => {
      throw new Error('full')
    }
    const saver = open({ storage: { getItem: broken, setItem: broken, removeItem: broken } })
    saver.save(option(1, 10))
    await saver.flush()
    expect(rows.get(1)?.id_opcion).toBe(10)
  })
})

describe('conflicts', () => {
  it('an old queue gives way to what another device said later', async () => {
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

  it('tells what the server holds instead of ours', async () => {
    const { open, rows, heard } = world()
    const saver = open()
    rows.set(1, { id_pregunta: 1, id_opcion: 12, respuesta: null, secuencia: 9 })
    saver.save(option(1, 10))
    await saver.flush()
    expect(heard).toEqual([{ id_pregunta: 1, id_opcion: 12, respuesta: null, secuencia: 9 }])
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

describe('a refusal', () => {
  it('is told once, ends the saving, and reaches who waits for it', async () => {
    const { open, state, refusals, pass } = world()
    const saver = open()
    state.failure = new Error('Tiempo terminado.')
    saver.save(option(1, 10))
    await expect(saver.flush()).rejects.toThrow('Tiempo terminado.')
    await pass(60_000)
    expect(saver.status()).toBe('refused')
    expect(refusals).toHaveLength(1)
  })
})
