import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { giveBack, room } from './rooms.ts'

const SIZE = 60_000

it('the room of an answer that is over is used again, one that is under way never', () => {
  const held = room(SIZE)
  held.fill(1)
  const blocks = new Set<ArrayBufferLike>()
  for (let n = 0; n < 1000; n++) {
    const bytes = room(SIZE)
    bytes.fill(2)
    blocks.add(bytes.buffer)
    giveBack(bytes)
  }
  expect(blocks.size).toBeLessThanOrEqual(2)
  expect(held.every((byte) => byte === 1)).toBe(true)
  giveBack(held)
})

it('long ones and strangers are left to the collector', () => {
  const long = room(1_000_000)
  expect(long.length).toBe(1_000_000)
  giveBack(long)
  expect(room(1_000_000).buffer).not.toBe(long.buffer)
  giveBack(Buffer.from('no'))
})

it('what is sent to many at once, some of whom leave in the middle, is whole for the others', async () => {
  let n = 0
  const server = createServer((_, response) => {
    const bytes = room(100_000)
    n += 1
    const byte = n % 251
    bytes.fill(byte)
    response.once('close', () => giveBack(bytes))
    response.setHeader('x-byte', byte)
    response.end(bytes)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const whole = () =>
    new Promise<boolean>((resolve, reject) => {
      request({ port, host: '127.0.0.1' }, async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(Buffer.from(chunk))
        const bytes = Buffer.concat(chunks)
        resolve(bytes.length === 100_000 && bytes.every((byte) => byte === Number(answer.headers['x-byte'])))
      })
        .on('error', reject)
        .end()
    })
  const leave = async () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
    await once(socket, 'data')
    socket.destroy()
    return true
  }
  const all = await Promise.all(Array.from({ length: 200 }, (_, at) => (at % 4 === 3 ? leave() : whole())))
  expect(all.filter((good) => !good)).toEqual([])
})
