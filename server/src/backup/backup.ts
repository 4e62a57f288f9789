import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { withClient } from '../platform/db/client.ts'
import { BackupError, filesUnder, readArchive, writeArchive } from './archive.ts'
import { tablesInOrder } from './catalogue.ts'
import { dumpDatabase, loadDatabase, Manifest } from './database.ts'

/** What is backed up and restored together: a database and the folder of its uploaded files. */
export type Place = { url: string; files: string }

/** What a backup or a restore was about, for the operator. */
export type Summary = { file: string; bytes: number; rows: number; files: number }

const DATABASE_FOLDER = 'tablas'
const FILES_FOLDER = 'archivos'

const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

/** The same server, another database. */
function elsewhere(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(database)}`
  return address.href
}

const asMaster = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(elsewhere(url, 'postgres'), work, { connectionTimeoutMillis: 10_000 })

/** Makes an empty database on the same server for a while; `work` may keep it by renaming it. */
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
    return await work(elsewhere(url, name), name)
  } finally {
    await asMaster(url, (client) =>
      client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
    )
  }
}

/** A folder beside `file`, on the same disk, for as long as `work` takes. */
async function withFolder<T>(file: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true })
  const folder = await mkdtemp(join(dirname(file), '.respaldo-'))
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }))
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

/**
 * Writes the database, as it is at one moment, and the uploaded files into one archive, while the program goes on; then
 * restores it from that file into a database of its own and compares every table. Only what passed gets the name.
 * @throws BackupError
 */
export async function backup({ url, files }: Place, file: string): Promise<Summary> {
  return withFolder(file, async (folder) => {
    const tables = join(folder, DATABASE_FOLDER)
    const describe = await dumpDatabase(url, tables)
    const draft = join(folder, 'borrador.tar')
    await writeArchive(draft, { [DATABASE_FOLDER]: tables, [FILES_FOLDER]: files }, describe)
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

/** The restored database takes the place of the one before, which stays under another name: nothing is lost. */
async function swap(url: string, scratch: string): Promise<string | undefined> {
  const name = databaseOf(url)
  const empty = await isEmpty(url)
  const before = `${name}_antes_${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`
  await asMaster(url, async (client) => {
    const [current, old, restored] = [name, before, scratch].map((database) => client.escapeIdentifier(database))
    // PostgreSQL waits for connections that are closing, and refuses while one stays open.
    await client.query(empty ? `DROP DATABASE ${current}` : `ALTER DATABASE ${current} RENAME TO ${old}`)
    await client.query(`ALTER DATABASE ${restored} RENAME TO ${current}`)
  })
  return empty ? undefined : before
}

/** Files are named after their content: those that are there already are the same, and none is removed. */
async function restoreFiles(from: string, to: string): Promise<void> {
  for (const path of await filesUnder(from)) {
    const place = join(to, path)
    await mkdir(dirname(place), { recursive: true })
    const draft = `${place}.${randomUUID()}.tmp`
    await copyFile(join(from, path), draft)
    await rename(draft, place)
  }
}

/**
 * Brings a database and its files back from an archive. It is filled and compared aside and then takes the place of
 * the present one, which is kept under the name that is answered; the program must be stopped.
 * @throws BackupError
 */
export async function restore(file: string, { url, files }: Place): Promise<Summary & { before: string | undefined }> {
  await asMaster(url, (client) => refuseWhileInUse(client, databaseOf(url)))
  return withFolder(`${files}.restaurar`, async (folder) => {
    const manifest = await manifestOf(file, folder)
    const before = await withScratch(url, async (scratch, name) => {
      await loadDatabase(scratch, manifest, join(folder, DATABASE_FOLDER))
      await restoreFiles(join(folder, FILES_FOLDER), files)
      return swap(url, name)
    })
    return { ...(await summaryOf(file, manifest)), before }
  })
}
