import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { useApp } from '../../test/harness.ts'
import { waitForDatabase } from './waiting.ts'

const t = useApp()

/** What PostgreSQL says to who comes while it starts, byte for byte as it goes over the wire. */
function refusal(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Stands before the tests' PostgreSQL and says to the first `times` that it is starting. */
async function aStarting(times: number): Promise<{ url: string; came: () => number }> {
  const real = new URL(t.deps.config.databaseUrl ?? '')
  let came = 0
  const server = createServer((near) => {
    came += 1
    near.on('error', () => undefined)
    if (came <= times) return void near.once('data', () => near.end(refusal()))
    const far = connect(Number(real.port), real.hostname)
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
    return void near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = new URL(real)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return { url: url.href, came: () => came }
}

it('a start waits for a PostgreSQL that is starting itself', async () => {
  const { url, came } = await aStarting(3)
  await waitForDatabase(url)
  expect(came()).toBe(4)
})

it('and fails with its last word when that takes too long', async () => {
  const { url } = await aStarting(Number.POSITIVE_INFINITY)
  await expect(waitForDatabase(url, 300)).rejects.toMatchObject({ code: '57P03' })
})

it('an address where nothing listens fails at once', async () => {
  const { url, came } = await aStarting(0)
  const unused = new URL(url)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  unused.port = String(typeof address === 'object' && address ? address.port : 0)
  server.close()
  await once(server, 'close')
  await expect(waitForDatabase(unused.href)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(came()).toBe(0)
})
