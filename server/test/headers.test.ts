import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import { DOCUMENT_HEADERS } from '../src/platform/http/headers.ts'
import type { App } from '../src/platform/http/http.ts'
import { RENDER_NONCE, toPage } from '../src/platform/pages/page.ts'
import { servePages } from '../src/platform/pages/pages.ts'
import { aPerson } from './builders.ts'
import { useApp } from './harness.ts'
import { THINGS } from './matrix.things.ts'
import { buildWorld, type World } from './matrix.world.ts'

const t = useApp()
let world: World
let site: App
let secureSite: App
let token: string

/** The app with stub pages: no build needed. */
async function aSite(production: boolean): Promise<App> {
  const config = production ? { ...t.deps.config, production, publicUrl: 'https://campus.test' } : t.deps.config
  const app = await buildApp({ ...t.deps, config })
  servePages(app, {
    cached: true,
    routeOf: (address) => (address === '/' ? address : null),
    endsOf: () => [],
    present: async () => () => '',
    enter: async () => 2,
    render: async (address) =>
      toPage(
        new Response(`<script nonce="${RENDER_NONCE}"></script><p>${'largo '.repeat(300)}</p>`, {
          status: address === '/' ? 200 : 404,
          headers: { 'content-type': 'text/html; charset=utf-8' },
        }),
        production,
      ),
  })
  await app.ready()
  return app
}

beforeAll(async () => {
  world = await buildWorld(t)
  token = await t.tokenOf((await aPerson(t.deps.db)).id)
  site = await aSite(false)
  secureSite = await aSite(true)
})
afterAll(async () => {
  await site.close()
  await secureSite.close()
})

/** Headers of every response. */
const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
}
const FORBIDDEN = ['server', 'x-powered-by', 'access-control-allow-origin', 'access-control-allow-credentials']
const API = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", 'cache-control': 'no-store' }
const PAGE = {
  ...DOCUMENT_HEADERS,
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='; style-src 'self' 'unsafe-inline'; .*object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; report-uri \/api\/csp-report; report-to csp/,
  ),
  'cache-control': 'private, no-cache',
}
const CRAWLERS = { 'cache-control': 'public, no-cache' }

type Ask = {
  url: string | (() => Promise<string>)
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  payload?: string
}
const address = async (url: Ask['url']) => (typeof url === 'string' ? url : url())
const fileOf = async () => {
  const path = `/api/materiales/${await THINGS.material(world)}/archivo`
  return t.deps.signer.sign(path, 60)
}

const ANSWERS: [what: string, ask: Ask, status: number, headers: Record<string, unknown>][] = [
  ['a page', { url: '/' }, 200, PAGE],
  ['a cached page', { url: '/' }, 200, PAGE],
  ['a page, packed', { url: '/', headers: { 'accept-encoding': 'br' } }, 200, PAGE],
  ['a page that is not there', { url: '/nada' }, 404, PAGE],
  ['a call', { url: '/api/categorias/activas' }, 200, API],
  ['a call that is refused', { url: '/api/accesos' }, 401, API],
  ['a call that is not there', { url: '/api/nada' }, 404, API],
  ['an address that the router refuses', { url: '/api/cursos/%ff' }, 404, API],
  [
    'a body that is too large',
    {
      url: '/api/loginalumno',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      payload: `"${'x'.repeat(300_000)}"`,
    },
    413,
    API,
  ],
  [
    'a type that is not taken',
    { url: '/api/loginalumno', method: 'POST', headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
    415,
    API,
  ],
  [
    'a picture',
    { url: async () => `/api/storage/imagenes/${await THINGS.imagen(world)}` },
    200,
    {
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'public, max-age=31536000, immutable',
      // Webmail shows a brand's picture.
      'cross-origin-resource-policy': 'cross-origin',
    },
  ],
  [
    'a person’s photo, which may be gone tomorrow',
    { url: async () => `/api/storage/fotos/${await THINGS.foto(world)}` },
    200,
    {
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'public, max-age=300, must-revalidate',
    },
  ],
  [
    'a file of a lesson',
    { url: fileOf },
    200,
    {
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': expect.stringMatching(/^private, max-age=\d+$/),
    },
  ],
  [
    'a PDF',
    { url: async () => `/api/reclamos/${await THINGS.hoja(world)}/pdf` },
    200,
    {
      'content-type': 'application/pdf',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'self'$/),
    },
  ],
  [
    'the page of the calls',
    { url: '/api/docs/' },
    200,
    {
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
      ),
      'content-type': expect.stringMatching(/^text\/html/),
    },
  ],
  ['the document of the calls', { url: '/api/openapi.json' }, 200, { 'cache-control': 'public, max-age=300' }],
  ['robots.txt', { url: '/robots.txt' }, 200, CRAWLERS],
  ['sitemap.xml', { url: '/sitemap.xml' }, 200, CRAWLERS],
]

