import { join, resolve } from 'node:path'
import { type Config, ConfigError, readConfig } from '../platform/config.ts'
import { openStorage } from '../platform/files/open-storage.ts'
import { Failure } from '../platform/http/failures.ts'
import { openServer, StartError } from '../start.ts'
import { BackupError } from './archive.ts'
import { backup, type Place, restore, type Summary } from './backup.ts'

const USAGE = `
  npm run backup [-- <archivo.tar>]   respalda la base de datos y los archivos, con el programa en marcha, y lo comprueba
  npm run restore -- <archivo.tar>    los trae de vuelta, con el programa detenido; lo de antes se conserva aparte
`

const nameOf = (now: Date) => `campus-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.tar`

const summaryText = ({ rows, files, bytes }: Summary) =>
  `${rows} filas, ${files} archivos, ${(bytes / 1e6).toFixed(1)} MB`

async function runBackup(config: Config, place: Place, file: string | undefined): Promise<string> {
  const summary = await backup(place, resolve(file ?? join(config.dataDir, 'respaldos', nameOf(new Date()))))
  return `Respaldado y comprobado: ${summaryText(summary)}\n${summary.file}`
}

async function runRestore(_config: Config, place: Place, file = ''): Promise<string> {
  const { before, ...summary } = await restore(resolve(file), place)
  const previous = before
    ? `\nLa base de datos de antes se llama ahora ${before}; bórrala cuando ya no haga falta.`
    : ''
  return `Restaurado y comprobado: ${summaryText(summary)}${previous}`
}

/** Works whether the app runs or not. */
async function withPlace(work: (config: Config, place: Place) => Promise<string>): Promise<string> {
  const config = readConfig(process.env)
  const { url, embedded } = await openServer(config)
  try {
    return await work(config, { url, storage: await openStorage(config), dataDir: config.dataDir })
  } finally {
    await embedded?.stop()
  }
}

const [command, file] = process.argv.slice(2)
const run = { backup: runBackup, restore: runRestore }[command ?? '']
if (!run || (command === 'restore' && !file)) {
  console.error(USAGE)
  process.exit(2)
}
try {
  console.log(await withPlace((config, place) => run(config, place, file)))
} catch (error) {
  const known = [BackupError, StartError, ConfigError, Failure].some((kind) => error instanceof kind)
  if (known && error instanceof Error) console.error(error.message)
  else console.error('No se pudo.', error)
  process.exit(1)
}
