import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const post = vi.hoisted(() => vi.fn(async () => ({})))
vi.mock('./client', () => ({ client: { POST: post } }))

const { logout } = await import('./logout')

describe('logging out', () => {
  const stored = new Map<string, string>()
  const assign = vi.fn()

  beforeEach(() => {
    stored.set('sin-enviar-8', '[]')
    stored.set('token', 'abc')
    stored.set('usuario', JSON.stringify({ id: 8, nombres: 'Rosa' }))
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      removeItem: (key: string) => stored.delete(key),
    })
    vi.stubGlobal('window', { location: { assign } })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('clears token, user and what waits to be sent, revokes the token on the server and reloads', () => {
    // No session data may be left when the page unloads.
    assign.mockImplementationOnce(() => expect([...stored.keys()]).toEqual([]))
    logout()
    expect(assign).toHaveBeenCalledExactlyOnceWith('/')
    expect([...stored.keys()]).toEqual([])
    expect(post).toHaveBeenCalledExactlyOnceWith('/api/logout', {
      keepalive: true,
      headers: { authorization: 'Bearer abc' },
    })
  })
})
