import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { aBrand, PASSWORD } from '../../test/builders.ts'
import { freePort } from '../../test/free-port.ts'
import { asking } from '../../test/long/asking.ts'
import { postmasterOf, signal } from '../../test/long/processes.ts'
import { aFolder, startProgram } from '../../test/long/program.ts'
import { aDatabase } from '../../test/long/scratch.ts'
import { withDatabase } from '../../test/long/writers.ts'
import { aNewcomer } from '../../test/matrix.bodies.ts'
import { anS3 } from '../../test/s3.ts'
import { withSql } from '../../test/sql.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded.ts'

const CLI = fileURLToPath(new URL('backup.ts', import.meta.url))

/** Runs the command of `npm run backup` or `restore`; returns exit code and output. */
async function command(env: Record<string, string>, ...words: string[]): Promise<{ code: number; said: string }> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { PATH, HOME, NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (part) => (said += part))
  child.stderr.on('data', (part) => (said += part))
  const [code] = await once(child, 'close')
  return { code: Number(code), said }
}

/** A data directory that the PostgreSQL account can access. */
function aPlace(): string {
  const folder = aFolder()
  chmodSync(folder, 0o755)
  return folder
}

/** Registers a user; returns their mail and, with a photo, its URL. */
async function register(url: string, photo = false): Promise<{ correo: string; foto: string }> {
  const person = aNewcomer()
  const { user, token } = await asking(url)('POST', '/auth/register', person, 201)
  if (!photo) return { correo: person.correo, foto: '' }
  const background = { r: 40, g: 80, b: 120 }
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('_method', 'PUT')
  form.set('foto_perfil', new Blob([new Uint8Array(picture)]), 'foto.png')
  const saved = await asking(url, token)('POST', `/usuarios/${user.id}`, form)
  return { correo: person.correo, foto: saved.data.foto_perfil }
}

const login = (url: string, email: string, status = 200) =>
  asking(url)('POST', '/loginalumno', { email, password: PASSWORD }, status)

/** Registration needs a brand. */
async function openAcademy(dataDir: string, databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl) return withDatabase(databaseUrl, async ({ db }) => void (await aBrand(db)))
  const server = await startEmbeddedPostgres({ dataDir })
  await withDatabase(server.url('campus'), async ({ db }) => void (await aBrand(db)))
  return server.stop()
}

/** Backs up a running app, then restores into a stopped one: the same data is there again. */
async function drill(dataDir: string, settings: Record<string, string> = {}, elsewhere = settings): Promise<string> {
  let env = { DATA_DIR: dataDir, ...settings }
  const file = join(dataDir, 'respaldos', 'campus.tar')
  const start = async () => {
    const program = startProgram({ port: await freePort(), env })
    await program.ready()
    return program
  }
  const program = await start()
  await openAcademy(dataDir, settings.DATABASE_URL)
  const first = await register(program.url, true)

  const made = await command(env, 'backup', file)
  expect(made.said).toMatch(/^Respaldado y comprobado: \d+ filas, [1-9]\d* archivos, /)
  expect(made.code).toBe(0)
  // The app kept serving, also on its embedded PostgreSQL.
  const second = await register(program.url)
  const early = await command(env, 'restore', file)
  expect(early.said).toMatch(
    /^El programa está en marcha \(\d+ conexiones a la base de datos\)\. Detenlo y repite\.\n$/,
  )
  expect(early.code).toBe(1)
  await login(program.url, second.correo)
  expect(await program.stop()).toBe(0)
  if (!settings.STORAGE_URL) rmSync(join(dataDir, 'archivos'), { recursive: true })
  env = { DATA_DIR: dataDir, ...elsewhere }

  const back = await command(env, 'restore', file)
  expect(back.said).toMatch(
    /^Restaurado y comprobado: \d+ filas, [1-9]\d* archivos, .* MB\nLa base de datos de antes se llama ahora \w+_antes_\d{14};/,
  )
  expect(back.code).toBe(0)
  expect(existsSync(file)).toBe(true)
  const again = await start()
  await login(again.url, first.correo)
  await login(again.url, second.correo, 401)
  expect((await fetch(`${again.url}${first.foto}`)).status).toBe(200)
  expect(await again.stop()).toBe(0)
  return /ahora (\w+);/.exec(back.said)?.[1] ?? ''
}

it('the commands back up and restore the embedded database, with the app running or not', async () => {
  const dataDir = aPlace()
  onTestFinished(() => {
    const left = postmasterOf(dataDir)
    if (left !== 0) signal(left, 'SIGINT')
  })
  await drill(dataDir)
  // The command stops a server that it started.
  expect(postmasterOf(dataDir)).toBe(0)
}, 180_000)

it('and that of DATABASE_URL', async () => {
  const url = await aDatabase()
  const before = await drill(aPlace(), { DATABASE_URL: url })
  const master = new URL(url)
  master.pathname = '/postgres'
  await withSql(master.href, (sql) => sql.unsafe(`DROP DATABASE ${pg.escapeIdentifier(before)}`))
}, 180_000)

it('and a bucket, into another one', async () => {
  const s3 = await anS3()
  const DATABASE_URL = await aDatabase()
  const dataDir = aPlace()
  await drill(dataDir, { DATABASE_URL, STORAGE_URL: s3.url() }, { DATABASE_URL, STORAGE_URL: s3.url('otro') })
  expect(existsSync(join(dataDir, 'archivos'))).toBe(false)
}, 180_000)

it('keeps as many backups of a folder as asked, once the new one is verified', async () => {
  const folder = aPlace()
  const old = ['campus-2026-01-02T08-00-00.tar', 'campus-2026-01-03T08-00-00.tar', 'campus-antes-de-la-2.tar']
  for (const name of old) writeFileSync(join(folder, name), 'un respaldo')
  const failed = await command(
    { DATA_DIR: aPlace(), DATABASE_URL: await aDatabase() },
    'backup',
    folder,
    '--conservar',
    '1',
  )
  expect(failed.code).toBe(1)
  expect(readdirSync(folder).sort()).toEqual(old)
  const env = { DATA_DIR: aPlace(), DATABASE_URL: await aDatabase({ migrated: true }) }
  const made = await command(env, 'backup', folder, '--conservar', '2')
  expect(made.said).toMatch(/\nBorrado lo más antiguo: campus-2026-01-02T08-00-00\.tar\n$/)
  expect(made.code).toBe(0)
  const left = readdirSync(folder).sort()
  expect(left).toHaveLength(3)
  expect(left).toEqual(expect.arrayContaining(old.slice(1)))
  const wrong = await command(env, 'backup', join(folder, 'uno.tar'), '--conservar', '2')
  expect(wrong.said).toContain('--conservar 14')
  expect(wrong.code).toBe(2)
}, 60_000)

it('they print their usage, and errors of the configuration', async () => {
  const usage = await command({ DATA_DIR: aPlace() }, 'restore')
  expect(usage.said).toContain('npm run restore -- <archivo.tar>')
  expect(usage.code).toBe(2)
  const mistaken = await command({ DATA_DIR: aPlace(), DATABASE_URL: 'mysql://x' }, 'backup')
  expect(mistaken.said).toContain('DATABASE_URL')
  expect(mistaken.code).toBe(1)
}, 60_000)
