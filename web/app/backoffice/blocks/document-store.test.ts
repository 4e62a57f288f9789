import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DocumentStore, type SaveResult } from './document-store'

type Lesson = { titulo: string }
const KEY = 'documento-5-leccion:34'
const ROSA = { id: 5, nombre: 'Rosa Huamán' }

function aStorage() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

/** A server that answers each save as configured, and records what it got. */
function aServer(...results: SaveResult<Lesson>[]) {
  const received: [string, number, number | undefined][] = []
  let version = 40
  const send = async (document: Lesson, based: number, replaces?: number): Promise<SaveResult<Lesson>> => {
    received.push([document.titulo, based, replaces])
    const result = results.shift()
    if (result) return result
    version += 1
    return { kind: 'saved', version }
  }
  const aside: string[] = []
  const setAside = async ({ titulo }: Lesson): Promise<string | null> => {
    aside.push(titulo)
    return null
  }
  return { received, send, aside, setAside }
}

type Server = Pick<ReturnType<typeof aServer>, 'send' | 'setAside'>
const aDocument = ({ send, setAside }: Server, titulo = 'La interfaz', version = 40) =>
  new DocumentStore<Lesson>({ key: KEY, document: { titulo }, version, send, setAside })

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-11-23T19:32:00-05:00')
  vi.stubGlobal('localStorage', aStorage())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a document that saves itself', () => {
  it('waits for a second without typing and sends the whole document once', async () => {
    const server = aServer()
    const store = aDocument(server)
    store.change({ titulo: 'La' })
    await vi.advanceTimersByTimeAsync(900)
    store.change({ titulo: 'La vista' })
    await vi.advanceTimersByTimeAsync(900)
    expect(server.received).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(server.received).toEqual([['La vista', 40, undefined]])
    expect(store.getState()).toMatchObject({ version: 41, save: { kind: 'saved', at: Date.now() } })
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  it('sends one request at a time, each based on the version before', async () => {
    const server = aServer()
    const store = aDocument(server)
    store.change({ titulo: 'uno' })
    const first = store.flush()
    store.change({ titulo: 'dos' })
    const second = store.flush()
    await Promise.all([first, second])
    expect(server.received).toEqual([
      ['uno', 40, undefined],
      ['dos', 41, undefined],
    ])
  })

  it('does not send what is as it was', async () => {
    const server = aServer()
    const store = aDocument(server)
    store.change({ titulo: 'La interfaz' })
    await store.flush()
    expect(server.received).toEqual([])
    expect(store.isPending()).toBe(false)
  })
})

