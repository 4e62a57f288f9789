import { randomUUID } from 'node:crypto'
import { appendFileSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { aCourse, anEnrolment, aPerson, PASSWORD } from '../../test/builders.ts'
import { useApp } from '../../test/harness.ts'
import { migrationsWith } from '../../test/long/migrations.ts'
import { openSql, withSql } from '../../test/sql.ts'
import { buildApp } from '../app/app.ts'
import type { Config } from '../platform/config.ts'
import { conexiones } from '../platform/connections/connections.tables.ts'
import { createConnections } from '../platform/connections/connections.ts'
import { makeKey, seal } from '../platform/connections/key-file.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrateDatabase } from '../platform/db/migrate.ts'
import { createSigner } from '../platform/files/signing.ts'
import { localStorage } from '../platform/files/storage.ts'
import { createJobs } from '../platform/jobs.ts'
import { BackupError } from './archive.ts'
import { backup, type Place, restore } from './backup.ts'

const t = useApp()

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'campus-respaldo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const present = (): Place => ({
  url: t.deps.config.databaseUrl ?? '',
  storage: t.deps.storage,
  dataDir: t.deps.config.dataDir,
})

/** An empty database with its own folder, like another machine. */
async function anotherPlace(): Promise<Place> {
  const { url } = present()
  const name = `otra_${randomUUID().slice(0, 8)}`
  const master = new URL(url)
  master.pathname = '/postgres'
  const sql = await openSql(master.href)
  await sql.unsafe(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
  onTestFinished(async () => {
    const mine = await sql<{ datname: string }[]>`SELECT datname FROM pg_database WHERE datname LIKE ${`${name}%`}`
    for (const { datname } of mine)
      await sql.unsafe(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(datname)} WITH (FORCE)`)
    await sql.end()
  })
  const there = new URL(url)
  there.pathname = `/${name}`
  const dataDir = aFolder()
  return { url: there.href, storage: localStorage(join(dataDir, 'archivos')), dataDir }
}

/** Reads one value over its own connection. */
async function readOne(url: string, query: string): Promise<unknown> {
  const [row] = await withSql(url, (sql) => sql.unsafe(query))
  return row?.valor
}

/** Enrols students until stopped; returns how many. */
function writeMeanwhile(course: number): () => Promise<number> {
  let stop = false
  let written = 0
  onTestFinished(() => {
    stop = true
  })
  const writing = (async () => {
    while (!stop) {
      const person = await aPerson(t.deps.db)
      await anEnrolment(t.deps.db, person.id, course)
      written += 1
    }
  })()
  return async () => {
    stop = true
    await writing
    return written
  }
}

async function programOn({ url, storage }: Place, more: Partial<Config> = {}) {
  const database = openDatabase(url, { pool: 3 })
  const jobs = createJobs(url, () => undefined)
  const config = { ...t.deps.config, ...more }
  const connections = createConnections(config, database.db)
  const parts = { ...t.deps, config, connections, db: database.db, database, jobs, storage }
  const app = await buildApp({ ...parts, signer: await createSigner(database.db) })
  await jobs.start({ work: false })
  onTestFinished(async () => {
    await jobs.stop()
    await app.close()
    await database.close()
  })
  return { app, jobs }
}

it('a backup under load can be restored elsewhere and used there', async () => {
  const student = await aPerson(t.deps.db, { correo: 'respaldada@prueba.pe', nombres: "Ñusta 'O\\Brien\n" })
  const course = await aCourse(t.deps.db, { modules: 2, lessons: 3 })
  await anEnrolment(t.deps.db, student.id, course.id)
  const key = await t.deps.storage.put('materiales', Buffer.from('un material'), 'txt')
  let ran = 0
  const count = async () => {
    ran += 1
  }
  t.deps.jobs.define('respaldo-de-prueba', count)
  await t.deps.jobs.start({ work: false })
  await t.deps.jobs.send(t.deps.db, 'respaldo-de-prueba', {})

  const stop = writeMeanwhile(course.id)
  const file = join(aFolder(), 'campus.tar')
  const made = await backup(present(), file).finally(stop)
  expect(await stop()).toBeGreaterThan(0)
  expect(made.rows).toBeGreaterThan(10)
  expect(made.files).toBe(1)

  const place = await anotherPlace()
  const back = await restore(file, place)
  expect(back).toMatchObject({ rows: made.rows, files: 1, before: undefined })

  const { app, jobs } = await programOn(place)
  const body = { email: 'respaldada@prueba.pe', password: PASSWORD }
  const login = await app.inject({ method: 'POST', url: '/api/loginalumno', payload: body })
  expect(login.statusCode).toBe(200)
  const { token, user } = login.json()
  expect(user.nombres).toBe("Ñusta 'O\\Brien\n")
  const headers = { authorization: `Bearer ${token}` }
  const enrolments = await app.inject({ url: `/api/matriculas/usuario/${student.id}`, headers })
  expect(enrolments.json().data).toHaveLength(1)
  expect(await place.storage.size(key)).toBe(11)
  // Jobs are still queued, and sequences continue.
  jobs.define('respaldo-de-prueba', count)
  await jobs.drain()
  expect(ran).toBe(1)
  const highest = Number(await readOne(place.url, 'SELECT max(id) AS valor FROM usuarios'))
  const next = Number(await readOne(place.url, "SELECT nextval('usuarios_id_seq') AS valor"))
  expect(next).toBeGreaterThan(highest)
}, 60_000)

it('has what is connected only under the key file, which stays behind', async () => {
  const { keyFile } = t.deps.config
  const key = await makeKey(keyFile)
  const secrets = { accessToken: 'APP_USR-del-respaldo', webhookSecret: 'avisos-del-respaldo' }
  const account = { cuenta: { id: '7', nombre: 'TIENDA ANDINA', correo: null } }
  const server = { servidor: 'smtp.andina.pe', puerto: 587, usuario: 'yo', remitente: 'hola@andina.pe' }
  const sealed = (cual: 'mercadopago' | 'correo', datos: object, text: string) => ({
    ...{ cual, datos: { ...datos }, cifrado: seal(key, cual, text), llave: key.id },
  })
  const values = [
    sealed('mercadopago', account, JSON.stringify(secrets)),
    sealed('correo', server, 'clave-del-respaldo'),
  ]
  await t.deps.db.insert(conexiones).values(values)
  onTestFinished(async () => void (await t.deps.db.delete(conexiones)))
  await aPerson(t.deps.db, { correo: 'jefa-del-respaldo@prueba.pe', roles: ['plataforma', 'marca'] })
  const file = join(aFolder(), 'campus.tar')
  await backup(present(), file)
  expect(readFileSync(file, 'latin1')).not.toContain(readFileSync(keyFile, 'latin1').trim())

  const place = await anotherPlace()
  await restore(file, place)
  const kept = String(await readOne(place.url, 'SELECT string_agg(c::text, chr(10)) AS valor FROM conexiones c'))
  for (const secret of [...Object.values(secrets), 'clave-del-respaldo'])
    for (const text of [secret, Buffer.from(secret).toString('hex')]) expect(kept).not.toContain(text)
  const there = { production: true, keyFile: join(place.dataDir, 'llave') }
  const { app } = await programOn(place, there)
  const read = async () => {
    const login = { email: 'jefa-del-respaldo@prueba.pe', password: PASSWORD }
    const { token } = (await app.inject({ method: 'POST', url: '/api/loginalumno', payload: login })).json()
    const headers = { authorization: `Bearer ${token}` }
    const { mercadopago, correo, llave } = (await app.inject({ url: '/api/gestion/conexiones', headers })).json().data
    const brand = (await app.inject({ url: '/api/clientes/2' })).json().data
    return [mercadopago.origen, correo.origen, llave === there.keyFile, brand.cobra_en_linea, brand.envia_correos]
  }
  expect(await read()).toEqual(['ilegible', 'ilegible', true, false, false])
  copyFileSync(keyFile, there.keyFile)
  expect(await read()).toEqual(['pantalla', 'pantalla', true, true, true])
}, 60_000)

it('refuses to restore while the app runs, and keeps the previous database', async () => {
  const file = join(aFolder(), 'campus.tar')
  await backup(present(), file)
  const place = await anotherPlace()
  await withSql(place.url, (sql) => sql`CREATE TABLE antes AS SELECT 42 AS valor`)
  await expect(restore(file, present())).rejects.toThrow(/^El programa está en marcha \(\d+ conexiones/)
  const { before } = await restore(file, place)
  expect(before).toMatch(/_antes_\d{14}$/)
  const old = new URL(place.url)
  old.pathname = `/${before}`
  expect(await readOne(old.href, 'SELECT valor FROM antes')).toBe(42)
  expect(await readOne(place.url, "SELECT to_regclass('antes') IS NULL AS valor")).toBe(true)
}, 60_000)

it('refuses truncated, changed and foreign files, and cleans up', async () => {
  const folder = aFolder()
  const file = join(folder, 'campus.tar')
  await backup(present(), file)
  expect(readdirSync(folder)).toEqual(['campus.tar'])
  const place = await anotherPlace()
  const refusal = (path: string) =>
    restore(path, place).then(
      () => 'restored',
      (error: unknown) => (error instanceof BackupError ? error.message : String(error)),
    )
  // Within a file, within a header, and before the first file is opened.
  for (const bytes of [60_000, 20_000, 5000, 700]) {
    truncateSync(file, bytes)
    expect(await refusal(file)).toContain(`${file} no es un respaldo entero`)
  }
  const foreign = join(folder, 'otro.tar')
  appendFileSync(foreign, 'esto no es un respaldo '.repeat(100))
  expect(await refusal(foreign)).toContain(`${foreign} no es un respaldo entero`)
  expect(await refusal(join(folder, 'nada.tar'))).toBe(`No hay un archivo ${join(folder, 'nada.tar')}.`)
  expect(
    await readOne(place.url, "SELECT count(*)::int AS valor FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
  ).toBe(0)
  expect(readdirSync(place.dataDir)).toEqual([])
}, 60_000)

it('refuses the tables of a newer release', async () => {
  const newer = await anotherPlace()
  await migrateDatabase(newer.url, migrationsWith({ sql: 'CREATE TABLE siguiente (id bigint PRIMARY KEY)' }))
  await programOn(newer)
  await expect(backup(newer, join(aFolder(), 'campus.tar'))).rejects.toThrow(
    'El respaldo es de otra versión del programa: sus migraciones no son las de esta.',
  )
}, 60_000)

it('rejects a backup whose restored copy differs', async () => {
  const folder = aFolder()
  await t.deps.db.execute('CREATE TABLE ajena (id integer PRIMARY KEY)')
  onTestFinished(async () => void (await t.deps.db.execute('DROP TABLE ajena')))
  await expect(backup(present(), join(folder, 'campus.tar'))).rejects.toThrow(/ajena/)
  expect(readdirSync(folder)).toEqual([])
}, 60_000)
