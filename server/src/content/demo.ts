import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { clientes } from '../features/brands/brands.tables.ts'
import type { Config } from '../platform/config.ts'
import { withClient } from '../platform/db/client.ts'
import type { Db } from '../platform/db/database.ts'
import type { Storage } from '../platform/files/storage.ts'
import { readAcademy } from './academy.ts'
import { todayInLima } from './dates.ts'
import { DEMO_FOLDER, DEMO_PASSWORD } from './demo-accounts.ts'
import { storeDemoPictures } from './demo-pictures.ts'
import { liveTwoMonths } from './demo-work.ts'
import { underLoadLock, writeAcademy } from './load.ts'

const LOADER = fileURLToPath(new URL('demo-process.ts', import.meta.url))
/** Only one of several starting instances runs the loader. */
const STARTER_LOCK = 727_100_005

async function isEmpty(db: Db): Promise<boolean> {
  const rows = await db.select({ id: clientes.id }).from(clientes).limit(1)
  return rows.length === 0
}

/** Loads the demo into a database without brands; concurrent instances wait. @throws ContentError */
export async function loadDemoIfEmpty(
  deps: { db: Db; storage: Storage; config: Config },
  onLoad: () => void = () => undefined,
): Promise<void> {
  if (!(await isEmpty(deps.db))) return
  await underLoadLock(deps.db, async (tx) => {
    if (!(await isEmpty(tx))) return
    onLoad()
    const academy = await readAcademy(DEMO_FOLDER, { today: todayInLima(), demo: true })
    await storeDemoPictures(deps.storage)
    await writeAcademy(tx, deps.storage, academy, { password: DEMO_PASSWORD })
    await liveTwoMonths(tx, deps.config)
  })
}

function runLoader(env: Record<string, string | undefined>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(process.execPath, [LOADER], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  child.on('error', reject)
  child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(errors.trim() || 'the demo was not loaded'))))
  return promise
}

/** {@link loadDemoIfEmpty} in a child process, because loading leaves about 100 MB of heap behind (docs/decisions/0019). */
export async function loadDemoInChild(
  { db, url, dataDir, storageUrl }: { db: Db; url: string; dataDir: string; storageUrl: string | undefined },
  onLoad: () => void,
): Promise<void> {
  if (!(await isEmpty(db))) return
  await withClient(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [STARTER_LOCK])
    if (!(await isEmpty(db))) return
    onLoad()
    await runLoader({ ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, STORAGE_URL: storageUrl })
  })
}
