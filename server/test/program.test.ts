import { chmodSync, globSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { hashPassword } from '../src/features/accounts/passwords.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { migrateDatabase } from '../src/platform/db/migrate.ts'
import { ensureDatabase, startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded.ts'
import { aPerson } from './builders.ts'
import { freePort } from './free-port.ts'
import { killTheProgram, untilWritten } from './long/crashes.ts'
import { postmasterOf } from './long/processes.ts'
import { aFolder, startProgram } from './long/program.ts'
import { startWriters } from './long/writers.ts'

const SCHEDULED =
  'cerrar-intentos cerrar-ranking conciliar-devoluciones conciliar-pagadas conciliar-pagos correo-notificaciones cumpleanos ' +
  'limpiar-auditoria limpiar-borradores limpiar-cuentas limpiar-eventos limpiar-imagenes limpiar-trabajos limpieza reclamos-por-vencer ' +
  'recordar-sesiones revisar-avances revisar-cuotas sumar-dias trabajos-perdidos ventas-de-ayer'

/** The program in an empty folder, where it brings its own PostgreSQL. */
async function anInstallation(env: Record<string, string> = {}) {
  const dataDir = aFolder()
  chmodSync(dataDir, 0o755)
  const program = startProgram({ port: await freePort(), env: { DATA_DIR: dataDir, ...env }, pages: true })
  await program.ready()
  return { dataDir, program }
}

it('starts on an empty folder, says where to look, and keeps what it compiled for a start after a kill', async () => {
  const compiled = aFolder()
  const { dataDir, program } = await anInstallation({ NODE_COMPILE_CACHE: compiled })
  expect(await (await fetch(`${program.url}/api/salud`)).json()).toEqual({ estado: 'ok', base_de_datos: 'ok' })
  expect(program.log()).toContain(`Campus está listo en ${program.url.replace('127.0.0.1', 'localhost')}`)
  expect(postmasterOf(dataDir)).toBeGreaterThan(1)
  await expect.poll(() => globSync(`${compiled}/*/*`).length).toBeGreaterThan(100)
}, 180_000)

it('in production runs its jobs, tells once what is missing, and lets no account of a demo in', async () => {
  const dataDir = aFolder()
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir })
  onTestFinished(() => server.stop())
  await ensureDatabase(server, 'campus')
  const url = server.url('campus')
  await migrateDatabase(url)
  const database = openDatabase(url, { pool: 2 })
  onTestFinished(() => database.close())
  const demo = { correo: 'nueva@demo.pe', numero_documento: '70000003' }
  await aPerson(database.db, { ...demo, password_hash: await hashPassword('Campus-2026') })

  const port = await freePort()
  const env = {
    NODE_ENV: 'production',
    WORKERS: '2',
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: url,
    DATA_DIR: dataDir,
  }
  const program = startProgram({ port, env: { ...env, DEMO: '' } })
  await program.ready()
  const login = await fetch(`${program.url}/api/loginalumno`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: `localhost:${port}` },
    body: JSON.stringify({ email: demo.correo, password: 'Campus-2026' }),
  })
  expect(login.status).toBe(401)
  // The second process has nothing to say, also when it serves.
  await expect.poll(() => program.log().match(/Server listening/g)).toHaveLength(2)
  const { rows } = await database.pool.query(`SELECT string_agg(name, ' ' ORDER BY name) AS names FROM pgboss.schedule`)
  expect(rows).toEqual([{ names: SCHEDULED }])
  await program.stop()
  expect(program.log().match(/^ {2}Pagos +los cursos no se venden/gm)).toHaveLength(1)
  expect(program.log()).toContain('se cerró 1 cuenta de demostración')
  expect(program.log().match(/"falta":"Correo"/g)).toHaveLength(1)
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
