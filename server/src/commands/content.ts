import { existsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect, parseArgs } from 'node:util'
import { type Academy, readAcademy } from '../content/academy.ts'
import { todayInLima } from '../content/dates.ts'
import type { Existing } from '../content/existing.ts'
import { exportFolder } from '../content/export-folder.ts'
import { loadAcademy } from '../content/load.ts'
import { NewError, newAcademy } from '../content/new.ts'
import { ContentError } from '../content/reader.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { createConnections } from '../platform/connections/connections.ts'
import { openDatabase } from '../platform/db/database.ts'
import { OtherInstancesRunning } from '../platform/db/exclusive.ts'
import { migrateDatabase } from '../platform/db/migrate.ts'
import { Failure } from '../platform/failures.ts'
import { openStorage } from '../platform/files/open-storage.ts'
import { makeDataDir } from '../start/errors.ts'
import { openServer, StartError } from '../start/start.ts'
import { operatorName } from './operator.ts'

const USAGE = `
  npm run content -- new <carpeta>     escribe una academia pequeña y completa, para empezar
                                       --nombre "Taller Sol", --correo el de quien la administra
  npm run content -- check <carpeta>   revisa los archivos de una academia y no escribe nada
  npm run content -- load <carpeta>    los revisa y los carga; el formato está en docs/content-format.md
                                       agrega lo que no existe; lo que ya está se cambia en /gestion
  npm run content -- export <marca> <carpeta>  escribe en una carpeta vacía lo publicado de una marca
`

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

const counted = (marcas: number, cursos: number) =>
  `${count(marcas, 'marca', 'marcas')}, ${count(cursos, 'curso', 'cursos')}`

function requireFolder(folder: string): void {
  if (!existsSync(folder)) throw new NewError(`No existe la carpeta ${folder}.`)
  if (!statSync(folder).isDirectory()) throw new NewError(`${folder} no es una carpeta.`)
}

function write(folder: string): string {
  const { nombre, correo } = values
  const made = newAcademy(folder, { ...(nombre && { nombre }), ...(correo && { correo }) })
  const whose = correo ? '' : `\n  Cambia ${made.correo} por tu correo en personas.yaml: con él vas a entrar.`
  return `Listo: ${made.folder}${whose}
  Ábrela, cambia lo que quieras, y luego:
    npm run content -- check ${folder}
    npm run content -- load ${folder}`
}

const MAX_NAMED = 20

/** One line for each thing that was there before, by kind. */
function existingText({ marcas, cursos, personas }: Existing): string {
  const groups: [string[], one: string, many: string][] = [
    [
      marcas,
      'marca, con su portada, páginas, premios, prompts y foros',
      'marcas, con su portada, páginas, premios, prompts y foros',
    ],
    [cursos, 'curso, entero', 'cursos, enteros'],
    [personas, 'persona', 'personas'],
  ]
  const texts = groups.flatMap(([names, one, many]) => {
    const more = names.length > MAX_NAMED ? [`y ${names.length - MAX_NAMED} más`] : []
    const lines = [...names.slice(0, MAX_NAMED), ...more].map((name) => `\n  - ${name}`)
    return names.length === 0 ? [] : [`\n${count(names.length, one, many)}:${lines.join('')}`]
  })
  return texts.length === 0 ? '' : `\nYa existía y se queda como está; se cambia en el programa:${texts.join('')}`
}

function readFolder(folder: string): Promise<Academy> {
  requireFolder(folder)
  return readAcademy(folder, { today: todayInLima() })
}

async function check(folder: string): Promise<string> {
  const { brands } = await readFolder(folder)
  const courses = brands.reduce((sum, { cursos }) => sum + cursos.length, 0)
  return `Sin errores: ${counted(brands.length, courses)}.`
}

/** Uses the configured database, whether the app runs or not. */
async function load(folder: string): Promise<string> {
  const config = readConfig(process.env)
  // Report mistakes before starting anything.
  await readFolder(folder)
  const { url, embedded } = await openServer(config)
  try {
    await migrateDatabase(url)
    const storage = await openStorage(config)
    const database = openDatabase(url, { pool: 2, name: 'campus-content', limits: { query: 0 } })
    const connections = createConnections(config, database.db)
    const loading = async () => ({
      ...(await loadAcademy({ db: database.db, storage }, folder, { operator: operatorName() })),
      mailed: (await connections.mail()).account !== null,
    })
    const { marcas, cursos, personas, existentes, mailed } = await loading().finally(() => database.close())
    const mails = mailed
      ? ''
      : ` Todavía no salen correos: cada uno es un archivo en ${join(config.dataDir, 'correo')}.`
    return `Cargado: ${counted(marcas, cursos)}, ${count(personas, 'persona', 'personas')}.${existingText(existentes)}
Quien todavía no tiene contraseña la crea en ${config.publicUrl}/login?vista=recuperar.${mails}`
  } finally {
    await embedded?.stop()
  }
}

/** Writes a brand into a new folder, and checks that it could be loaded. */
async function exported(slug: string, folder: string): Promise<string> {
  const config = readConfig(process.env)
  const { url, embedded } = await openServer(config)
  try {
    await migrateDatabase(url)
    const storage = await openStorage(config)
    const database = openDatabase(url, { pool: 2, name: 'campus-content', limits: { query: 0 } })
    const { cursos, textos, archivos, fuera } = await exportFolder({ db: database.db, storage }, slug, folder).finally(
      () => database.close(),
    )
    const left = fuera.map((line) => `\n- ${line}`).join('')
    return `Exportado: ${count(cursos, 'curso', 'cursos')}, ${count(textos, 'texto', 'textos')}, ${count(archivos, 'archivo', 'archivos')}.${
      left && `\nQuedó fuera:${left}`
    }
Para cargarla en otra instalación: npm run content -- load ${folder}`
  } finally {
    await embedded?.stop()
  }
}

/** Beside the data, or where those cannot be written. */
function keepDetails(error: unknown): string {
  const write = (folder: string) => {
    const file = join(folder, 'error-de-carga.txt')
    writeFileSync(file, inspect(error), { mode: 0o600 })
    return file
  }
  try {
    const config = readConfig(process.env)
    makeDataDir(config)
    return write(config.dataDir)
  } catch {
    return write(tmpdir())
  }
}

/** The sentence for the operator; the details of what was not foreseen go to a file. */
function reasonOf(error: unknown): string {
  if (error instanceof ContentError)
    return `${error.message}\n\n${count(error.mistakes.length, 'error', 'errores')}; no se cargó nada.`
  if ([NewError, StartError, ConfigError, OtherInstancesRunning, Failure].some((kind) => error instanceof kind))
    return (error as Error).message
  return `No se cargó nada: pasó algo que el programa no esperaba. Los detalles están en ${keepDetails(error)}.`
}

const options = {
  nombre: { type: 'string' },
  correo: { type: 'string' },
} as const

function readWords() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch {
    return { values: { nombre: undefined, correo: undefined }, positionals: [] }
  }
}

const { values, positionals } = readWords()
const [command, ...words] = positionals
const [place, folder] = command === 'export' ? words : ['', ...words]
const run = { new: write, check, load, export: (to: string) => exported(place ?? '', to) }[command ?? '']
if (!run || !folder) {
  console.error(USAGE)
  process.exit(2)
}
try {
  console.log(await run(folder))
} catch (error) {
  console.error(reasonOf(error))
  process.exit(1)
}
