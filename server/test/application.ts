import { join } from 'node:path'
import { buildApp } from '../src/app/app.ts'
import { readConfig } from '../src/platform/config.ts'
import { createConnections } from '../src/platform/connections/connections.ts'
import { type Limits, openDatabase } from '../src/platform/db/database.ts'
import { createSigner } from '../src/platform/files/signing.ts'
import { localStorage } from '../src/platform/files/storage.ts'
import type { Parts } from '../src/platform/http/http.ts'
import { createJobs } from '../src/platform/jobs.ts'
import type { Letter } from '../src/platform/mail.ts'

/** A crowd of calls on a busy machine waits longer than a request may; tests of the production limits open their own database. */
const PATIENT: Limits = {
  connect: 60_000,
  statement: 60_000,
  lock: 60_000,
  idleInTransaction: 60_000,
  query: 60_000,
  beside: 60_000,
}

/** The real application on the database at `url`, with its files in `folder`; its mail stays in `outbox`. */
export async function openApplication(url: string, folder: string, outbox: Letter[] = []) {
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DATABASE_URL: url,
    PUBLIC_URL: 'http://campus.test',
    // No test calls MercadoPago, YouTube or Vimeo.
    MERCADOPAGO_API_URL: 'http://127.0.0.1:1',
    YOUTUBE_URL: 'http://127.0.0.1:1',
    VIMEO_URL: 'http://127.0.0.1:1',
  })
  const database = openDatabase(url, { pool: 20, name: 'prueba', limits: PATIENT })
  const deps: Parts = {
    config,
    db: database.db,
    database,
    jobs: createJobs(url, () => undefined),
    connections: createConnections(config, database.db),
    mail: { send: async (letter: Letter) => void outbox.push(letter) },
    storage: localStorage(join(folder, 'archivos')),
    signer: await createSigner(database.db),
  }
  const app = await buildApp(deps)
  await deps.jobs.start({ work: false })
  await app.ready()
  async function close(): Promise<void> {
    await deps.jobs.stop()
    await app.close()
    await database.close()
  }
  return { app, deps, database, close }
}
