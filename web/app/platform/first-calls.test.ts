import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstCallsScript, takeFirst } from './first-calls'

const USER = JSON.stringify({ id: 9, nombres: 'Ana' })
const stored: Record<string, string> = {}

beforeEach(() => {
  Object.assign(stored, { token: 'clave', usuario: USER })
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored[key] ?? null })
})
afterEach(() => {
  vi.unstubAllGlobals()
  globalThis.campusFirst = undefined
})

/** Runs the script as a document's head does; answers what it asked for. */
function runScript(script: string, search = ''): string[] {
  const asked: string[] = []
  const fetch = (path: string, { headers }: { headers: { authorization: string } }) => {
    asked.push(`${path} ${headers.authorization}`)
    return Promise.resolve(new Response('{}'))
  }
  const place = { localStorage, location: { search }, fetch, performance, campusFirst: undefined }
  runInNewContext(script, place)
  globalThis.campusFirst = place.campusFirst
  return asked
}

const ask = (path: string, init?: RequestInit) => takeFirst(new Request(`http://campus.test${path}`, init))

test('asks what the screen will ask, as its student, and hands each answer over once', async () => {
  const script = firstCallsScript([{ path: '/api/foros/{idForo}' }, { path: '/api/cosas/{yo}' }], { idForo: '7' })
  expect(runScript(script)).toEqual(['/api/foros/7 Bearer clave', '/api/cosas/9 Bearer clave'])
  expect((await ask('/api/foros/7'))?.status).toBe(200)
  expect(ask('/api/foros/7')).toBeUndefined()
  expect(ask('/api/foros/8')).toBeUndefined()
})

test('asks nothing for an address without its number, with a search, or without a session', () => {
  const calls = [{ path: '/api/foros/{idForo}', plain: true }] as const
  expect(firstCallsScript(calls, { idForo: '7"' })).toBe('')
  const script = firstCallsScript(calls, { idForo: '7' })
  expect(runScript(script, '?pagina=2')).toEqual([])
  delete stored.token
  expect(runScript(script)).toEqual([])
})

test('keeps an answer from another person, another kind of call, and from who comes too late', async () => {
  const script = firstCallsScript([{ path: '/api/inicio', fresh: 1000 }], {})
  runScript(script)
  expect(ask('/api/inicio', { method: 'POST' })).toBeUndefined()
  expect(ask('/api/inicio', { headers: { purpose: 'prefetch' } })).toBeUndefined()
  stored.token = 'otra'
  expect(ask('/api/inicio')).toBeUndefined()
  stored.token = 'clave'
  runScript(script)
  await globalThis.campusFirst?.calls['/api/inicio']?.answer
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1001)
  expect(ask('/api/inicio')).toBeUndefined()
  vi.restoreAllMocks()
})