describe('without a network', () => {
  it('the document stays on the device and is sent on reconnection', async () => {
    const server = aServer({ kind: 'offline' })
    const store = aDocument(server)
    store.change({ titulo: 'sin red' })
    await store.flush()
    expect(store.getState().save).toEqual({ kind: 'offline' })
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({ document: { titulo: 'sin red' }, version: 40 })
    await store.flush()
    expect(server.received).toHaveLength(2)
    expect(store.getState().save.kind).toBe('saved')
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  it('a later visit continues with it', async () => {
    aDocument(aServer()).change({ titulo: 'de ayer' })
    const server = aServer()
    const store = aDocument(server, 'La interfaz', 40)
    expect(store.getState().document.titulo).toBe('de ayer')
    expect(store.isPending()).toBe(true)
    await store.flush()
    expect(server.received).toEqual([['de ayer', 40, undefined]])
  })

  it('what the server has already is not unsaved', () => {
    aDocument(aServer()).change({ titulo: 'de ayer' })
    const store = aDocument(aServer(), 'de ayer', 44)
    expect(store.getState().version).toBe(44)
    expect(store.isPending()).toBe(false)
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  it('a failure of the server is tried again', async () => {
    const server = aServer({ kind: 'failed', text: 'No pudimos guardar.' })
    const store = aDocument(server)
    store.change({ titulo: 'otra vez' })
    await store.flush()
    expect(store.getState().save).toEqual({ kind: 'failed', text: 'No pudimos guardar.' })
    await vi.advanceTimersByTimeAsync(15_000)
    expect(store.getState().save.kind).toBe('saved')
  })
})

describe('what the server will not take', () => {
  const refused: SaveResult<Lesson> = { kind: 'refused', text: 'Hay algo que no se puede guardar así.', errors: [] }

  it('stays on the device, is not sent again, and goes once it is changed', async () => {
    const server = aServer(refused)
    const store = aDocument(server)
    store.change({ titulo: 'demasiado largo' })
    await store.flush()
    expect(store.getState().save).toEqual(refused)
    await store.flush()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(server.received).toHaveLength(1)
    expect(JSON.parse(localStorage.getItem(KEY) ?? '').document).toEqual({ titulo: 'demasiado largo' })
    store.change({ titulo: 'corto' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.received).toEqual([
      ['demasiado largo', 40, undefined],
      ['corto', 40, undefined],
    ])
    expect(store.getState().save.kind).toBe('saved')
  })

  it('is tried once on a later visit', async () => {
    aDocument(aServer()).change({ titulo: 'demasiado largo' })
    const server = aServer(refused)
    await aDocument(server).flush()
    expect(server.received).toHaveLength(1)
  })
})

describe('when another person saved meanwhile', () => {
  const current = { datos: { titulo: 'La de Rosa' }, version: 45, por: ROSA, en: '2026-11-23T19:31:00-05:00' }
  const met = async () => {
    const server = aServer({ kind: 'stale', current })
    const store = aDocument(server)
    store.change({ titulo: 'La mía' })
    await store.flush()
    return { server, store }
  }

  it('nothing is sent until the person decides, and what is typed stays on the device', async () => {
    const { server, store } = await met()
    expect(store.getState()).toMatchObject({ document: { titulo: 'La mía' }, save: { kind: 'stale', current } })
    store.change({ titulo: 'La mía, más larga' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.received).toHaveLength(1)
    expect(JSON.parse(localStorage.getItem(KEY) ?? '').document.titulo).toBe('La mía, más larga')
  })

  it('keeping mine names the version that it replaces', async () => {
    const { server, store } = await met()
    await store.keepMine()
    expect(server.received[1]).toEqual(['La mía', 45, 45])
    expect(store.getState()).toMatchObject({ document: { titulo: 'La mía' }, save: { kind: 'saved' } })
  })

  it('a save whose answer was lost is no conflict with itself', async () => {
    const own = { ...current, datos: { titulo: 'La mía' } }
    const store = aDocument(aServer({ kind: 'stale', current: own }))
    store.change({ titulo: 'La mía' })
    await store.flush()
    expect(store.getState()).toMatchObject({ version: 45, save: { kind: 'saved' } })
  })

  it('using theirs puts mine among the versions first', async () => {
    const { server, store } = await met()
    expect(await store.takeTheirs()).toBe(true)
    expect(server.aside).toEqual(['La mía'])
    expect(store.getState()).toMatchObject({ document: { titulo: 'La de Rosa' }, version: 45, save: { kind: 'idle' } })
    expect(server.received).toHaveLength(1)
    expect(store.isPending()).toBe(false)
  })

  it('what is typed while mine goes to the versions goes too', async () => {
    const server = aServer({ kind: 'stale', current })
    const aside: string[] = []
    const store: DocumentStore<Lesson> = aDocument({
      ...server,
      setAside: async ({ titulo }) => {
        if (aside.push(titulo) === 1) store.change({ titulo: 'La mía y algo más' })
        return null
      },
    })
    store.change({ titulo: 'La mía' })
    await store.flush()
    expect(await store.takeTheirs()).toBe(true)
    expect(aside).toEqual(['La mía', 'La mía y algo más'])
  })

  it('mine stays when it cannot go to the versions', async () => {
    const server = aServer({ kind: 'stale', current })
    const store = aDocument({ ...server, setAside: async () => 'No se pudo conectar con el servidor.' })
    store.change({ titulo: 'La mía' })
    await store.flush()
    expect(await store.takeTheirs()).toBe(false)
    const save = { kind: 'stale', current, problem: 'No se pudo conectar con el servidor.' }
    expect(store.getState()).toMatchObject({ document: { titulo: 'La mía' }, save })
    expect(JSON.parse(localStorage.getItem(KEY) ?? '').document.titulo).toBe('La mía')
  })
})
