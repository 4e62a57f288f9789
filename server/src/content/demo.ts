import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { clientes } from '../features/brands/brands.tables.ts'
import { withClient } from '../platform/db/client.ts'
import type { Db } from '../platform/db/database.ts'
import type { Storage } from '../platform/files/storage.ts'
import { readAcademy } from './academy.ts'
import { todayInLima } from './dates.ts'
import { underLoadLock, writeAcademy } from './load.ts'

const FOLDER = fileURLToPath(new URL('../../../content/demo', import.meta.url))
const LOADER = fileURLToPath(new URL('demo-process.ts', import.meta.url))
const PASSWORD = 'Campus-2026'
/** Of several copies that start at once one starts a process that loads. */
const STARTER_LOCK = 727_100_005

/** contract.md section 5. */
const ACCOUNTS = [
  ['alumna@demo.pe', 'estudiante de Qhapaq, con matrículas'],
  ['alumno@demo.pe', 'estudiante de Qhapaq, con matrículas'],
  ['nueva@demo.pe', 'estudiante de Qhapaq, sin matrículas'],
  ['alumno1@demo.pe', 'estudiante de Escuela Cumbre'],
  ['alumno3@demo.pe', 'estudiante de Aula Viva'],
  ['docente@demo.pe', 'docente de Qhapaq'],
  ['admin@demo.pe', 'administración de Qhapaq'],
] as const

async function isEmpty(db: Db): Promise<boolean> {
  const rows = await db.select({ id: clientes.id }).from(clientes).limit(1)
  return rows.length === 0
}

/**
 * Loads the demo academy into a database without brands; of several copies that start at once one loads, the others
 * wait for it. `onLoad` hears that it begins, for it takes some seconds. Never called in production (config.ts).
 * @throws ContentError when its files have mistakes
 */
export async function loadDemoIfEmpty(
  deps: { db: Db; storage: Storage },
  onLoad: () => void = () => undefined,
): Promise<void> {
  if (!(await isEmpty(deps.db))) return
  await underLoadLock(deps.db, async (tx) => {
    if (!(await isEmpty(tx))) return
    onLoad()
    const academy = await readAcademy(FOLDER, { today: todayInLima(), demo: true })
    await writeAcademy(tx, deps.storage, academy, { password: PASSWORD })
  })
}

function runLoader(env: Record<string, string | undefined>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(process.execPath, [LOADER], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let told = ''
  child.stderr.on('data', (text) => {
    told += text
  })
  child.on('error', reject)
  child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(told.trim() || 'the demo was not loaded'))))
  return promise
}

/**
 * {@link loadDemoIfEmpty} in a process that ends with it: hundreds of pictures and passwords leave a hundred megabytes of room
 * behind that the program would hold for ever (decision 21).
 */
export async function loadDemoAside(
  { db, url, dataDir }: { db: Db; url: string; dataDir: string },
  onLoad: () => void,
): Promise<void> {
  if (!(await isEmpty(db))) return
  await withClient(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [STARTER_LOCK])
    if (!(await isEmpty(db))) return
    onLoad()
    await runLoader({ ...process.env, DATABASE_URL: url, DATA_DIR: dataDir })
  })
}

/** The lines that tell how to enter the demo academy; empty when this database does not hold it. */
export async function demoAccounts(db: Db): Promise<string> {
  const [first] = (await db.execute(sql`SELECT 1 FROM usuarios WHERE lower(correo) = ${ACCOUNTS[0][0]}`)).rows
  if (!first) return ''
  const lines = ACCOUNTS.map(([mail, who]) => `    ${mail.padEnd(18)} ${who}`)
  return ['', `  Cuentas de demostración, todas con la contraseña ${PASSWORD}:`, ...lines, ''].join('\n')
}
