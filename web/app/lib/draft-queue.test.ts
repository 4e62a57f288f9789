import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDraftStore } from './draft'

/** A store of this device, as browsers have it. */
function aLocalStorage() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

/** Everything that can go on without the clock has gone on: bodies are read in more than one turn of the loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await vi.advanceTimersByTimeAsync(0)
}

type Sent = { method: string; text: string | undefined; keepalive: boolean; answer: (status?: number) => Promise<void> }

/** The line to the server: what was sent lies there until it is answered. `server` is what the server stores. */
function aLine() {
  const sent: Sent[] = []
  const server: { text: string | null } = { text: null }
  vi.stubGlobal('fetch', async (request: Request) => {
    const { method, keepalive } = request
    const text = method === 'PUT' ? String((await request.json()).contenido) : undefined
    const { promise, resolve } = Promise.withResolvers<Response>()
    sent.push({
      method,
      text,
      keepalive,
      async answer(status = 200) {
        if (status < 300 && method !== 'GET') server.text = text ?? null
        const data = server.text === null ? null : { contenido: server.text, actualizado_en: `a las ${sent.length}` }
        resolve(Response.json({ data }, { status }))
        await settle()
      },
    })
    return promise
  })
  return { sent, server, said: () => sent.map(({ method, text }) => [method, text].filter(Boolean).join(' ')) }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', aLocalStorage())
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
})

let drafts = 0
/** A draft that no other test has: what is on its way is known by its name. */
const aDraft = () => {
  const clave = `borrador-${++drafts}`
  return { clave, store: createDraftStore(1, clave), again: () => createDraftStore(1, clave) }
}
async function pause(ms = 1000): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await settle()
}
const isPending = (clave: string) => JSON.parse(localStorage.getItem(`borrador-1-${clave}`) ?? 'null')?.pending

describe('a draft', () => {
  it('is sent once, a second after the last key', async () => {
    const { sent, said } = aLine()
    const { store, clave } = aDraft()
    for (const text of ['H', 'Ho', 'Hola']) {
      store.write(text)
      await pause(999)
    }
    expect(said()).toEqual([])
    await pause(1)
    expect(said()).toEqual(['PUT Hola'])
    expect(isPending(clave)).toBe(true)
    await sent[0]?.answer()
    expect(isPending(clave)).toBe(false)
    await store.send()
    expect(said()).toEqual(['PUT Hola'])
  })

  it('waits for the running call, so that a slow older text never overwrites a newer one', async () => {
    const { sent, said, server } = aLine()
    const { store, clave } = aDraft()
    for (const text of ['uno', 'dos', 'tres']) {
      store.write(text)
      await pause()
    }
    expect(said()).toEqual(['PUT uno'])
    await sent[0]?.answer()
    // What was written meanwhile goes at once, its newest words alone.
    expect(said()).toEqual(['PUT uno', 'PUT tres'])
    expect(isPending(clave)).toBe(true)
    await sent[1]?.answer()
    expect([said(), server.text, isPending(clave)]).toEqual([['PUT uno', 'PUT tres'], 'tres', false])
  })

  it('of a reopened dialog waits too', async () => {
    const { sent, said, server } = aLine()
    const { store, again } = aDraft()
    store.write('antes')
    void store.send()
    await settle()
    const next = again()
    next.write('después')
    void next.send()
    await pause()
    expect(said()).toEqual(['PUT antes'])
    await sent[0]?.answer()
    expect(said()).toEqual(['PUT antes', 'PUT después'])
    await sent[1]?.answer()
    expect(server.text).toBe('después')
  })

  it('that could not be saved blocks nothing and is sent with the next change', async () => {
    const { sent, said, server } = aLine()
    const { store, clave } = aDraft()
    store.write('uno')
    await pause()
    store.write('dos')
    await pause()
    await sent[0]?.answer(503)
    expect(said()).toEqual(['PUT uno', 'PUT dos'])
    await sent[1]?.answer(401)
    expect(isPending(clave)).toBe(true)
    void store.send()
    await settle()
    await sent[2]?.answer()
    expect([said(), server.text, isPending(clave)]).toEqual([['PUT uno', 'PUT dos', 'PUT dos'], 'dos', false])
  })

  it('outlives its page only as far as browsers let it, and a long one is not refused', async () => {
    const { sent } = aLine()
    for (const text of ['corto', 'ñ'.repeat(100_000)]) {
      const { store } = aDraft()
      store.write(text)
      await pause()
      store.write(`${text}.`)
      void store.sendLeaving()
      await settle()
    }
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([false, true, false, false])
  })

  it('that was submitted is deleted after the running call, which would bring it back', async () => {
    const { sent, said, server } = aLine()
    const { store, clave } = aDraft()
    store.write('uno')
    await pause()
    store.clear()
    await pause()
    expect(said()).toEqual(['PUT uno'])
    await sent[0]?.answer()
    expect(said()).toEqual(['PUT uno', 'DELETE'])
    await sent[1]?.answer()
    expect([server.text, store.text(), localStorage.getItem(`borrador-1-${clave}`)]).toEqual([null, '', null])
  })

  it('loads after its own running calls, without waiting for those of other drafts', async () => {
    const { sent, said } = aLine()
    const { store } = aDraft()
    store.write('uno')
    await pause()
    const arrived = store.load()
    const other = aDraft()
    other.store.write('otro')
    await pause()
    expect(said()).toEqual(['PUT uno', 'PUT otro'])
    await sent[0]?.answer()
    expect(said()).toEqual(['PUT uno', 'PUT otro', 'GET'])
    await sent[2]?.answer()
    // What was saved meanwhile is what is shown already.
    expect(await arrived).toBeNull()
    expect(store.text()).toBe('uno')
  })
})
