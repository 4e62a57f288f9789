import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { aStudentWithExam } from '../../test/exams.ts'
import { freePort } from '../../test/free-port.ts'
import { useApp } from '../../test/harness.ts'
import { nextProgram } from '../../test/long/before.ts'
import { startProgram } from '../../test/long/program.ts'
import { aDatabase } from '../../test/long/scratch.ts'
import { clockOf, lastBeat } from '../../test/outages.ts'
import { openDatabase } from '../platform/db/database.ts'
import { StartError, start } from './start.ts'

const t = useApp()
const noop = () => undefined

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'campus-arranque-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const env = (more: Record<string, string>) => ({
  LOG_LEVEL: 'silent',
  HOST: '127.0.0.1',
  PORT: '0',
  DEMO: '0',
  DATA_DIR: aFolder(),
  DATABASE_URL: t.deps.config.databaseUrl,
  ...more,
})

/** Why a start failed, as the operator reads it. */
async function reasonOf(more: Record<string, string>): Promise<string> {
  const error = await start(env(more), 'none').then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StartError)
  return (error as StartError).message
}

it('starts beside another copy on the same database, and stops', async () => {
  const running = await start(env({}), 'none')
  const answer = await running.app.inject('/api/salud')
  expect(answer.json()).toEqual({ estado: 'ok', base_de_datos: 'ok' })
  expect(running.banner).toContain('Campus está listo en http://localhost:')
  expect(running.banner).toMatch(
    /^ {2}Pagos +de prueba.*\n {2}Correo +de prueba.*\n {2}Copia .*\n {2}Dirección .*\n {2}Demostración +ninguna/m,
  )
  expect(running.banner).toMatch(/\/empezar#vence=\d+&firma=\S{40}/)
  await running.close()
  expect((await t.call('GET', '/api/salud')).status).toBe(200)
})

it('gives back the time that the service was down before it serves, and then says that it lives', async () => {
  const { detail, token } = await aStudentWithExam(t)
  await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
  await t.database
    .sql`UPDATE intentos_evaluacion SET inicio = now() - interval '2 minutes' WHERE id_detalle = ${detail}`
  await lastBeat(t, 60)
  const running = await start(env({}), 'none')
  onTestFinished(running.close)
  expect((await clockOf(t, detail)).segundos).toBeGreaterThanOrEqual(60)
  const lastSeen = async () => (await t.database.sql`SELECT ultimo::text FROM latido`)[0]?.ultimo
  const first = await lastSeen()
  await expect.poll(lastSeen).not.toBe(first)
})

it('does not start beside a copy of the release before that it would break', async () => {
  const url = await aDatabase({ migrated: true })
  const other = openDatabase(url)
  onTestFinished(() => other.close())
  // A pool without work has no connection.
  onTestFinished(other.listen('contenido', { onMessage: noop, onOpen: noop, onError: noop }).end)
  const root = nextProgram({ sql: 'DROP TABLE latido', exclusive: 'quita una tabla' })
  const next = startProgram({ port: await freePort(), env: { DATABASE_URL: url, DATA_DIR: aFolder() }, root })
  await expect(next.ready()).rejects.toThrow('it does not start')
  expect(next.log()).toMatch(
    /^Hay otra copia de Campus en marcha .*9999_siguiente .*: detén todas las copias y vuelve a iniciar; no se cambió nada\.$/m,
  )
})

it('names the port that is taken', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => squatter.once('listening', resolve))
  onTestFinished(() => void squatter.close())
  const { port } = squatter.address() as { port: number }
  expect(await reasonOf({ PORT: String(port) })).toBe(
    `El puerto ${port} ya está en uso. Elige otro con PORT=3001 npm start.`,
  )
})

it('names the folder that cannot be one', async () => {
  const file = join(aFolder(), 'archivo')
  writeFileSync(file, '')
  const dataDir = join(file, 'datos')
  expect(await reasonOf({ DATA_DIR: dataDir })).toBe(
    `${dataDir} no puede ser una carpeta: una parte de la ruta es un archivo. Elige otra con DATA_DIR.`,
  )
  expect(await reasonOf({ DATA_DIR: file })).toContain(`${file} no puede ser una carpeta`)
})

it('says that the database of DATABASE_URL does not answer, without its password', async () => {
  const text = await reasonOf({ DATABASE_URL: 'postgres://campus:secreto@127.0.0.1:1/campus' })
  expect(text).toBe(
    'La base de datos de DATABASE_URL (127.0.0.1:1) no responde. Revisa que esté en marcha y la dirección.',
  )
})

/** The tests' own database with another part of its address. */
function databaseUrl(change: (url: URL) => void): string {
  const url = new URL(t.deps.config.databaseUrl ?? '')
  change(url)
  return url.href
}

