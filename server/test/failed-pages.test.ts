import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import { fail } from '../src/platform/failures.ts'
import type { App } from '../src/platform/http/http.ts'
import { logDestination } from '../src/platform/log.ts'
import { aCourse } from './builders.ts'
import { useApp } from './harness.ts'

const t = useApp()
const BUILT = fileURLToPath(new URL('../../web/build/server/index.js', import.meta.url))

let site: App
let category: number
/** Faults: no response or a wrong shape from the courses, or no response at all. */
let broken: 'away' | 'shape' | 'all' | null = null
const lines: Record<string, unknown>[] = []

const isCourses = ({ url }: { url: string }) => url.startsWith('/api/cursos/activos')
const isBrands = ({ url }: { url: string }) => url.startsWith('/api/clientes/activos')

beforeAll(async () => {
  if (!existsSync(BUILT)) throw new Error('web/ is not built: npm test and npm start build it')
  category = (await aCourse(t.deps.db, { nombre: 'Modelado en tres dimensiones' })).id_categoria
  vi.spyOn(logDestination, 'write').mockImplementation((line) => lines.push(JSON.parse(line)) > 0)
  site = await buildApp({ ...t.deps, config: { ...t.deps.config, logLevel: 'error' } }, { pages: 'built' })
  site.addHook('preHandler', async (request) => {
    const away =
      (broken === 'all' && isBrands(request)) || (broken !== 'shape' && broken !== null && isCourses(request))
    if (away) throw fail('NO_DISPONIBLE', { retryAfter: 7 })
  })
  site.addHook('onSend', async (request, _reply, payload) =>
    broken === 'shape' && isCourses(request) ? JSON.stringify({ data: null }) : payload,
  )
  await site.ready()
}, 120_000)
afterAll(async () => {
  await site?.close()
  vi.restoreAllMocks()
})
afterEach(() => {
  broken = null
  lines.length = 0
})

const get = (url: string) => site.inject({ url, headers: { accept: 'text/html' } })
const failures = () => lines.filter(({ msg }) => msg === 'page failed')
const UNAVAILABLE = 'El servicio no está disponible en este momento. Inténtalo en unos segundos.'

describe('a public page whose loader fails', () => {
  it('is logged with request, URL and error, and shows the error page', async () => {
    broken = 'shape'
    const answer = await get('/cursos?buscar=secreto')
    expect(answer.statusCode).toBe(500)
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' })
    expect(answer.body).toContain(UNAVAILABLE)
    expect(answer.body).toContain('Reintentar')
    expect(answer.body).not.toMatch(/TypeError|at loader|\.js:\d+/)
    expect(failures()).toEqual([
      expect.objectContaining({
        level: 50,
        reqId: answer.headers['x-request-id'],
        page: '/cursos',
        err: expect.objectContaining({ type: 'TypeError', message: expect.any(String), stack: expect.any(String) }),
      }),
    ])
    expect(JSON.stringify(failures())).not.toContain('secreto')
  })

  it('because its data is unavailable returns 503 with Retry-After', async () => {
    broken = 'away'
    const answer = await get('/cursos')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30'])
    expect(answer.body).toContain(UNAVAILABLE)
  })

  it('together with its layout does so too', async () => {
    broken = 'all'
    for (const url of ['/', '/cursos', '/terminos']) {
      const answer = await get(url)
      expect([url, answer.statusCode, answer.headers['retry-after']]).toEqual([url, 503, '30'])
      expect(answer.body).toContain('Algo salió mal')
      expect(answer.body).toContain('Ir al inicio')
    }
  })

  it('is not cached: the next visit gets the page', async () => {
    for (const [how, url] of [
      ['shape', '/cursos'],
      ['away', `/cursos/${category}`],
      ['all', '/premios'],
    ] as const) {
      broken = how
      expect((await get(url)).statusCode).toBeGreaterThanOrEqual(500)
      broken = null
      const next = await get(url)
      expect([url, next.statusCode, next.headers['retry-after']]).toEqual([url, 200, undefined])
    }
    expect(failures()).toHaveLength(1)
  })
})
