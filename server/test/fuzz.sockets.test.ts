import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBrand } from './builders.ts'
import { useApp } from './harness.ts'

const t = useApp()
let port: number

beforeAll(async () => {
  await aBrand(t.deps.db)
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const address = t.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})

afterAll(() => t.app.server.closeAllConnections())

/** Sends raw bytes and returns everything received until the server closes. */
function send(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes, 'latin1'))
    let came = ''
    socket.setEncoding('latin1')
    socket.on('data', (part) => {
      came += part
    })
    socket.on('close', () => resolve(came))
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve(came) : reject(error)))
  })
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: campus.test', 'Connection: close', ...headers, '', ''].join('\r\n')
const post = (headers: string[], body: string) =>
  ['POST /api/loginalumno HTTP/1.1', 'Host: campus.test', 'Connection: close', ...headers, '', body].join('\r\n')
const JSON_TYPE = 'Content-Type: application/json'

const REQUESTS: [name: string, bytes: string][] = [
  [
    'a length and chunks at once (request smuggling)',
    post([JSON_TYPE, 'Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\nGET /api/inicio HTTP/1.1\r\n\r\n'),
  ],
  ['two lengths', post([JSON_TYPE, 'Content-Length: 2', 'Content-Length: 9'], '{}')],
  ['a negative length', post([JSON_TYPE, 'Content-Length: -1'], '{}')],
  ['a length that is no number', post([JSON_TYPE, 'Content-Length: 0x2'], '{}')],
  ['a body shorter than its length', post([JSON_TYPE, 'Content-Length: 500'], '{"email":')],
  ['a chunk that is no number', post([JSON_TYPE, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n')],
  ['an unknown transfer encoding', post([JSON_TYPE, 'Transfer-Encoding: gzip, chunked, x'], '0\r\n\r\n')],
  ['a header of a megabyte', get('/api/cursos', `X-Grande: ${'a'.repeat(1_000_000)}`)],
  ['ten thousand headers', get('/api/cursos', ...Array.from({ length: 10_000 }, (_, n) => `X-${n}: 1`))],
  ['a path of a megabyte', get(`/api/cursos?x=${'a'.repeat(1_000_000)}`)],
  ['a header with NUL', get('/api/cursos', 'X-Nulo: a\0b')],
  ['a folded header', 'GET /api/cursos HTTP/1.1\r\nHost: campus.test\r\nConnection: close\r\nX-A: b\r\n c\r\n\r\n'],
  ['no host', 'GET /api/cursos HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two hosts', get('/api/cursos', 'Host: malo.example')],
  ['an absolute address', get('http://malo.example/api/cursos')],
  ['a path that climbs', get('/api/../../../../etc/passwd')],
  ['a path that climbs in disguise', get('/api/storage/imagenes/..%2f..%2f..%2fetc%2fpasswd')],
  ['a path with a backslash', get('/api\\..\\..\\etc\\passwd')],
  ['a path with a bare NUL', get('/api/cursos/\0')],
  ['an unknown method', 'COMPRAR /api/cursos HTTP/1.1\r\nHost: campus.test\r\nConnection: close\r\n\r\n'],
  ['CONNECT', 'CONNECT malo.example:443 HTTP/1.1\r\nHost: malo.example\r\nConnection: close\r\n\r\n'],
  ['TRACE', 'TRACE /api/cursos HTTP/1.1\r\nHost: campus.test\r\nConnection: close\r\n\r\n'],
  ['an upgrade', get('/api/cursos', 'Upgrade: websocket', 'Sec-WebSocket-Key: x')],
  ['HTTP/0.9', 'GET /api/cursos\r\n\r\n'],
  ['HTTP/9.9', 'GET /api/cursos HTTP/9.9\r\nHost: a\r\n\r\n'],
  ['the start of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['nothing', ''],
  ['noise', '\xff\xfe\x00\x01\x02\r\n\r\n'],
]

/** Internal details of the app, Node or a library. */
const INSIDE = /node_modules|\bat .+\.(ts|js):\d+|root:|FST_|PostgresError|ECONN/

describe('malformed HTTP', () => {
  it.each(REQUESTS)('%s is refused or read correctly', async (_name, bytes) => {
    const answer = await send(bytes)
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
    // Closing the connection is allowed.
    expect(status).toBeLessThan(500)
    expect(answer).not.toMatch(INSIDE)
    // One response per request: nothing hidden in it was served.
    expect(answer.match(/^HTTP\/1\.1 /gm)?.length ?? 0).toBeLessThanOrEqual(1)
    expect(await send(get('/api/salud/viva'))).toMatch(/^HTTP\/1\.1 200 /)
  })
})
