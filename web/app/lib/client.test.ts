import type { SessionUser } from '@campus/contract/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { send } from './client'
import { ApiError, OfflineError } from './errors'
import { registerLoginHandler } from './request-login'
import { clearSession, storeSession } from './session'

const user = (id: number) => ({ id, nombres: 'Rosa' }) as SessionUser
const json = (status: number, headers = {}) => Response.json({ message: 'x' }, { status, headers })
const page = (status: number, headers = {}) =>
  new Response('<html>', { status, headers: { 'content-type': 'text/html', ...headers } })
const call = () => new Request('http://campus.internal/api/inicio', { method: 'POST', body: '{}' })

afterEach(clearSession)

describe('a server that does not answer', () => {
  it.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), OfflineError],
    ['a proxy for a server that is down', async () => page(502), OfflineError],
    ['a proxy that waited too long', async () => page(504), OfflineError],
    ['a proxy that names a time', async () => page(503, { 'retry-after': '5' }), ApiError],
    ['our own server that is busy', async () => json(503), ApiError],
    ['an error of our own', async () => page(500), ApiError],
  ])('%s', async (_, transport, expected) => {
    await expect(send(call(), transport)).rejects.toBeInstanceOf(expected)
  })
})

describe('a login in the middle of a call', () => {
  const repeatedAs = async (id: number) => {
    storeSession({ token: 'vieja', user: user(8) })
    const forget = registerLoginHandler(async () => {
      storeSession({ token: 'nueva', user: user(id) })
      return true
    })
    const tokens: (string | null)[] = []
    const response = await send(call(), async (request) => {
      tokens.push(request.headers.get('authorization'))
      return json(tokens.length === 1 ? 401 : 200)
    }).finally(forget)
    return { tokens, status: response.status }
  }
  it('repeats it as the same user', async () => {
    expect(await repeatedAs(8)).toEqual({ tokens: ['Bearer vieja', 'Bearer nueva'], status: 200 })
  })
  it('does not repeat it as another', async () => {
    await expect(repeatedAs(9)).rejects.toMatchObject({ status: 401 })
  })
})

describe('what the document asked for itself', () => {
  const READ = '2026-11-23T05:00:00.000Z'
  const early = (at: number, token = 'suya') => {
    storeSession({ token: 'suya', user: user(8) })
    globalThis.firstAnswer = {
      url: 'http://campus.internal/api/inicio',
      token,
      answer: Promise.resolve({ response: Response.json({ data: { ahora: READ } }), at }),
    }
  }
  const read = async () => (await send(new Request('http://campus.internal/api/inicio'))).json()

  it('is taken once, with the server’s clock moved on', async () => {
    early(Date.now() - 20_000)
    const { data } = await read()
    expect(Date.parse(data.ahora) - Date.parse(READ)).toBeGreaterThanOrEqual(20_000)
    await expect(read()).rejects.toBeInstanceOf(OfflineError)
  })

  it.each([
    ['it is old', () => early(Date.now() - 40_000)],
    ['another person has come', () => early(Date.now(), 'ajena')],
  ])('is asked for again when %s', async (_, arrange) => {
    arrange()
    await expect(read()).rejects.toBeInstanceOf(OfflineError)
  })
})
