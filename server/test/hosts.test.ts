import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { useApp } from './harness.ts'

const t = useApp()
let port = 0

beforeAll(async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as AddressInfo).port
})

/** Status line for these raw header lines. */
async function statusOf(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end([...lines, 'Connection: close', '', ''].join('\r\n'))
  let answer = ''
  socket.on('data', (bytes) => {
    answer += String(bytes)
  })
  await once(socket, 'close')
  return answer.split('\r\n')[0] ?? ''
}

const GET = 'GET /api/salud/viva HTTP/1.1'

it.each([
  [['Host: uno.test', 'Host: dos.test']],
  [['Host: uno.test', 'Host: uno.test']],
  [['HOST: uno.test', 'host: dos.test']],
  [['Host: uno.test', 'X-Otra: 1', 'Host: dos.test']],
  [['Host:', 'Host: dos.test']],
  [['Host: uno.test, dos.test']],
  [['Host: uno.test/dos']],
  [['Host: yo@uno.test']],
  [['Host: uno.test:80:81']],
  [['Host: uno.test:puerto']],
  [['Host: uno test']],
  [['Host: [::1']],
  [['Host: uno.test\\dos']],
  [[]],
])('%j is refused', async (lines) => expect(await statusOf(GET, ...lines)).toBe('HTTP/1.1 400 Bad Request'))

it.each(['uno.test', 'uno.test:3000', '127.0.0.1', '[::1]', '[::1]:3000', 'xn--and-6ma2c.pe', 'localhost:', ''])(
  'Host: %s is answered',
  async (host) => expect(await statusOf(GET, `Host: ${host}`)).toBe('HTTP/1.1 200 OK'),
)

it('explains it in Spanish', async () => {
  const answer = await t.app.inject({ url: '/api/salud/viva', headers: { host: 'uno.test, dos.test' } })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'SOLICITUD_INVALIDA'])
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})
