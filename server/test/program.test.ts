import { chmodSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded.ts'
import { freePort } from './free-port.ts'
import { killTheProgram, untilWritten } from './long/crashes.ts'
import { postmasterOf } from './long/processes.ts'
import { aFolder, startProgram } from './long/program.ts'
import { startWriters } from './long/writers.ts'

/** The program in an empty folder, where it brings its own PostgreSQL. */
async function anInstallation() {
  const dataDir = aFolder()
  chmodSync(dataDir, 0o755)
  const program = startProgram({ port: await freePort(), env: { DATA_DIR: dataDir }, pages: true })
  await program.ready()
  return { dataDir, program }
}

it('starts on an empty folder and says where to look', async () => {
  const { dataDir, program } = await anInstallation()
  expect(await (await fetch(`${program.url}/api/salud`)).json()).toEqual({ estado: 'ok', base_de_datos: 'ok' })
  expect(program.log()).toContain(`Campus está listo en ${program.url.replace('127.0.0.1', 'localhost')}`)
  expect(postmasterOf(dataDir)).toBeGreaterThan(1)
}, 180_000)

// Once; ten times in `npm run test:long -- caidas`.
it('loses nothing that it acknowledged when it is killed', () => killTheProgram(1), 180_000)

it('stops in order under load, its PostgreSQL too, and loses nothing that it acknowledged', async () => {
  const { dataDir, program } = await anInstallation()
  const database = (await startEmbeddedPostgres({ dataDir })).url('campus')
  const writers = await startWriters(program.url, database)
  await untilWritten(writers, 200)
  expect(await program.stop(), program.log()).toBe(0)
  expect(postmasterOf(dataDir)).toBe(0)

  const server = await startEmbeddedPostgres({ dataDir })
  onTestFinished(() => server.stop())
  expect(await writers.lost(server.url('campus'))).toBe(0)
  expect(Object.keys(writers.answers.statuses).filter((status) => !['0', '200', '503'].includes(status))).toEqual([])
}, 180_000)
