import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { aFolder, freePort, type Program, startProgram, untilAnswers } from './program.ts'
import { startWriters, type Writers } from './writers.ts'

type Place = { port: number; dataDir: string; server: EmbeddedPostgres; program: Program }

/** The program on an embedded PostgreSQL of its own, with the settings that it has in production. */
async function aPlace(): Promise<Place> {
  const dataDir = aFolder()
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  const server = await startEmbeddedPostgres({ dataDir })
  onTestFinished(() => server.stop())
  const program = startProgram({ port, env: { DATA_DIR: dataDir } })
  await program.ready()
  return { port, dataDir, server, program }
}

/** Waits until so many more writes were acknowledged: the load is there, whatever the machine's speed. */
async function untilWritten(writers: Writers, more: number): Promise<void> {
  const from = writers.acknowledged()
  while (writers.acknowledged() < from + more) await sleep(10)
}

/** The postmaster's process, 0 while there is none. */
function pidOf(dataDir: string): number {
  const file = join(dataDir, 'postgres/cluster/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}

const say = (what: string, times: number[], writers: Writers, lost: number) =>
  console.log(
    `> ${what} ×${times.length}: back in ${times.map((ms) => Math.round(ms)).join(', ')} ms; ` +
      `${writers.acknowledged()} acknowledged, ${lost} lost; ${JSON.stringify(writers.answers)}`,
  )

/** kill -9 of the program under 32 writers; what watches it starts it again. Nothing acknowledged is lost. */
export async function killTheProgram(rounds: number): Promise<void> {
  const place = await aPlace()
  const { url } = place.program
  const database = place.server.url('campus')
  const writers = await startWriters(url, database)
  const times: number[] = []
  let { program } = place
  for (let round = 0; round < rounds; round++) {
    await untilWritten(writers, 200)
    const gone = once(program.child, 'exit')
    program.child.kill('SIGKILL')
    await gone
    program = startProgram({ port: place.port, env: { DATA_DIR: place.dataDir } })
    times.push(await program.ready())
  }
  await untilWritten(writers, 200)
  const lost = await writers.lost(database)
  say('kill -9 of the program', times, writers, lost)
  expect(lost).toBe(0)
  expect(
    Object.keys(writers.answers.statuses)
      .map(Number)
      .filter((status) => ![0, 200, 503].includes(status)),
  ).toEqual([])
}

/** kill -9 of PostgreSQL under 32 writers; the program starts it again and was never restarted itself. */
export async function killTheDatabase(rounds: number): Promise<void> {
  const { program, server, dataDir } = await aPlace()
  const database = server.url('campus')
  const writers = await startWriters(program.url, database)
  const times: number[] = []
  const { pid } = program.child
  for (let round = 0; round < rounds; round++) {
    await untilWritten(writers, 200)
    const killed = pidOf(dataDir)
    const from = performance.now()
    process.kill(killed, 'SIGKILL')
    while ([killed, 0].includes(pidOf(dataDir))) await sleep(10)
    times.push(await untilAnswers(`${program.url}/api/salud`, from))
  }
  await untilWritten(writers, 200)
  const lost = await writers.lost(database)
  say('kill -9 of PostgreSQL', times, writers, lost)
  expect(lost).toBe(0)
  expect(writers.answers.bare503).toBe(0)
  expect(
    Object.keys(writers.answers.statuses)
      .map(Number)
      .filter((status) => ![200, 503].includes(status)),
  ).toEqual([])
  expect(program.child.pid).toBe(pid)
  expect(program.child.exitCode).toBeNull()
}
