import { createWriteStream, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { clientes } from '../features/brands/brands.tables.ts'
import type { Db } from '../platform/db/database.ts'
import type { Storage } from '../platform/files/storage.ts'
import { readAcademy } from './academy.ts'
import { todayInLima } from './dates.ts'
import { type Export, openExport } from './export.ts'
import type { ExportedFile } from './export-placed.ts'
import { NewError } from './new.ts'
import { ContentError } from './reader.ts'

async function brandOf(db: Db, slug: string): Promise<number> {
  const brands = await db.select({ id: clientes.id, slug: clientes.slug }).from(clientes).orderBy(clientes.id)
  const found = brands.find((brand) => brand.slug === slug)
  if (found) return found.id
  throw new NewError(`No existe la marca «${slug}». Hay: ${brands.map((brand) => brand.slug).join(', ') || 'ninguna'}.`)
}

function requireEmpty(folder: string): void {
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0))
    throw new NewError(`${folder} ya tiene algo adentro: elige otra carpeta, nada se escribió.`)
}

async function put(storage: Storage, root: string, file: ExportedFile): Promise<void> {
  const path = resolve(root, file.path)
  if (!path.startsWith(root + sep)) throw new Error(`outside of the folder: ${file.path}`)
  mkdirSync(dirname(path), { recursive: true })
  if ('text' in file) return writeFileSync(path, file.text)
  const stored = await storage.open(file.key)
  if (stored) await pipeline(stored.stream, createWriteStream(path))
}

const counted = (number: number, one: string, many: string): string[] =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : many}`]

/** What an export left out, in words. */
export const leftOut = ({ fuera }: Pick<Export, 'fuera'>): string[] => [
  ...counted(fuera.archivado, 'curso archivado', 'cursos archivados'),
  ...counted(fuera.sin_publicar, 'curso sin publicar', 'cursos sin publicar'),
  ...counted(fuera.sin_docente, 'curso sin docente', 'cursos sin docente'),
  ...counted(fuera.archivos, 'archivo que ya no está', 'archivos que ya no están'),
]

/** What the loader would say of the folder. */
async function mistakesOf(folder: string): Promise<string[]> {
  try {
    await readAcademy(folder, { today: todayInLima() })
    return []
  } catch (error) {
    if (error instanceof ContentError) return error.message.split('\n')
    throw error
  }
}

/** Writes a brand as a content folder. @throws NewError for an unknown brand or a folder with something in it */
export async function exportFolder(deps: { db: Db; storage: Storage }, slug: string, target: string) {
  const folder = resolve(target)
  const id = await brandOf(deps.db, slug)
  requireEmpty(folder)
  const made = await openExport(deps, id)
  const written = { textos: 0, archivos: 0 }
  for await (const file of made.files) {
    await put(deps.storage, folder, file)
    written['text' in file ? 'textos' : 'archivos']++
  }
  return { ...written, cursos: made.cursos, fuera: [...leftOut(made), ...(await mistakesOf(folder))] }
}
