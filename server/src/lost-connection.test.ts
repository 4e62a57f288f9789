import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../test/free-port.ts'
import { useApp } from '../test/harness.ts'
import { aFolder, startProgram } from '../test/long/program.ts'
import { type Db, openDatabase } from './platform/db/database.ts'

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
}, 180_000)

/** A pool of one connection that can be lost, with a table to write in. */
async function aPool() {
  const door = await aDoor()
  const table = `perdida_${randomUUID().replaceAll('-', '')}`
  await t.deps.db.execute(sql.raw(`CREATE TABLE ${table} (quien text)`))
  const database = openDatabase(door.url, { pool: 1, watch: () => undefined })
  onTestFinished(() => database.close())
  const write = (tx: Db, who: string) => tx.execute(sql`INSERT INTO ${sql.raw(table)} VALUES (${who})`)
  const written = async () => {
    const rows = await t.deps.db.execute<{ quien: string }>(sql.raw(`SELECT quien FROM ${table} ORDER BY 1`))
    return rows.map(({ quien }) => quien)
  }
  return { ...door, db: database.db, write, written }
}

const ENDS = [
  ['hung up', async (hangUp: () => void) => hangUp()],
  [
    'ended by PostgreSQL',
    async (_: () => void, pid: number) => {
      await t.deps.db.execute(sql`SELECT pg_terminate_backend(${pid}::int)`)
    },
  ],
] as const

const pidOf = async (tx: Db) => Number((await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`))[0]?.pid)

it.each(ENDS)('a connection %s under a statement of a transaction fails it, and the next goes on', async (_, end) => {
  const { db, write, written, hangUp } = await aPool()
  const lost = db.transaction(async (tx) => {
    await write(tx, 'a')
    const pid = await pidOf(tx)
    const asleep = tx.execute(sql`SELECT pg_sleep(60)`)
    await end(hangUp, pid)
    await asleep
  })
  await expect(lost).rejects.toThrow()
  // The first to come after it may hear once more, from the driver, that the connection had ended; it was not sent then.
  const next = () => db.transaction((tx) => write(tx, 'b'))
  await next().catch(next)
  expect(await written()).toEqual(['b'])
})

it.each(ENDS)('what a transaction still does after its connection was %s happens nowhere', async (_, end) => {
  const { db, write, written, hangUp } = await aPool()
  const [gone, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const went = Promise.withResolvers<unknown>()
  const lost = db.transaction(async (tx) => {
    await write(tx, 'a')
    await end(hangUp, await pidOf(tx))
    gone.resolve()
    // By now somebody else's transaction stands on the pool's one connection.
    await other.promise
    went.resolve(await write(tx, 'a, too late').catch((error: unknown) => error))
  })
  const refused = expect(lost).rejects.toThrow()
  await gone.promise
  await db
    .transaction(async (tx) => {
      await write(tx, 'b')
      other.resolve()
      expect(await went.promise).toBeInstanceOf(Error)
      await refused
      throw new Error('changed my mind')
    })
    .catch(() => undefined)
  await db.transaction((tx) => write(tx, 'c'))
  expect(await written()).toEqual(['c'])
})
