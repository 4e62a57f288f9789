import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { postmasterOf, signal } from '../../../test/long/processes.ts'
import { openSql, withSql } from '../../../test/sql.ts'
import { type EmbeddedPostgres, ensureDatabase, startEmbeddedPostgres } from './embedded.ts'

/** A data folder of the test's own, gone with it; `home` closes the folder above, as root's is. */
function aDataDir(home = false): string {
  const parent = mkdtempSync(join(tmpdir(), 'campus-postgres-'))
  // Others may walk through a plain temporary folder, as they may through /srv or /opt.
  chmodSync(parent, home ? 0o700 : 0o755)
  const dataDir = join(parent, 'data')
  mkdirSync(dataDir)
  onTestFinished(() => {
    rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true })
    rmSync(parent, { recursive: true, force: true })
  })
  return dataDir
}

async function aServer(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir })
  onTestFinished(() => server.stop())
  return server
}

const query = (server: EmbeddedPostgres, text: string) => withSql(server.url('datos'), (sql) => sql.unsafe(text))

const portOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[3])

/** Another program that starts the server and is then killed without a chance to stop it. */
async function startAndDie(dataDir: string): Promise<void> {
  const code = `import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    process.stdout.write('listo')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((ready) => child.stdout.once('data', ready))
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

it('adopts the server that a killed program left running', async () => {
  const dataDir = aDataDir()
  await startAndDie(dataDir)
  const left = postmasterOf(dataDir)
  const server = await aServer(dataDir)
  expect(postmasterOf(dataDir)).toBe(left)
  await ensureDatabase(server, 'datos')
  expect(await query(server, 'SELECT 1 AS uno')).toEqual([{ uno: 1 }])
}, 60_000)

it('comes back with its data after the server is killed', async () => {
  const dataDir = aDataDir()
  const server = await aServer(dataDir)
  await ensureDatabase(server, 'datos')
  await query(server, 'CREATE TABLE cosas AS SELECT 42 AS valor')
  const restarted = new Promise<unknown>((resolve) => onTestFinished(server.supervise(resolve)))
  signal(postmasterOf(dataDir), 'SIGKILL')
  expect(await restarted).toBeUndefined()
  expect(await query(server, 'SELECT valor FROM cosas')).toEqual([{ valor: 42 }])
}, 60_000)

it('starts on another port when another program has taken the one of a killed server', async () => {
  const dataDir = aDataDir()
  await startAndDie(dataDir)
  const killed = postmasterOf(dataDir)
  const port = portOf(dataDir)
  signal(killed, 'SIGKILL')
  const other = createServer()
  await expect
    .poll(
      () => new Promise((resolve) => other.once('error', resolve).listen(port, '127.0.0.1', () => resolve('taken'))),
    )
    .toBe('taken')
  onTestFinished(() => void other.close())
  const server = await aServer(dataDir)
  await ensureDatabase(server, 'datos')
  expect(portOf(dataDir)).not.toBe(port)
}, 60_000)

it('says whose the server is that does not know it, and leaves it alone', async () => {
  const dataDir = aDataDir()
  await aServer(dataDir)
  const other = postmasterOf(dataDir)
  const key = readFileSync(join(dataDir, 'postgres.clave'))
  writeFileSync(join(dataDir, 'postgres.clave'), 'otra-clave')
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    `Ya hay otro PostgreSQL (proceso ${other}) en ${join(dataDir, 'postgres/cluster')} y no acepta la clave de postgres.clave. ` +
      'Detén el programa que lo inició o elige otra carpeta con DATA_DIR; no borres postmaster.pid.',
  )
  expect(postmasterOf(dataDir)).toBe(other)
  writeFileSync(join(dataDir, 'postgres.clave'), key)
}, 60_000)

it('takes a process that got the number of a dead server for what it is', async () => {
  const dataDir = aDataDir()
  const server = await aServer(dataDir)
  await ensureDatabase(server, 'datos')
  await server.stop()
  // As after a loss of power: the file is there, and its number is another's, of another account.
  const lines = ['1', join(dataDir, 'postgres/cluster'), '1', '5432', '', '127.0.0.1', '  1  1', 'ready', '']
  writeFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), lines.join('\n'))
  const again = await aServer(dataDir)
  expect(await query(again, 'SELECT 1 AS uno')).toEqual([{ uno: 1 }])
}, 60_000)

it('works under a home that no other user may enter, and again the next time', async () => {
  const dataDir = aDataDir(true)
  for (const round of [1, 2]) {
    const server = await startEmbeddedPostgres({ dataDir })
    await ensureDatabase(server, 'datos')
    await query(server, `CREATE TABLE ronda_${round} ()`)
    const [tables] = await query(server, "SELECT count(*)::int AS n FROM pg_tables WHERE tablename LIKE 'ronda_%'")
    expect(tables).toEqual({ n: round })
    await server.stop()
  }
}, 60_000)

it('a second copy of the program shares the server, and stopping one leaves it to the other', async () => {
  const dataDir = aDataDir()
  const [one, two] = await Promise.all([startEmbeddedPostgres({ dataDir }), startEmbeddedPostgres({ dataDir })])
  onTestFinished(() => two.stop())
  await ensureDatabase(two, 'datos')
  const sql = await openSql(two.url('datos'))
  await sql`SELECT 1`
  await one.stop()
  expect(await sql`SELECT 2 AS dos`).toEqual([{ dos: 2 }])
  await sql.end()
}, 60_000)

it('keeps nothing in its log of what people wrote and was refused', async () => {
  const dataDir = aDataDir()
  const server = await aServer(dataDir)
  await ensureDatabase(server, 'datos')
  await query(server, 'CREATE TABLE personas (correo text UNIQUE)')
  const insert = `INSERT INTO personas VALUES ('lucia@secreto.pe')`
  await query(server, insert)
  await expect(query(server, insert)).rejects.toThrow(/personas_correo_key/)
  const log = readFileSync(join(realpathSync(join(dataDir, 'postgres')), 'postgres.log'), 'utf8')
  expect(log).toContain('database system is ready')
  expect(log).not.toMatch(/lucia@secreto\.pe|INSERT/)
}, 60_000)
