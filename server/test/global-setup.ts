import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { withClient } from '../src/platform/db/client.ts'
import { migrateDatabase } from '../src/platform/db/migrate.ts'
import { ensureDatabase, startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded.ts'
import { openApplication } from './application.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server with `{database}` for the name. */
    databaseUrl: string
    /** Whether the files of a worker share its modules. */
    sharedModules: boolean
  }
}

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4_000_000_000

/** Memory where there is plenty: a database per file is a hundred times its files written. */
function folderFor(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir()
}

/** One temporary PostgreSQL per run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(folderFor(), 'campus-pruebas-'))
  // The PostgreSQL account needs access, so that its files are in this folder.
  chmodSync(dataDir, 0o755)
  // No durability here; the crash tests run with production settings.
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  await ensureDatabase(server, 'plantilla')
  await migrateDatabase(server.url('plantilla'))
  // Ids that no `integer` holds.
  await withClient(server.url('plantilla'), (client) =>
    client.query(
      `SELECT setval(format('%I.%I', schemaname, sequencename), (2 ^ 40)::bigint) FROM pg_sequences WHERE schemaname = 'public'`,
    ),
  )
  // With the application's queues, so that no file makes them again.
  const { close } = await openApplication(server.url('plantilla'), join(dataDir, 'archivos'))
  await close()
  project.provide('sharedModules', !project.config.isolate)
  project.provide('databaseUrl', server.url('{database}'))
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
