import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from '../backup/archive.ts'
import { backup, type Place, restore, type Summary } from '../backup/backup.ts'
import { backupName, keepNewest } from '../backup/keeping.ts'
import { type Config, ConfigError, readConfig } from '../platform/config.ts'
import { Failure } from '../platform/failures.ts'
import { openStorage } from '../platform/files/open-storage.ts'
import { openServer, StartError } from '../start/start.ts'

const USAGE = `
  npm run backup [-- <archivo.tar>]   respalda la base de datos y los archivos, con el programa en marcha, y lo comprueba
  npm run backup -- <carpeta>         en esa carpeta, con la fecha en el nombre
                                      con --conservar 14 quedan en ella los 14 respaldos más nuevos
  npm run restore -- <archivo.tar>    los trae de vuelta, con el programa detenido; lo de antes se conserva aparte
`

class UsageError extends Error {}

const summaryText = ({ rows, files, bytes }: Summary) =>
  `${rows} filas, ${files} archivos, ${(bytes / 1e6).toFixed(1)} MB`

type Asked = { path: string | undefined; keep: number | undefined }

const isFolder = (path: string): boolean =>
  path.endsWith('/') || !!statSync(path, { throwIfNoEntry: false })?.isDirectory()

async function runBackup(config: Config, place: Place, { path, keep }: Asked): Promise<string> {
  const target = path ?? join(config.dataDir, 'respaldos/')
  const inFolder = isFolder(target)
  if (keep && !inFolder) throw new UsageError(USAGE)
  const summary = await backup(place, resolve(inFolder ? join(target, backupName(new Date())) : target))
  const gone = keep ? await keepNewest(dirname(summary.file), keep) : []
  const older = gone.length > 0 ? `\nBorrado lo más antiguo: ${gone.join(', ')}` : ''
  return `Respaldado y comprobado: ${summaryText(summary)}\n${summary.file}${older}`
}

async function runRestore(_config: Config, place: Place, { path: file = '' }: Asked): Promise<string> {
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

function askedOf(args: string[]): Asked & { command: string | undefined } {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { conservar: { type: 'string' } },
    })
    const [command, path, ...more] = positionals
    const { conservar } = values
    if (more.length > 0 || (conservar !== undefined && !/^[1-9]\d{0,3}$/.test(conservar))) throw new UsageError(USAGE)
    return { command, path, keep: conservar === undefined ? undefined : Number(conservar) }
  } catch {
    throw new UsageError(USAGE)
  }
}

async function run(args: string[]): Promise<string> {
  const { command, ...asked } = askedOf(args)
  if (command === 'backup') return withPlace((config, place) => runBackup(config, place, asked))
  if (command !== 'restore' || !asked.path || asked.keep) throw new UsageError(USAGE)
  return withPlace((config, place) => runRestore(config, place, asked))
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  const known = [BackupError, StartError, ConfigError, Failure, UsageError].some((kind) => error instanceof kind)
  if (known && error instanceof Error) console.error(error.message)
  else console.error('No se pudo.', error)
  process.exit(error instanceof UsageError ? 2 : 1)
}
