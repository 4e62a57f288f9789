import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { freePort } from '../free-port.ts'
import { openSql } from '../sql.ts'
import { tell, untilWritten } from './crashes.ts'
import { childrenOf } from './processes.ts'
import { aFolder, startProgram } from './program.ts'
import { aDatabase } from './scratch.ts'
import { startWriters, tokensOf } from './writers.ts'

const UNDER_WAY = 40
/** Connections per process: this many held writes block in the database, the others in the pool. */
const POOL = 5
const PROCESSES = 2

/** Returns the status, or how the connection broke. */
function write(url: string, token: string, n: number): Promise<string> {
  const body = JSON.stringify({ contenido: String(n) })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  return new Promise((resolve) => {
    request(`${url}/api/borradores/parada-${n}`, { method: 'PUT', headers, agent: false }, (answer) => {
      answer.on('error', (error) => resolve(error.message))
      answer.on('end', () => resolve(String(answer.statusCode))).resume()
    })
      .on('error', (error) => resolve(error.message))
      .end(body)
  })
}

/** Blocks all writes of the table, and counts the waiting ones. */
async function holdWrites(database: string) {
  const [sql, held] = await Promise.all([openSql(database), openSql(database)])
  await held`BEGIN`
  await held`LOCK TABLE textos_sin_enviar IN SHARE ROW EXCLUSIVE MODE`
  return {
    async untilWaiting(many: number): Promise<void> {
      for (const until = performance.now() + 60_000; ; await sleep(10)) {
        const [row] = await sql<{ n: number }[]>`SELECT count(*)::int AS n
          FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database() AND NOT l.granted`
        if ((row?.n ?? 0) >= many) return
        if (performance.now() > until) throw new Error(`${row?.n} of ${many} wait`)
      }
    },
    async letGo(): Promise<void> {
      await held`COMMIT`
      await Promise.all([held.end(), sql.end()])
    },
  }
}

/** The app as `npm start` runs it, once every process serves; returns all pids. */
async function severalProcesses(database: string) {
  const env = {
    DATABASE_URL: database,
    DATA_DIR: aFolder(),
    WORKERS: String(PROCESSES),
    DATABASE_POOL: String(POOL),
  }
  const program = startProgram({ port: await freePort(), env, launched: true })
  await program.ready()
  const [primary = 0] = childrenOf(program.child.pid)
  const serving = () =>
    childrenOf(primary).filter((pid) => new RegExp(`"pid":${pid},[^\\n]*Server listening`).test(program.log()))
  while (serving().length < PROCESSES) await sleep(20)
  return { program, pids: [primary, ...serving()] }
}

/**
 * SIGTERM with 40 writes under way in two processes, half waiting for a connection, and 32 active writers: the 40 complete,
 * nothing acknowledged is lost, the exit code is 0 and no process remains.
 */
export async function stopUnderLoad(rounds: number): Promise<void> {
  const times: number[] = []
  const answers: Record<string, number> = {}
  let [acknowledged, lost] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    // A new database, because writers count from 1.
    const database = await aDatabase({ migrated: true })
    const [token = ''] = await tokensOf(database, 1)
    const { program, pids } = await severalProcesses(database)
    const writers = await startWriters(program.url, database)
    await untilWritten(writers, 200)
    const hold = await holdWrites(database)
    const asked = Array.from({ length: UNDER_WAY }, (_, n) => write(program.url, token, n))
    await hold.untilWaiting(POOL * PROCESSES)
    // The others have been sent by now; requests queued in the app cannot be observed.
    await sleep(500)
    const from = performance.now()
    const ended = program.stop()
    await sleep(700)
    await hold.letGo()
    for (const status of await Promise.all(asked)) answers[status] = (answers[status] ?? 0) + 1
    expect(await ended, program.log()).toBe(0)
    times.push(Math.round(performance.now() - from))
    expect(pids.length).toBe(1 + PROCESSES)
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    acknowledged += writers.acknowledged()
    lost += await writers.lost(database)
  }
  tell(
    `SIGTERM of ${PROCESSES} processes ×${rounds}, ${UNDER_WAY} writes under way and 32 writers: ${JSON.stringify(answers)}; ` +
      `over after ${times.join(', ')} ms, of which they were held 700; ${acknowledged} acknowledged, ${lost} lost`,
  )
  expect(answers).toEqual({ 200: rounds * UNDER_WAY })
  expect(lost).toBe(0)
}
