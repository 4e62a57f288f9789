// npm run api: writes the web's types from the server's OpenAPI document, without a database. `--check` compares them.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../server/src/app/app.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { localStorage } from '../server/src/platform/files/storage.ts'
import { createJobs } from '../server/src/platform/jobs.ts'
import { ROOT } from './prepare.mjs'

const NOWHERE = 'postgres://nobody@127.0.0.1:1/nothing'
const TYPES = join(ROOT, 'web/app/lib/api.gen.ts')

async function document() {
  const database = openDatabase(NOWHERE)
  const parts = {
    config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }),
    db: database.db,
    database: { ...database, listen: () => ({ opened: Promise.resolve(), end: async () => undefined }) },
    jobs: createJobs(NOWHERE, () => undefined),
    mail: { send: async () => undefined },
    storage: localStorage(tmpdir()),
    signer: { sign: (path) => path, check: () => false },
  }
  const app = await buildApp(parts)
  await app.ready()
  return app.swagger()
}

const folder = mkdtempSync(join(tmpdir(), 'campus-api-'))
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(await document()))
const tool = join(ROOT, 'node_modules/.bin/openapi-typescript')
execFileSync(process.execPath, [tool, join(folder, 'openapi.json'), '-o', join(folder, 'types.ts')], { stdio: 'pipe' })
const types = readFileSync(join(folder, 'types.ts'), 'utf8')
rmSync(folder, { recursive: true, force: true })

if (!process.argv.includes('--check')) writeFileSync(TYPES, types)
else if (readFileSync(TYPES, 'utf8') !== types) {
  console.error('web/app/lib/api.gen.ts no está al día: ejecuta npm run api')
  process.exit(1)
}
process.exit(0)