/** Too long a label for any name server: nothing is asked. */
const NO_HOST = `${'x'.repeat(64)}.pe`

const BAD_DATABASES: [what: string, url: () => string, text: RegExp][] = [
  ['a wrong password', () => databaseUrl((url) => (url.password = 'otra')), /no acepta ese usuario o esa contraseña/],
  ['an empty password', () => databaseUrl((url) => (url.password = '')), /no acepta ese usuario o esa contraseña/],
  ['a user that does not exist', () => databaseUrl((url) => (url.username = 'nadie')), /no acepta ese usuario/],
  [
    'a database that does not exist',
    () => databaseUrl((url) => (url.pathname = '/ninguna')),
    /no tiene una base llamada ninguna/,
  ],
  ['a host that does not exist', () => `postgres://u:x@${NO_HOST}/campus`, /\(x{64}\.pe\) no responde/],
  ['TLS that the server does not offer', () => databaseUrl((url) => url.searchParams.set('sslmode', 'require')), /SSL/],
  [
    'a certificate that is not there',
    () => databaseUrl((url) => (url.search = '?sslmode=verify-full&sslrootcert=/no/existe.pem')),
    /no se puede usar: ENOENT[^\n]+ Revisa DATABASE_URL\.$/,
  ],
  [
    'an option that the server does not know',
    () => databaseUrl((url) => url.searchParams.set('options', '-c nada=1')),
    /no se puede usar: [^\n]*nada[^\n]* Revisa DATABASE_URL\.$/,
  ],
  ['a port where nothing listens', () => 'postgres://u:x@127.0.0.1:1/campus', /\(127\.0\.0\.1:1\) no responde/],
]

it.each(BAD_DATABASES)('names DATABASE_URL for %s, in one line without the password', async (_what, url, text) => {
  const reason = await reasonOf({ DATABASE_URL: url() })
  expect(reason).toMatch(text)
  expect(reason).toMatch(/^La base de datos de DATABASE_URL \([^@\n]+\) [^\n]+$/)
  expect(reason).not.toContain('otra')
})

it('names DATABASE_URL for a user who may not create tables', async () => {
  await t.database.sql`CREATE ROLE solo_mira LOGIN PASSWORD 'mira'`
  onTestFinished(async () => void (await t.database.sql`DROP ROLE solo_mira`))
  const url = databaseUrl((one) => {
    one.username = 'solo_mira'
    one.password = 'mira'
  })
  expect(await reasonOf({ DATABASE_URL: url })).toMatch(/DATABASE_URL .* no deja a ese usuario crear tablas/)
})

const BAD_FOLDERS = [
  '/proc/x',
  '/proc/x/y/z',
  '/proc/1/x',
  '/sys/x',
  '/sys/kernel/x/y',
  '/dev/null',
  '/dev/null/x',
  '/proc/version/x',
  `/tmp/${'x'.repeat(300)}`,
  '/proc/self/fd/x',
]

it.each(BAD_FOLDERS)('names DATA_DIR for %s, at once', async (folder) => {
  const reason = await reasonOf({ DATA_DIR: folder })
  expect(reason).toContain(folder)
  expect(reason).toMatch(/^[^\n]+ Elige otra con DATA_DIR\.$/)
})

it('names DATA_DIR for a path that goes round in links', async () => {
  const link = join(aFolder(), 'vuelta')
  symlinkSync(link, link)
  expect(await reasonOf({ DATA_DIR: join(link, 'datos') })).toMatch(/DATA_DIR\.$/)
})

it.each(['203.0.113.1', NO_HOST])('names HOST for %s', async (host) => {
  const reason = await reasonOf({ HOST: host })
  expect(reason).toContain(host)
  expect(reason).toMatch(/Revisa HOST\.$/)
})

it('says what is wrong in one line and without a stack trace', async () => {
  const settings = { ...process.env, ...env({}), TRUST_PROXY: 'tonteria' }
  const child = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url)), '--api'], {
    env: settings,
  })
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => written.push(String(bytes)))
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  const lines = written.join('').trim().split('\n')
  expect(lines).toEqual([
    'Campus no pudo arrancar.',
    'TRUST_PROXY: debe ser una lista de direcciones o redes, como 10.0.0.0/8, 127.0.0.1',
  ])
})

it('refuses in production a database that forgets what it acknowledged', async () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost', DEMO: '' }
  // The tests' own server is such a one (global-setup.ts).
  expect(await reasonOf(production)).toBe(
    'La base de datos podría perder lo que ya confirmó: fsync = off, full_page_writes = off, synchronous_commit = off. ' +
      'En producción deben estar activos fsync, full_page_writes y synchronous_commit.',
  )
})

it('tells of wrong settings by their name', async () => {
  expect(await reasonOf({ PORT: 'ochenta' })).toBe('PORT: Entrada inválida: se esperaba número, recibido NaN')
})
