import { chmodSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { avances } from '../../src/features/progress/progress.tables.ts'
import { findWrongProgress } from '../../src/features/progress/progress.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded.ts'
import { freePort } from '../free-port.ts'
import { childrenOf, familyOf, postmasterOf, processorOf, signal } from './processes.ts'
import { aFolder, type Program, startProgram, untilAnswers } from './program.ts'
import { startStudents, startWriters, type Writers, withDatabase } from './writers.ts'

type Place = { port: number; dataDir: string; server: EmbeddedPostgres; program: Program }

/** The app as `npm start` runs it, with its embedded PostgreSQL in production settings. */
export async function aPlace(env: Record<string, string> = {}, dataDir = aFolder()): Promise<Place> {
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  const server = await startEmbeddedPostgres({ dataDir })
  onTestFinished(() => server.stop())
  const program = startProgram({ port, env: { DATA_DIR: dataDir, ...env }, launched: true })
  await program.ready()
  return { port, dataDir, server, program }
}

const WRITTEN_MS = 90_000

/** Waits until so many more writes were acknowledged: the load is there, whatever the machine's speed. */
export async function untilWritten(writers: Writers, more: number): Promise<void> {
  const goal = writers.acknowledged() + more
  const until = performance.now() + WRITTEN_MS
  while (writers.acknowledged() < goal) {
    if (performance.now() > until) throw new Error(`not written: ${JSON.stringify(writers.answers)}`)
    await sleep(10)
  }
}

/** Prints a measurement with the load of the machine. */
export const tell = (text: string) => console.log(`> ${text}; load ${loadavg()[0]?.toFixed(1)}`)

/** Also under load: a row that holds is what the rule says at any moment. */
const expectRightProgress = (database: string) =>
  withDatabase(database, async ({ db }) => {
    expect(await db.$count(avances)).toBeGreaterThan(0)
    expect(await findWrongProgress(db)).toEqual([])
  })

/** 32 writers, and students whose progress changes all the time. */
async function startLoad(url: string, database: string) {
  const writers = await startWriters(url, database)
  const stopStudents = await startStudents(url, database, writers.answers)
  /** Stops them. Nothing acknowledged is lost, and stored progress is right. */
  async function end(what: string, times: number[]): Promise<void> {
    await stopStudents()
    const lost = await writers.lost(database)
    tell(
      `${what} ×${times.length}: back in ${times.map((ms) => Math.round(ms)).join(', ')} ms; ` +
        `${writers.acknowledged()} acknowledged, ${lost} lost; ${JSON.stringify(writers.answers)}`,
    )
    expect(lost).toBe(0)
    await expectRightProgress(database)
  }
  return { writers, end }
}

function others(writers: Writers, allowed: number[]): number[] {
  const met = Object.keys(writers.answers.statuses).map(Number)
  return met.filter((status) => !allowed.includes(status))
}

/** Kills the app under 32 writers: it restarts and loses nothing acknowledged. @returns recovery times in ms */
export async function killTheProgram(rounds: number): Promise<number[]> {
  const { server, program } = await aPlace()
  const database = server.url('campus')
  const { writers, end } = await startLoad(program.url, database)
  const times: number[] = []
  const processor: number[] = []
  for (let round = 0; round < rounds; round++) {
    await untilWritten(writers, 200)
    const [pid = 0] = childrenOf(program.child.pid)
    const from = performance.now()
    signal(pid, 'SIGKILL')
    while (childrenOf(program.child.pid).includes(pid)) await sleep(10)
    times.push(await untilAnswers(`${program.url}/api/salud`, from))
    processor.push(processorOf(childrenOf(program.child.pid)[0] ?? 0))
    await expectRightProgress(database)
  }
  await untilWritten(writers, 200)
  await end('kill -9 of the program', times)
  tell(`a start took ${processor.join(', ')} ms of a processor`)
  expect(others(writers, [0, 200, 503])).toEqual([])
  expect(program.child.exitCode).toBeNull()
  return times
}

/** Kills PostgreSQL under 32 writers: the app restarts it without restarting itself. @returns recovery times in ms */
export async function killTheDatabase(rounds: number): Promise<number[]> {
  const { program, server, dataDir } = await aPlace()
  const database = server.url('campus')
  const { writers, end } = await startLoad(program.url, database)
  const times: number[] = []
  const serving = childrenOf(program.child.pid)
  for (let round = 0; round < rounds; round++) {
    await untilWritten(writers, 200)
    const killed = postmasterOf(dataDir)
    const all = familyOf(killed)
    const from = performance.now()
    for (const pid of all) signal(pid, 'SIGKILL')
    while ([killed, 0].includes(postmasterOf(dataDir))) await sleep(10)
    // Not `/api/salud`, whose answer is up to a second old: the writers would use up their throttle.
    times.push(await untilAnswers(`${program.url}/api/cursos`, from))
    await expectRightProgress(database)
  }
  await untilWritten(writers, 200)
  await end('kill -9 of PostgreSQL', times)
  expect(writers.answers.bare503).toBe(0)
  expect(others(writers, [200, 503])).toEqual([])
  expect(childrenOf(program.child.pid)).toEqual(serving)
  return times
}

/** Kills one of two workers: the other serves on. @returns ms until the next acknowledged write */
export async function killAWorker(rounds: number): Promise<number[]> {
  const { program, server } = await aPlace({ WORKERS: '2' })
  const database = server.url('campus')
  const [primary = 0] = childrenOf(program.child.pid)
  while (childrenOf(primary).length < 2) await sleep(20)
  const { writers, end } = await startLoad(program.url, database)
  const times: number[] = []
  const silences: number[] = []
  for (let round = 0; round < rounds; round++) {
    await untilWritten(writers, 100)
    const [killed = 0, left = 0] = childrenOf(primary)
    const from = performance.now()
    signal(killed, 'SIGKILL')
    await untilWritten(writers, 1)
    silences.push(performance.now() - from)
    const third = () => childrenOf(primary).find((pid) => pid !== killed && pid !== left) ?? 0
    while (!new RegExp(`"pid":${third()},[^\\n]*Server listening`).test(program.log())) await sleep(10)
    times.push(performance.now() - from)
    expect(childrenOf(primary)).toContain(left)
    await expectRightProgress(database)
  }
  await end('kill -9 of one of two processes', times)
  tell(`the other one acknowledged again after ${silences.map((ms) => Math.round(ms)).join(', ')} ms`)
  expect(others(writers, [0, 200, 503])).toEqual([])
  return silences
}
