import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { openStorage } from '../platform/files/open-storage.ts'
import { loadDemoIfEmpty } from './demo.ts'

// Child process of demo.ts, with the same DATABASE_URL, DATA_DIR and STORAGE_URL.
const { DATABASE_URL = '', DATA_DIR, STORAGE_URL, PUBLIC_URL, PORT } = process.env
const database = openDatabase(DATABASE_URL, { pool: 2, name: 'campus-demo', limits: { query: 0 } })
try {
  const config = readConfig({ DATA_DIR, STORAGE_URL, PUBLIC_URL, PORT })
  await loadDemoIfEmpty({ db: database.db, storage: await openStorage(config), config })
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await database.close()
}
