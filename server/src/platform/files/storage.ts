import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fail } from '../http/failures.ts'

/** A stored file opened for reading. */
export type Stored = { stream: ReadStream; size: number }

/** One rendering of a file: `<name>-<suffix>.<extension>`. */
export type Variant = { suffix: string; extension: string; bytes: Buffer }

/**
 * Files by opaque key, `area/<64 hex digits>`: made from the bytes ({@link nameOf}), so that the same file is stored once, or,
 * of what is one person's and must be able to go, drawn ({@link drawnName}). Either way an address never changes its content,
 * and no name of a client ever reaches the disk.
 */
export type Storage = {
  /** Renderings of one file under its name; answers the last one's key. */
  putVariants: (area: string, name: string, variants: Variant[]) => Promise<string>
  /** Whether a key is there. */
  has: (key: string) => Promise<boolean>
  /** A file's size in bytes, or null when it is not there. */
  size: (key: string) => Promise<number | null>
  put: (area: string, bytes: Buffer, extension: string) => Promise<string>
  open: (key: string, range?: { start: number; end: number }) => Promise<Stored | null>
  remove: (key: string) => Promise<void>
  /** Refuses what people send while the last gigabyte of the disk is begun: it is the database's. @throws SIN_ESPACIO */
  checkRoom: () => Promise<void>
}

/** What is left for the database when files must stop (safety.md section 3). */
const RESERVED_BYTES = 1e9

const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const KEY = /^[a-z]+\/[0-9a-f]{64}(-[0-9]{2,4})?\.[a-z0-9]{2,5}$/

/** The name of a file whose every copy is one: its content's SHA-256. */
export const nameOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A name that nobody can guess and no other file has, whatever its content. */
export const drawnName = (): string => randomBytes(32).toString('hex')

/** The key of one rendering of a file. */
export const variantKey = (area: string, name: string, { suffix, extension }: Omit<Variant, 'bytes'>): string =>
  `${area}/${name}-${suffix}.${extension}`

/** Storage in a local folder; an object store can take its place behind the same three calls. */
export function localStorage(folder: string): Storage {
  async function write(key: string, bytes: Buffer): Promise<string> {
    const file = join(folder, key)
    const found = await stat(file).catch(() => null)
    if (found?.size === bytes.length) return key
    await mkdir(dirname(file), { recursive: true })
    // Written aside and renamed: a reader sees the whole file or none.
    const draft = `${file}.${randomUUID()}.tmp`
    try {
      await writeFile(draft, bytes)
      await rename(draft, file)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined)
      throw isFull(error) ? fail('SIN_ESPACIO') : error
    }
    return key
  }
  return {
    put: (area, bytes, extension) => write(`${area}/${nameOf(bytes)}.${extension}`, bytes),
    async putVariants(area, name, variants) {
      let key = ''
      for (const variant of variants) key = await write(variantKey(area, name, variant), variant.bytes)
      return key
    },
    has: async (key) => KEY.test(key) && (await stat(join(folder, key)).catch(() => null)) !== null,
    async size(key) {
      const found = KEY.test(key) ? await stat(join(folder, key)).catch(() => null) : null
      return found?.isFile() ? found.size : null
    },
    async open(key, range) {
      if (!KEY.test(key)) return null
      const file = join(folder, key)
      const found = await stat(file).catch(() => null)
      if (!found?.isFile()) return null
      return { stream: createReadStream(file, range), size: found.size }
    },
    async checkRoom() {
      await mkdir(folder, { recursive: true }).catch((error) => {
        throw isFull(error) ? fail('SIN_ESPACIO') : error
      })
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < RESERVED_BYTES) throw fail('SIN_ESPACIO')
    },
    async remove(key) {
      if (KEY.test(key)) await rm(join(folder, key), { force: true })
    },
  }
}