describe('response headers', () => {
  it.each(ANSWERS)('%s', async (_what, { url, ...ask }, status, headers) => {
    for (const app of [site, secureSite]) {
      const answer = await app.inject({ ...ask, url: await address(url) })
      expect(answer.statusCode).toBe(status)
      expect(answer.headers).toMatchObject({ ...EVERYWHERE, ...headers })
      for (const name of FORBIDDEN) expect(answer.headers).not.toHaveProperty(name)
      // Only with HTTPS.
      expect(answer.headers['strict-transport-security']).toBe(
        app === secureSite ? 'max-age=31536000; includeSubDomains' : undefined,
      )
      expect(String(answer.headers['content-security-policy']).includes('upgrade-insecure-requests')).toBe(
        app === secureSite && headers === PAGE,
      )
    }
  })

  it('forbid the Referer of a page with a mailed token, in any spelling of its URL', async () => {
    for (const url of [
      '/restablecer/1?token=x',
      '/Restablecer/1?token=x',
      '/RESTABLECER/1',
      '/verificar-correo/1?token=x',
    ])
      expect((await site.inject(url)).headers['referrer-policy']).toBe('no-referrer')
    expect((await site.inject('/login')).headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  })

  it('keep the policy of a page on 304, and the others', async () => {
    const { headers } = await site.inject('/')
    const again = await site.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.headers['content-security-policy']]).toEqual([304, undefined])
    expect(again.headers).toMatchObject({ ...EVERYWHERE, 'cache-control': 'private, no-cache' })
  })

  it('answer no preflight requests', async () => {
    const headers = { origin: 'https://malo.example', 'access-control-request-method': 'POST' }
    const answer = await site.inject({ method: 'OPTIONS', url: '/api/loginalumno', headers })
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([404, undefined])
  })
})

describe('on the wire', () => {
  const port = () => {
    const where = site.server.address()
    return typeof where === 'object' && where ? where.port : 0
  }
  beforeAll(async () => void (await site.listen({ port: 0, host: '127.0.0.1' })))
  afterAll(() => site.server.closeAllConnections())

  /** Returns everything received until the server closes. */
  async function send(bytes: string): Promise<string> {
    const socket = connect(port(), '127.0.0.1').setEncoding('utf8')
    let came = ''
    socket.on('data', (part) => {
      came += part
    })
    socket.on('error', () => undefined)
    socket.write(bytes)
    await once(socket, 'close')
    return came
  }

  it.each([
    ['bytes that are no request', 'esto no es HTTP\r\n\r\n', '400', 'La solicitud no es válida.'],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`,
      '431',
      'La solicitud no es válida.',
    ],
  ])('%s are refused with our text and headers', async (_what, bytes, status, text) => {
    const came = await send(bytes)
    expect(came).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    for (const line of [
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      "content-security-policy: default-src 'none'",
    ])
      expect(came).toContain(line)
    expect(JSON.parse(came.split('\r\n\r\n')[1] ?? '')).toMatchObject({ mensaje: text, message: text })
  })

  it('a live stream has them too', async () => {
    const stop = new AbortController()
    const answer = await fetch(`http://127.0.0.1:${port()}/api/notificaciones/eventos`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    })
    const headers = Object.fromEntries(answer.headers)
    stop.abort()
    expect(headers).toMatchObject({
      ...EVERYWHERE,
      ...API,
      'content-type': expect.stringMatching(/^text\/event-stream/),
    })
  })
})
