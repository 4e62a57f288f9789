import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, type Pack, pack } from 'tar-stream'

/** A file of an archive and what it must still be when it is read. */
export type Part = { nombre: string; bytes: number; sha256: string }

/** An archive that cannot be used; the message says why, for the operator. */
export class BackupError extends Error {}

const MANIFEST = 'manifiesto.json'

function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}

/** Every file under a folder, as paths relative to it; drafts of files being written are none. */
export async function filesUnder(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

async function addFile(tar: Pack, from: string, nombre: string): Promise<Part | null> {
  const file = await open(from).catch(() => null)
  // A picture replaced this very moment: what the snapshot names is there, or was replaced in it too.
  if (!file) return null
  const { size: bytes } = await file.stat()
  const hash = createHash('sha256')
  await pipeline(file.createReadStream(), hashing(hash), tar.entry({ name: nombre, size: bytes, mode: 0o600 }))
  return { nombre, bytes, sha256: hash.digest('hex') }
}

/**
 * Writes one tar of `folders` (name in the archive -> folder on disk) and, last, the manifest that `describe` makes of
 * what is in it. The file is on the disk when this returns.
 */
export async function writeArchive(
  file: string,
  folders: Record<string, string>,
  describe: (parts: Part[]) => object,
): Promise<void> {
  const tar = pack()
  const written = pipeline(tar, createWriteStream(file, { mode: 0o600 }))
  // Whoever waits for an entry hears of a full disk; here it must only not be unheard.
  written.catch((error) => tar.destroy(error))
  const parts: Part[] = []
  for (const [name, folder] of Object.entries(folders))
    for (const path of await filesUnder(folder)) {
      const part = await addFile(tar, join(folder, path), `${name}/${path.split(sep).join('/')}`)
      if (part) parts.push(part)
    }
  tar.entry({ name: MANIFEST, mode: 0o600 }, JSON.stringify(describe(parts), null, 1))
  tar.finalize()
  await written
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

function placeOf(folder: string, name: string): string {
  const path = normalize(name)
  if (path.startsWith('..') || path.startsWith(sep))
    throw new BackupError(`El respaldo nombra un lugar ajeno: ${name}.`)
  return join(folder, path)
}

async function unpack(file: string, folder: string): Promise<Map<string, Part>> {
  const tar = extract()
  const found = new Map<string, Part>()
  const reading = pipeline(createReadStream(file), tar)
  reading.catch(() => undefined)
  for await (const entry of tar) {
    const { name, size = 0 } = entry.header
    const place = placeOf(folder, name)
    await mkdir(dirname(place), { recursive: true })
    const hash = createHash('sha256')
    await pipeline(entry, hashing(hash), createWriteStream(place, { mode: 0o600 }))
    found.set(name, { nombre: name, bytes: size, sha256: hash.digest('hex') })
  }
  await reading
  return found
}

/**
 * Unpacks an archive into a folder and compares every file with the manifest, which it answers unchecked.
 * @throws BackupError when the file is none of ours, is cut or was changed
 */
export async function readArchive(file: string, folder: string): Promise<unknown> {
  await stat(file).catch(() => {
    throw new BackupError(`No hay un archivo ${file}.`)
  })
  const found = await unpack(file, folder).catch((error: unknown) => {
    if (error instanceof BackupError) throw error
    throw new BackupError(`${file} no es un respaldo entero: ${error instanceof Error ? error.message : error}.`)
  })
  if (!found.delete(MANIFEST)) throw new BackupError(`${file} no es un respaldo entero: no tiene ${MANIFEST}.`)
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as { partes?: Part[] }
  for (const part of manifest.partes ?? []) {
    const there = found.get(part.nombre)
    if (there?.sha256 !== part.sha256) throw new BackupError(`El respaldo está dañado en ${part.nombre}.`)
    found.delete(part.nombre)
  }
  const [extra] = found.keys()
  if (extra !== undefined) throw new BackupError(`El respaldo tiene un archivo que no anuncia: ${extra}.`)
  return manifest
}
