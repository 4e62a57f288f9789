import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, type Pack, pack } from 'tar-stream'

export type Part = { nombre: string; bytes: number; sha256: string }

/** The message is shown to the operator. */
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

/** Opened in turn; null when the file was deleted meanwhile. */
export type Entry = { nombre: string; open: () => Promise<{ stream: Readable; size: number } | null> }

async function addFile(tar: Pack, { nombre, open }: Entry): Promise<Part | null> {
  const file = await open()
  // The file was replaced meanwhile, and the snapshot names the new one too.
  if (!file) return null
  const hash = createHash('sha256')
  await pipeline(file.stream, hashing(hash), tar.entry({ name: nombre, size: file.size, mode: 0o600 }))
  return { nombre, bytes: file.size, sha256: hash.digest('hex') }
}

/** Writes a tar of `entries`, with the manifest of `describe` last, and syncs it to disk. */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<Entry>,
  describe: (parts: Part[]) => object,
): Promise<void> {
  const tar = pack()
  const written = pipeline(tar, createWriteStream(file, { mode: 0o600 }))
  // A waiting entry receives the error of a full disk; this handler only prevents an unhandled rejection.
  written.catch((error) => tar.destroy(error))
  const parts: Part[] = []
  for await (const entry of entries) {
    const part = await addFile(tar, entry)
    if (part) parts.push(part)
  }
  tar.entry({ name: MANIFEST, mode: 0o600 }, JSON.stringify(describe(parts), null, 1))
  tar.finalize()
  await written
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

function safePath(folder: string, name: string): string {
  const path = normalize(name)
  if (path.startsWith('..') || path.startsWith(sep))
    throw new BackupError(`El respaldo nombra un lugar ajeno: ${name}.`)
  return join(folder, path)
}

async function unpack(file: string, folder: string): Promise<Map<string, Part>> {
  const tar = extract()
  const found = new Map<string, Part>()
  const reading = pipeline(createReadStream(file), tar)
  // An entry whose archive ended before it was opened would be waited for without end.
  const broken = new AbortController()
  reading.catch((error) => broken.abort(error))
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      const place = safePath(folder, name)
      await mkdir(dirname(place), { recursive: true })
      const hash = createHash('sha256')
      await pipeline(entry, hashing(hash), createWriteStream(place, { mode: 0o600 }), { signal: broken.signal })
      found.set(name, { nombre: name, bytes: size, sha256: hash.digest('hex') })
    }
  } catch (error) {
    throw error instanceof Error && error.name === 'AbortError' ? broken.signal.reason : error
  }
  await reading
  return found
}

/** Unpacks and verifies an archive without validating its manifest. @throws BackupError */
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
