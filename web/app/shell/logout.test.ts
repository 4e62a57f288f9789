import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const post = vi.hoisted(() => vi.fn(async () => ({})))
vi.mock('../platform/client', () => ({ client: { POST: post } }))

const { logout } = await import('./logout')

describe('logging out', () => {
  const kept = new Map<string, string>()
  const assign = vi.fn()

  beforeEach(() => {
    kept.set('token', 'abc')
    kept.set('usuario', JSON.stringify({ id: 8, nombres: 'Rosa' }))
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      removeItem: (key: string) => kept.delete(key),
    })
    vi.stubGlobal('window', { location: { assign } })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('clears token and user, ends the token on the server and loads the product anew', () => {
    // The page is left only when nothing of the session is on the device any more.
    assign.mockImplementationOnce(() => expect([...kept.keys()]).toEqual([]))
    logout()
    expect(assign).toHaveBeenCalledExactlyOnceWith('/')
    expect([...kept.keys()]).toEqual([])
    expect(post).toHaveBeenCalledExactlyOnceWith('/api/logout', {
      keepalive: true,
      headers: { authorization: 'Bearer abc' },
    })
  })
})
