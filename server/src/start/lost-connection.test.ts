import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../test/free-port.ts'
import { useApp } from '../../test/harness.ts'
import { aFolder, startProgram } from '../../test/long/program.ts'
import { type Db, openDatabase } from '../platform/db/database.ts'

const t = useApp()

/** Stands before the tests' PostgreSQL: the network, which can hang up and go silent. */
async function aDoor() {
  const real = new URL(t.deps.config.databaseUrl ?? '')
  const state = { silent: false }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(real.port), real.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => [near, far].map((other) => other.destroy()))
    }
    near.on('data', async (part) => {
      while (state.silent) await sleep(20)
      far.write(part)
    })
    far.pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    state.silent = false
    hangUp()
    server.close()
  })
  const address = server.address()
  const url = new URL(real)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return { url: url.href, state, hangUp }
}

it('the program outlives a database that accepts connections and does not answer', async () => {
  const door = await aDoor()
  const env = { DATA_DIR: aFolder(), DATABASE_URL: door.url }
  const program = startProgram({ port: await freePort(), env })
  await program.ready()
  const ask = async () => (await fetch(`${program.url}/api/salud`)).status
  door.state.silent = true
  door.hangUp()
  // What is said of the database is a second old at most.
  await expect.poll(ask).toBe(503)
  for (let n = 0; n < 3; n++) expect(await ask()).toBe(503)
  door.state.silent = false
  await expect.poll(ask, { timeout: 30_000 }).toBe(200)
  expect(program.child.exitCode).toBeNull()
  expect(await program.stop()).toBe(0)
}, 180_000)

/** A pool of one connection that can be lost, with a table to write in. */
async function aPool() {
  const door = await aDoor()
  const table = `perdida_${randomUUID().replaceAll('-', '')}`
  await t.deps.db.execute(sql.raw(`CREATE TABLE ${table} (quien text)`))
  const database = openDatabase(door.url, { pool: 1 })
  onTestFinished(() => database.close())
  const write = (tx: Db, who: string) => tx.execute(sql`INSERT INTO ${sql.raw(table)} VALUES (${who})`)
  const written = async () => {
    const rows = (await t.deps.db.execute<{ quien: string }>(sql.raw(`SELECT quien FROM ${table} ORDER BY 1`))).rows
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

const pidOf = async (tx: Db) =>
  Number((await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)).rows[0]?.pid)

it.each(ENDS)('a connection %s under a statement of a transaction fails it, and the next goes on', async (_, end) => {
  const { db, write, written, hangUp } = await aPool()
  const lost = db.transaction(async (tx) => {
    await write(tx, 'a')
    const pid = await pidOf(tx)
    const asleep = expect(tx.execute(sql`SELECT pg_sleep(60)`)).rejects.toThrow()
    await end(hangUp, pid)
    await asleep
  })
  await expect(lost).rejects.toThrow()
  await db.transaction((tx) => write(tx, 'b'))
  expect(await written()).toEqual(['b'])
})

it.each(ENDS)('what a transaction still does after its connection was %s happens nowhere', async (_, end) => {
  const { db, write, written, hangUp } = await aPool()
  const [gone, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lost = db.transaction(async (tx) => {
    await write(tx, 'a')
    await end(hangUp, await pidOf(tx))
    gone.resolve()
    await resumed.promise
    await write(tx, 'a, too late').catch(() => undefined)
  })
  await gone.promise
  // The pool's one connection stays this transaction's until it ends: the next one waits for it.
  const next = db.transaction((tx) => write(tx, 'b'))
  resumed.resolve()
  await expect(lost).rejects.toThrow()
  await next
  expect(await written()).toEqual(['b'])
})

it('a database that goes silent leaves no connection of the pool unusable, and no later write in a lost transaction', async () => {
  const { db, write, written, state } = await aPool()
  await db.transaction((tx) => write(tx, 'a'))
  // Silent before BEGIN, and silent in the middle.
  for (const silentAt of ['start', 'middle']) {
    state.silent = silentAt === 'start'
    const lost = db.transaction(async (tx) => {
      await write(tx, `lost at the ${silentAt}`)
      state.silent = true
      await write(tx, `lost at the ${silentAt}, too`)
    })
    await expect(lost).rejects.toThrow()
    state.silent = false
    await db.transaction((tx) => write(tx, `after the ${silentAt}`))
    await write(db, `after the ${silentAt}, alone`)
  }
  expect(await written()).toEqual([
    'a',
    'after the middle',
    'after the middle, alone',
    'after the start',
    'after the start, alone',
  ])
}, 180_000)
