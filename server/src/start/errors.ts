import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { ContentError } from '../content/reader.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { OtherInstancesRunning } from '../platform/db/exclusive.ts'

/** A start that failed for a reason the operator can mend; the message says which. */
export class StartError extends Error {}

/** Makes a folder and those above it. `mkdirSync` with `recursive` never returns for a path below /proc. */
function makeFolder(folder: string): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder))
  if (!existsSync(folder)) mkdirSync(folder)
}

/** Makes the folder of the program's data. @throws what the file system says, for {@link explain} */
export function makeDataDir({ dataDir }: Config): void {
  makeFolder(dataDir)
  // With the slash a file is refused.
  accessSync(`${dataDir}/`, constants.W_OK)
}

type ErrorDetails = { code?: string; syscall?: string; hostname?: string; path?: string; message: string }

const forbidden = (folder: string) => `No hay permiso para escribir en ${folder}.`
const full = (folder: string) => `No queda espacio en el disco de ${folder}. Libera espacio y vuelve a iniciar.`
const file = (folder: string) => `${folder} no puede ser una carpeta: una parte de la ruta es un archivo.`

const BAD_FOLDER: Record<string, (folder: string) => string> = {
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: (folder) => `El disco de ${folder} es de solo lectura.`,
  ENOSPC: full,
  EDQUOT: full,
  ENOTDIR: file,
  EEXIST: file,
}

function folderText({ code = '', path }: ErrorDetails, { dataDir }: Config): string | undefined {
  if (path === undefined || !path.startsWith(dataDir.slice(0, path.length))) return undefined
  const text = BAD_FOLDER[code]?.(dataDir) ?? `No se puede usar ${dataDir} como carpeta (${code}).`
  return `${text} Elige otra con DATA_DIR.`
}

function listenText({ code = '', syscall, hostname }: ErrorDetails, { host, port }: Config): string | undefined {
  if (syscall !== 'listen' && hostname !== host) return undefined
  if (code === 'EADDRINUSE') return `El puerto ${port} ya está en uso. Elige otro con PORT=3001 npm start.`
  if (code === 'EACCES') return `No hay permiso para usar el puerto ${port}. Elige otro con PORT=3001 npm start.`
  return `No se puede escuchar en ${host} (${code}). Revisa HOST.`
}

const SILENT = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P03',
])

function databaseText({ code = '', message }: ErrorDetails, { databaseUrl }: Config): string | undefined {
  if (!databaseUrl) return undefined
  const { host, pathname } = new URL(databaseUrl)
  const where = `La base de datos de DATABASE_URL (${host})`
  if (SILENT.has(code) || /timeout expired|Connection terminated/i.test(message))
    return `${where} no responde. Revisa que esté en marcha y la dirección.`
  if (code.startsWith('28') || /SASL|SCRAM/.test(message))
    return `${where} no acepta ese usuario o esa contraseña. Revisa DATABASE_URL.`
  const texts: Record<string, string> = {
    '3D000': `${where} no tiene una base llamada ${pathname.slice(1) || '(sin nombre)'}. Créala o revisa DATABASE_URL.`,
    '42501': `${where} no deja a ese usuario crear tablas. Dale permisos o revisa DATABASE_URL.`,
    '25006': `${where} es de solo lectura. Revisa que DATABASE_URL lleve a la principal y no a una réplica.`,
    '53300': `${where} no admite más conexiones. Sube su límite o baja DATABASE_POOL y WORKERS.`,
  }
  return texts[code]
}

function reasonOf(details: ErrorDetails, config: Config): string | undefined {
  if (/No space left/i.test(details.message))
    return folderText({ ...details, code: 'ENOSPC', path: config.dataDir }, config)
  const text = folderText(details, config) ?? listenText(details, config) ?? databaseText(details, config)
  if (text) return text
  return details.message.includes('PostgreSQL') ? details.message : undefined
}

/** What the driver says of a database that cannot be used, in its own words, which hold no password. */
export function unusable(error: unknown, config: Config): unknown {
  const explained = explain(error, config)
  if (explained instanceof StartError || !config.databaseUrl || !(error instanceof Error)) return explained
  const [firstLine = ''] = error.message.split('\n')
  const { host } = new URL(config.databaseUrl)
  const text = `La base de datos de DATABASE_URL (${host}) no se puede usar: ${firstLine.replace(/\.$/, '')}. Revisa DATABASE_URL.`
  return new StartError(text, { cause: error })
}

/** A failed start as a StartError in words for the operator; what has none stays as it is. */
export function explain(error: unknown, config: Config): unknown {
  if (error instanceof StartError) return error
  if (error instanceof ContentError || error instanceof ConfigError || error instanceof OtherInstancesRunning)
    return new StartError(error.message, { cause: error })
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const text = reasonOf(cause, config)
    if (text) return new StartError(text, { cause: error })
  }
  return error
}
