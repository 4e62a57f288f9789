import { join } from 'node:path'
import { openDatabase } from '../platform/db/database.ts'
import { localStorage } from '../platform/files/storage.ts'
import { loadDemoIfEmpty } from './demo.ts'

// What demo.ts runs aside: DATABASE_URL and DATA_DIR are those of the program that asks.
const { DATABASE_URL = '', DATA_DIR = '' } = process.env
const database = openDatabase(DATABASE_URL, { pool: 2, name: 'campus-demo', limits: { query: 0 } })
try {
  await loadDemoIfEmpty({ db: database.db, storage: localStorage(join(DATA_DIR, 'archivos')) })
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await database.close()
}
