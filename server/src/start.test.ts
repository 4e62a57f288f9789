import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { useApp } from '../test/harness.ts'
import { StartError, start } from './start.ts'

const t = useApp()

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
  await running.close()
  expect((await t.call('GET', '/api/salud')).status).toBe(200)
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
