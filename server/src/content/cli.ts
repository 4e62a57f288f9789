import { userInfo } from 'node:os'
import { join } from 'node:path'
import { ConfigError, readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrateDatabase } from '../platform/db/migrate.ts'
import { localStorage } from '../platform/files/storage.ts'
import { openServer, StartError } from '../start.ts'
import { readAcademy } from './academy.ts'
import { todayInLima } from './dates.ts'
import { loadAcademy } from './load.ts'
import { ContentError } from './reader.ts'

const USAGE = `
  npm run content -- check <carpeta>   revisa los archivos de una academia y no escribe nada
  npm run content -- load <carpeta>    los revisa y los carga; el formato está en docs/content-format.md
`

async function check(folder: string): Promise<string> {
  const { brands } = await readAcademy(folder, { today: todayInLima() })
  const courses = brands.reduce((sum, { cursos }) => sum + cursos.length, 0)
  return `Sin errores: ${brands.length} marcas, ${courses} cursos.`
}

/** Who is at the machine; a container need not know. */
function operatorName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

/** Loads into the database of the program's own configuration, running or not. */
async function load(folder: string): Promise<string> {
  const config = readConfig(process.env)
  // Mistakes are told before anything is started.
  await check(folder)
  const { url, embedded } = await openServer(config)
  try {
    await migrateDatabase(url)
    const database = openDatabase(url, { pool: 2, name: 'campus-content', limits: { query: 0 } })
    const storage = localStorage(join(config.dataDir, 'archivos'))
    const loaded = await loadAcademy({ db: database.db, storage }, folder, { operator: operatorName() }).finally(() =>
      database.close(),
    )
    return `Cargado: ${loaded.marcas} marcas, ${loaded.cursos} cursos, ${loaded.personas} personas.`
  } finally {
    await embedded?.stop()
  }
}

const [command, folder] = process.argv.slice(2)
const run = { check, load }[command ?? '']
if (!run || !folder) {
  console.error(USAGE)
  process.exit(2)
}
try {
  console.log(await run(folder))
} catch (error) {
  if (error instanceof ContentError) {
    console.error(`${error.message}\n\n${error.mistakes.length} errores; no se cargó nada.`)
  } else if (error instanceof StartError || error instanceof ConfigError) console.error(error.message)
  else console.error('No se cargó nada.', error)
  process.exit(1)
}
