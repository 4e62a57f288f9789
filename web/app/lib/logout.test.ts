import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendEnds } from './ended-sessions'
import { logout } from './logout'

/** Of `abc`. */
const HASH = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

describe('logging out', () => {
  const stored = new Map<string, string>()
  const assign = vi.fn()

  beforeEach(() => {
    stored.clear()
    stored.set('sin-enviar-8', '[]')
    stored.set('token', 'abc')
    stored.set('usuario', JSON.stringify({ id: 8, nombres: 'Rosa' }))
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
    vi.stubGlobal('window', { location: { assign } })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('clears token, user and what waits to be sent, revokes the token on the server and reloads', async () => {
    const sent = vi.fn(async (_: Request) => Response.json({}))
    vi.stubGlobal('fetch', sent)
    const done = logout()
    // At once: nothing of the session may be left when the page unloads.
    expect([...stored.keys()]).toEqual([])
    await done
    expect(assign).toHaveBeenCalledExactlyOnceWith('/')
    expect(Object.fromEntries(stored)).toEqual({ cierres_pendientes: JSON.stringify([HASH]) })
    const [[asked]] = sent.mock.calls as [[Request]]
    expect([sent.mock.calls.length, new URL(asked.url).pathname, asked.method]).toEqual([1, '/api/logout', 'POST'])
    expect([asked.keepalive, asked.headers.get('authorization')]).toEqual([true, 'Bearer abc'])
  })

  it('without a network ends the session on the server once it returns, and not that of who is signed in by then', async () => {
    const sent = vi.fn(async (): Promise<Response> => Promise.reject(new Error('offline')))
    vi.stubGlobal('fetch', sent)
    await logout()
    await sendEnds()
    sent.mockClear()
    expect(stored.has('cierres_pendientes')).toBe(true)
    stored.set('token', 'nuevo')
    stored.set('usuario', JSON.stringify({ id: 8, nombres: 'Rosa' }))
    sent.mockImplementation(async () => new Response('{}'))
    await sendEnds()
    await sendEnds()
    expect(sent).toHaveBeenCalledTimes(1)
    expect(sent).toHaveBeenLastCalledWith('/api/logout/huella', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ huella: HASH }),
      credentials: 'omit',
    })
    expect([...stored.keys()].toSorted()).toEqual(['token', 'usuario'])
  })
})
