import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { aPerson } from '../../test/builders.ts'
import { useApp } from '../../test/harness.ts'
import { ROOT } from '../../test/long/program.ts'
import { createJobs, type Jobs } from '../platform/jobs.ts'

const t = useApp()
let jobs: Jobs
const sent: string[] = []
let serverAway = true

/** Runs the command against the test's database; returns exit code and output. */
async function command(...args: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: t.deps.config.databaseUrl, DATA_DIR: t.deps.config.dataDir }
  const file = join(ROOT, 'server/src/commands/jobs.ts')
  return promisify(execFile)(process.execPath, [file, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }) => ({ code, said: stderr }),
  )
}

/** Sends jobs that fail on their last attempt. */
async function giveUp(...names: string[]): Promise<void> {
  for (const name of names) await jobs.send(t.deps.db, 'correo-prueba', { name })
  await t.database.sql`UPDATE pgboss.job SET retry_count = retry_limit WHERE name = 'correo-prueba'`
  const before = await jobs.countFailed()
  const worker = aWorker()
  await worker.start()
  await expect.poll(() => jobs.countFailed()).toBeGreaterThanOrEqual(before + names.length)
  await worker.stop()
}

function aWorker(): Jobs {
  const worker = createJobs(String(t.deps.config.databaseUrl), () => undefined)
  worker.define('correo-prueba', async ({ name }: { name: string }) => {
    if (serverAway) throw new Error('connect ECONNREFUSED \u001b[2J\nfalsa')
    sent.push(name)
  })
  return worker
}

beforeAll(async () => {
  jobs = aWorker()
  await jobs.start({ work: false })
  return () => jobs.stop()
})

it('lists failed jobs and retries one or all', async () => {
  await giveUp('uno', 'dos', 'tres')
  await t.database.sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, clave, correo, intentos)
    VALUES (${(await aPerson(t.deps.db)).id}, 'Otro', 'Hola', 'x', 'fallido', 8)`
  const listed = await command('list')
  expect(listed.code).toBe(0)
  expect(listed.said).toContain('3 tareas abandonadas, 1 correos de avisos abandonados.')
  expect(listed.said.match(/correo-prueba {2,}connect ECONNREFUSED {2}\[2J falsa/g)).toHaveLength(3)

  serverAway = false
  const [one] = await jobs.listFailed()
  expect(await command('retry', one?.id ?? '')).toMatchObject({ code: 0, said: 'Se envían otra vez 1 tareas.\n' })
  await jobs.drain()
  expect(sent).toHaveLength(1)
  expect(await command('retry', one?.id ?? '')).toMatchObject({ code: 1 })

  const all = await command('retry', 'all')
  expect(all.said).toBe('Se envían otra vez 2 tareas y 1 correos de avisos.\n')
  await jobs.drain()
  expect(sent.toSorted()).toEqual(['dos', 'tres', 'uno'])
  expect((await command('list')).said).toBe('0 tareas abandonadas, 0 correos de avisos abandonados.\n')
  expect(await t.database.sql`SELECT correo, intentos FROM notificaciones`).toEqual([
    { correo: 'pendiente', intentos: 0 },
  ])
}, 120_000)

it('sends each once when two operators do it at the same moment', async () => {
  serverAway = true
  sent.length = 0
  const names = ['cinco', 'cuatro', 'seis', 'siete']
  await giveUp(...names)
  await t.database.sql`UPDATE notificaciones SET correo = 'fallido', intentos = 8, rechazos = 8`
  serverAway = false
  const said = (await Promise.all([command('retry', 'all'), command('retry', 'all')])).map((answer) => answer.said)
  const sum = (pattern: RegExp) => said.reduce((total, text) => total + Number(pattern.exec(text)?.[1]), 0)
  expect([sum(/otra vez (\d+) tareas/), sum(/y (\d+) correos/)]).toEqual([names.length, 1])
  await jobs.drain()
  expect(sent.toSorted()).toEqual(names)
  expect(await t.database.sql`SELECT correo, intentos, rechazos FROM notificaciones`).toEqual([
    { correo: 'pendiente', intentos: 0, rechazos: 0 },
  ])
}, 120_000)

it.each([[['borrar']], [['retry', "x' OR 1=1"]]])(
  'prints its usage for %j',
  async (args) => {
    const answer = await command(...args)
    expect(answer.code).toBeGreaterThan(0)
    expect(answer.said).toContain('npm run jobs -- list')
  },
  60_000,
)
