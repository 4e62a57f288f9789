import { createReadStream, createWriteStream } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { getConstructionPlans } from 'pg-boss'
import postgres, { type Sql } from 'postgres'
import { z } from 'zod'
import { MIGRATIONS, migrateDatabase } from '../platform/db/database.ts'
import { BackupError, type Part } from './archive.ts'
import { digestOf, migrationsOf, positionsOf, structureOf, type Table, tablesInOrder } from './catalogue.ts'

/** What an archive says of itself. */
export const Manifest = z.object({
  formato: z.literal(1),
  hecho_en: z.string(),
  postgres: z.string(),
  /** Hashes of the migrations that its database had, and the version of the queue's tables. */
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

/** One connection without the limits of a request, on which every value reads the same everywhere. */
export function openPlain(url: string): Sql {
  return postgres(url, {
    max: 1,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: {
      application_name: 'campus-respaldo',
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      IntervalStyle: 'postgres',
      bytea_output: 'hex',
      extra_float_digits: 1,
    },
  })
}

async function queueVersion(sql: postgres.Sql | postgres.TransactionSql): Promise<number> {
  const [found] = await sql`SELECT to_regclass('pgboss.version') IS NOT NULL AS hay`
  if (!found?.hay) throw new BackupError('La base de datos no es de Campus: no tiene la cola de tareas.')
  const [row] = await sql<{ version: number }[]>`SELECT version FROM pgboss.version`
  return row?.version ?? 0
}

/**
 * Writes every table of a database into `folder`, as it was at one moment, while others go on writing.
 * Answers the manifest but for the list of the archive's files.
 */
export async function dumpDatabase(url: string, folder: string): Promise<(partes: Part[]) => Manifest> {
  await mkdir(folder, { recursive: true })
  const sql = openPlain(url)
  try {
    return await sql.begin('isolation level repeatable read read only', async (tx) => {
      const [{ version: postgresVersion = '', ahora = '' } = {}] = await tx<{ version: string; ahora: string }[]>`
        SELECT current_setting('server_version') AS version, now()::text AS ahora`
      const cola = await queueVersion(tx)
      const tablas: Manifest['tablas'] = []
      for (const table of await tablesInOrder(tx)) {
        const copy = tx.unsafe(`COPY (SELECT ${columnsOf(table)} FROM ${table.nombre}) TO STDOUT`)
        const rows = await copy.readable()
        await pipeline(rows, createGzip({ level: 4 }), createWriteStream(fileOf(folder, table)))
        // The driver pauses its socket when we are slower, and forgets to go on when that was the last of it.
        rows._read(0)
        tablas.push({ ...table, ...(await digestOf(tx, table)) })
      }
      const head = {
        formato: 1 as const,
        hecho_en: ahora,
        postgres: postgresVersion,
        migraciones: await migrationsOf(tx),
        cola,
        estructura: await structureOf(tx),
        tablas,
        // Read last: a number given out after the snapshot is skipped, never given twice.
        secuencias: await positionsOf(tx),
      }
      return (partes: Part[]) => ({ ...head, partes })
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Our first `count` migrations in a folder of their own: a backup of last month needs the tables of last month. */
async function firstMigrations(count: number, folder: string): Promise<string> {
  const place = join(folder, '.migraciones')
  await rm(place, { recursive: true, force: true })
  await cp(MIGRATIONS, place, { recursive: true })
  const file = join(place, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: unknown[] }
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  return place
}

async function prepareTables(sql: Sql, url: string, manifest: Manifest, folder: string): Promise<void> {
  await migrateDatabase(url, await firstMigrations(manifest.migraciones.length, folder))
  const applied = await migrationsOf(sql)
  if (applied.join() !== manifest.migraciones.join())
    throw new BackupError('El respaldo es de otra versión del programa: sus migraciones no son las de esta.')
  await sql.unsafe(getConstructionPlans('pgboss'))
  const version = await queueVersion(sql)
  if (version !== manifest.cola)
    throw new BackupError(
      `El respaldo es de otra versión del programa: su cola de tareas es la ${manifest.cola} y esta usa la ${version}.`,
    )
}

async function loadRows(sql: Sql, manifest: Manifest, folder: string): Promise<void> {
  // What the triggers did when the rows were written is in the rows; foreign keys are checked all the same.
  for (const { nombre } of manifest.tablas) await sql.unsafe(`ALTER TABLE ${nombre} DISABLE TRIGGER USER`)
  for (const table of manifest.tablas.toReversed()) await sql.unsafe(`DELETE FROM ${table.nombre}`)
  for (const table of manifest.tablas) {
    const copy = sql.unsafe(`COPY ${table.nombre} (${columnsOf(table)}) FROM STDIN`)
    await pipeline(createReadStream(fileOf(folder, table)), createGunzip(), await copy.writable())
  }
  for (const { nombre } of manifest.tablas) await sql.unsafe(`ALTER TABLE ${nombre} ENABLE TRIGGER USER`)
  for (const { nombre, valor, usado } of manifest.secuencias)
    await sql`SELECT setval(${nombre}::regclass, ${valor}::bigint, ${usado})`
}

/** Says how a database differs from what the manifest promises: rows, values, constraints. @throws BackupError */
async function compare(sql: Sql, manifest: Manifest): Promise<void> {
  const wrong: string[] = []
  for (const table of manifest.tablas) {
    const { filas, huella } = await digestOf(sql, table)
    if (filas !== table.filas) wrong.push(`${table.nombre}: ${filas} filas en vez de ${table.filas}`)
    else if (huella !== table.huella) wrong.push(`${table.nombre}: otros valores`)
  }
  const structure = new Set(await structureOf(sql))
  const promised = new Set(manifest.estructura)
  for (const line of promised) if (!structure.has(line)) wrong.push(`falta ${line}`)
  for (const line of structure) if (!promised.has(line)) wrong.push(`sobra ${line}`)
  if (wrong.length > 0)
    throw new BackupError(`Lo restaurado no es igual a lo respaldado:\n  ${wrong.slice(0, 20).join('\n  ')}`)
}

/**
 * Fills an empty database from an unpacked archive: our migrations and the queue's own make the tables with all their
 * constraints, the rows are loaded under them, and the result is compared with the manifest, table by table.
 * @throws BackupError when the archive is of another version or the result differs
 */
export async function loadDatabase(url: string, manifest: Manifest, folder: string): Promise<void> {
  const sql = openPlain(url)
  try {
    await prepareTables(sql, url, manifest, folder)
    await loadRows(sql, manifest, folder)
    await compare(sql, manifest)
    await sql`ANALYZE`
  } finally {
    await sql.end({ timeout: 5 })
  }
}
