import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { useApp } from '../test/harness.ts'
import { aFolder, freePort, startProgram } from '../test/long/program.ts'

const t = useApp()

/** Stands before the tests' PostgreSQL; `slow` keeps what is asked on a new connection from it. */
async function aDoor() {
  const real = new URL(t.deps.config.databaseUrl ?? '')
  const state = { slow: false }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(real.port), real.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => [near, far].map((other) => other.destroy()))
    }
    // Said by who has just come in: what the driver asks first, of its own accord or not.
    near.on('data', async (part) => {
      while (state.slow && /typarray|SELECT 1/.test(part.toString('latin1'))) await sleep(20)
      far.write(part)
    })
    far.pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    hangUp()
    server.close()
  })
  const address = server.address()
  const url = new URL(real)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return { url: url.href, state, hangUp }
}

it('a sign of life that is given up on a database that lets in and does not answer does not end the program', async () => {
  const door = await aDoor()
  const env = { DATA_DIR: aFolder(), DATABASE_URL: door.url }
  const program = startProgram({ port: await freePort(), env })
  await program.ready()
  const ask = async () => (await fetch(`${program.url}/api/salud`)).status
  door.state.slow = true
  door.hangUp()
  // Each waits its second and hangs up on a connection of its own.
  for (let n = 0; n < 3; n++) expect(await ask()).toBe(503)
  door.state.slow = false
  await expect.poll(ask, { timeout: 30_000 }).toBe(200)
  expect(program.child.exitCode).toBeNull()
  expect(await program.stop()).toBe(0)
}, 120_000)
