import { operatorName } from '../operator.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { CopiesAtWork } from '../platform/db/exclusive.ts'
import { migrateDatabase } from '../platform/db/migrate.ts'
import { openStorage } from '../platform/files/open-storage.ts'
import { openServer, StartError } from '../start.ts'
import { readAcademy } from './academy.ts'
import { todayInLima } from './dates.ts'
import { loadAcademy } from './load.ts'
import { ContentError } from './reader.ts'

const USAGE = `
  npm run content -- check <carpeta>   revisa los archivos de una academia y no escribe nada
  npm run content -- load <carpeta>    los revisa y los carga; el formato está en docs/content-format.md
                                       con --reemplazar, también sobre lo publicado o cambiado en el programa
`

async function check(folder: string): Promise<string> {
  const { brands } = await readAcademy(folder, { today: todayInLima() })
  const courses = brands.reduce((sum, { cursos }) => sum + cursos.length, 0)
  return `Sin errores: ${brands.length} marcas, ${courses} cursos.`
}

/** Uses the configured database, whether the app runs or not. */
async function load(folder: string): Promise<string> {
  const config = readConfig(process.env)
  // Report mistakes before starting anything.
  await check(folder)
  const { url, embedded } = await openServer(config)
  try {
    await migrateDatabase(url)
    const storage = await openStorage(config)
    const database = openDatabase(url, { pool: 2, name: 'campus-content', limits: { query: 0 } })
    const loaded = await loadAcademy({ db: database.db, storage }, folder, {
      operator: operatorName(),
      replace,
    }).finally(() => database.close())
    const { marcas, cursos, personas, omitidos } = loaded
    const skipped =
      omitidos.length > 0
        ? `\nCambiado en el programa, no se tocó:\n${omitidos.map((name) => `- ${name}`).join('\n')}`
        : ''
    return `Cargado: ${marcas} marcas, ${cursos} cursos, ${personas} personas.${skipped}`
  } finally {
    await embedded?.stop()
  }
}

const words = process.argv.slice(2)
const replace = words.includes('--reemplazar')
const [command, folder] = words.filter((word) => word !== '--reemplazar')
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
  } else if (error instanceof StartError || error instanceof ConfigError || error instanceof CopiesAtWork)
    console.error(error.message)
  else console.error('No se cargó nada.', error)
  process.exit(1)
}
