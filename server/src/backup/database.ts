import { createReadStream, createWriteStream } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { getConstructionPlans, PgBoss } from 'pg-boss'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { inTransaction, withClient } from '../platform/db/client.ts'
import { MIGRATIONS, migrateDatabase } from '../platform/db/migrate.ts'
import { BackupError, type Part } from './archive.ts'
import { digestOf, keysAhead, migrationsOf, positionsOf, structureOf, type Table, tablesInOrder } from './catalogue.ts'

export const Manifest = z.object({
  formato: z.literal(1),
  hecho_en: z.string(),
  postgres: z.string(),
  /** Hashes of the applied migrations, and the version of the queue's tables. */
  migraciones: z.array(z.string()),
  cola: z.number().int(),
  estructura: z.array(z.string()),
  tablas: z.array(
    z.object({ nombre: z.string(), columnas: z.array(z.string()), filas: z.number().int(), huella: z.string() }),
  ),
  secuencias: z.array(z.object({ nombre: z.string(), valor: z.string(), usado: z.boolean() })),
  partes: z.array(z.object({ nombre: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

const fileOf = (folder: string, { nombre }: Pick<Table, 'nombre'>) => join(folder, `${nombre}.copy.gz`)
const columnsOf = ({ columnas }: Pick<Table, 'columnas'>) => columnas.join(', ')

/** Settings that give every value one text form. */
const TEXT_FORMAT = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET bytea_output = 'hex';
  SET extra_float_digits = 1`

/** Without request timeouts, and with one text form for every value. */
export const withPlainClient = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(
    url,
    async (client) => {
      await client.query(TEXT_FORMAT)
      return work(client)
    },
    { application_name: 'campus-respaldo', connectionTimeoutMillis: 10_000 },
  )

async function queueVersion(client: pg.Client): Promise<number> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => client.query(text, values) } })
  if (!(await boss.isInstalled()))
    throw new BackupError('La base de datos no es de Campus: no tiene la cola de tareas.')
  return (await boss.schemaVersion()) ?? 0
}

/** Dumps a snapshot of every table into `folder`; the manifest still lacks the archive's files. */
export async function dumpDatabase(url: string, folder: string): Promise<(partes: Part[]) => Manifest> {
  await mkdir(folder, { recursive: true })
  const dump = async (client: pg.Client) => {
    const { rows } = await client.query<{ version: string; now: string }>(
      `SELECT current_setting('server_version') AS version, now()::text AS now`,
    )
    const [{ version = '', now = '' } = {}] = rows
    const cola = await queueVersion(client)
    const tablas: Manifest['tablas'] = []
    for (const table of await tablesInOrder(client)) {
      const copy = client.query(copyTo(`COPY (SELECT ${columnsOf(table)} FROM ${table.nombre}) TO STDOUT`))
      await pipeline(copy, createGzip({ level: 4 }), createWriteStream(fileOf(folder, table)))
      tablas.push({ ...table, ...(await digestOf(client, table)) })
    }
    const head = {
      formato: 1 as const,
      hecho_en: now,
      postgres: version,
      migraciones: await migrationsOf(client),
      cola,
      estructura: await structureOf(client),
      tablas,
      // Read last: numbers issued after the snapshot are skipped, never reused.
      secuencias: await positionsOf(client),
    }
    return (partes: Part[]) => ({ ...head, partes })
  }
  return withPlainClient(url, (client) =>
    inTransaction(client, () => dump(client), 'ISOLATION LEVEL REPEATABLE READ READ ONLY'),
  )
}

/** A backup needs the tables of its own version. */
async function firstMigrations(count: number, folder: string): Promise<string> {
  const place = join(folder, '.migraciones')
  await rm(place, { recursive: true, force: true })
  await cp(MIGRATIONS, place, { recursive: true })
  const file = join(place, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: unknown[] }
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  return place
}

async function prepareTables(client: pg.Client, url: string, manifest: Manifest, folder: string): Promise<void> {
  await migrateDatabase(url, await firstMigrations(manifest.migraciones.length, folder))
  const applied = await migrationsOf(client)
  if (applied.join() !== manifest.migraciones.join())
    throw new BackupError('El respaldo es de otra versión del programa: sus migraciones no son las de esta.')
  await client.query(getConstructionPlans('pgboss'))
  const version = await queueVersion(client)
  if (version !== manifest.cola)
    throw new BackupError(
      `El respaldo es de otra versión del programa: su cola de tareas es la ${manifest.cola} y esta usa la ${version}.`,
    )
}

async function loadRows(client: pg.Client, manifest: Manifest, folder: string): Promise<void> {
  // Triggers already did their work in these rows; foreign keys are still checked.
  for (const { nombre } of manifest.tablas) await client.query(`ALTER TABLE ${nombre} DISABLE TRIGGER USER`)
  const ahead = await keysAhead(client, manifest.tablas)
  for (const { tabla, nombre } of ahead) await client.query(`ALTER TABLE ${tabla} DROP CONSTRAINT ${nombre}`)
  for (const table of manifest.tablas.toReversed()) await client.query(`DELETE FROM ${table.nombre}`)
  for (const table of manifest.tablas) {
    const copy = client.query(copyFrom(`COPY ${table.nombre} (${columnsOf(table)}) FROM STDIN`))
    await pipeline(createReadStream(fileOf(folder, table)), createGunzip(), copy)
  }
  for (const { tabla, nombre, definicion } of ahead)
    await client.query(`ALTER TABLE ${tabla} ADD CONSTRAINT ${nombre} ${definicion}`)
  for (const { nombre } of manifest.tablas) await client.query(`ALTER TABLE ${nombre} ENABLE TRIGGER USER`)
  for (const { nombre, valor, usado } of manifest.secuencias)
    await client.query('SELECT setval($1::regclass, $2::bigint, $3::boolean)', [nombre, valor, usado])
}

/** @throws BackupError */
async function compare(client: pg.Client, manifest: Manifest): Promise<void> {
  const differences: string[] = []
  for (const table of manifest.tablas) {
    const { filas, huella } = await digestOf(client, table)
    if (filas !== table.filas) differences.push(`${table.nombre}: ${filas} filas en vez de ${table.filas}`)
    else if (huella !== table.huella) differences.push(`${table.nombre}: otros valores`)
  }
  const structure = new Set(await structureOf(client))
  const expected = new Set(manifest.estructura)
  for (const line of expected) if (!structure.has(line)) differences.push(`falta ${line}`)
  for (const line of structure) if (!expected.has(line)) differences.push(`sobra ${line}`)
  if (differences.length > 0)
    throw new BackupError(`Lo restaurado no es igual a lo respaldado:\n  ${differences.slice(0, 20).join('\n  ')}`)
}

/** Loads the rows into a new database and compares the result. @throws BackupError when version or result differ */
export async function loadDatabase(url: string, manifest: Manifest, folder: string): Promise<void> {
  await withPlainClient(url, async (client) => {
    await prepareTables(client, url, manifest, folder)
    await loadRows(client, manifest, folder)
    await compare(client, manifest)
    await client.query('ANALYZE')
  })
}
