import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { withClient } from '../platform/db/client.ts'
import { localStorage, type Storage } from '../platform/files/storage.ts'
import { withTemporary } from '../platform/files/temporary.ts'
import { BackupError, type Entry, readArchive, writeArchive } from './archive.ts'
import { tablesInOrder } from './catalogue.ts'
import { dumpDatabase, loadDatabase, Manifest } from './database.ts'

/** `dataDir` has space to unpack the files. */
export type Place = { url: string; storage: Storage; dataDir: string }

export type Summary = { file: string; bytes: number; rows: number; files: number }

const DATABASE_FOLDER = 'tablas'
const FILES_FOLDER = 'archivos'

const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(database)}`
  return address.href
}

const asMaster = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(withDatabase(url, 'postgres'), work, { connectionTimeoutMillis: 10_000 })

/** A temporary database on the same server; `work` may rename it to keep it. */
async function withScratch<T>(url: string, work: (scratch: string, name: string) => Promise<T>): Promise<T> {
  const name = `campus_prueba_${randomUUID().slice(0, 8)}`
  await asMaster(url, async (client) => {
    const { rows } = await client.query(
      'SELECT rolcreatedb OR rolsuper AS allowed FROM pg_roles WHERE rolname = current_user',
    )
    if (!rows[0]?.allowed)
      throw new BackupError(
        'El usuario de DATABASE_URL necesita el permiso CREATEDB: el respaldo se comprueba restaurándolo aparte.',
      )
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE template0`)
  })
  try {
    return await work(withDatabase(url, name), name)
  } finally {
    await asMaster(url, (client) =>
      client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
    )
  }
}

async function manifestOf(file: string, folder: string): Promise<Manifest> {
  const parsed = Manifest.safeParse(await readArchive(file, folder))
  if (!parsed.success) throw new BackupError(`${file} no es un respaldo que esta versión sepa leer.`)
  return parsed.data
}

async function summaryOf(file: string, { tablas, partes }: Manifest): Promise<Summary> {
  return {
    file,
    bytes: (await stat(file)).size,
    rows: tablas.reduce((sum, { filas }) => sum + filas, 0),
    files: partes.filter(({ nombre }) => nombre.startsWith(`${FILES_FOLDER}/`)).length,
  }
}

async function* entriesOf(tables: string, storage: Storage): AsyncIterable<Entry> {
  for (const name of (await readdir(tables)).sort()) {
    const open = async () => {
      const path = join(tables, name)
      return { stream: createReadStream(path), size: (await stat(path)).size }
    }
    yield { nombre: `${DATABASE_FOLDER}/${name}`, open }
  }
  for await (const key of storage.list()) yield { nombre: `${FILES_FOLDER}/${key}`, open: () => storage.open(key) }
}

/** Archives a snapshot while the app runs; only an archive that restores gets its name. @throws BackupError */
export async function backup({ url, storage }: Place, file: string): Promise<Summary> {
  return withTemporary(dirname(file), async (folder) => {
    const tables = join(folder, DATABASE_FOLDER)
    const describe = await dumpDatabase(url, tables)
    const draft = join(folder, 'borrador.tar')
    await writeArchive(draft, entriesOf(tables, storage), describe)
    await rm(tables, { recursive: true })
    const unpacked = join(folder, 'leido')
    const manifest = await manifestOf(draft, unpacked)
    await withScratch(url, (scratch) => loadDatabase(scratch, manifest, join(unpacked, DATABASE_FOLDER)))
    await rename(draft, file)
    return summaryOf(file, manifest)
  })
}

async function refuseWhileInUse(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`,
    [name],
  )
  const connections = rows[0]?.n ?? 0
  if (connections > 0)
    throw new BackupError(
      `El programa está en marcha (${connections} conexiones a la base de datos). Detenlo y repite.`,
    )
}

const isEmpty = (url: string): Promise<boolean> =>
  withClient(url, async (client) => (await tablesInOrder(client)).length === 0)

/** Renames the previous database instead of dropping it. */
async function swap(url: string, scratch: string): Promise<string | undefined> {
  const name = databaseOf(url)
  const empty = await isEmpty(url)
  const before = `${name}_antes_${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`
  await asMaster(url, async (client) => {
    const [current, old, restored] = [name, before, scratch].map((database) => client.escapeIdentifier(database))
    // PostgreSQL refuses to rename a database with open connections.
    await client.query(empty ? `DROP DATABASE ${current}` : `ALTER DATABASE ${current} RENAME TO ${old}`)
    await client.query(`ALTER DATABASE ${restored} RENAME TO ${current}`)
  })
  return empty ? undefined : before
}

/** File names are content hashes: existing files are identical, and none is removed. */
async function restoreFiles(folder: string, storage: Storage): Promise<void> {
  for await (const key of localStorage(folder).list()) await storage.write(key, createReadStream(join(folder, key)))
}

/** Restores an archive into a stopped app; returns the new name of the previous database. @throws BackupError */
export async function restore(
  file: string,
  { url, storage, dataDir }: Place,
): Promise<Summary & { before: string | undefined }> {
  await asMaster(url, (client) => refuseWhileInUse(client, databaseOf(url)))
  return withTemporary(dataDir, async (folder) => {
    const manifest = await manifestOf(file, folder)
    const before = await withScratch(url, async (scratch, name) => {
      await loadDatabase(scratch, manifest, join(folder, DATABASE_FOLDER))
      await restoreFiles(join(folder, FILES_FOLDER), storage)
      return swap(url, name)
    })
    return { ...(await summaryOf(file, manifest)), before }
  })
}
