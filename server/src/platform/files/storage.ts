import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, opendir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from '../failures.ts'
import { withTemporary } from './temporary.ts'

/** `size` is the whole file's, also of a range. */
export type Stored = { stream: Readable; size: number }

/** Both included. */
export type Range = { start: number; end: number }

/** A folder or a bucket; {@link storageOn} has checked the keys. */
export type Driver = {
  /** In bytes; null for a missing file. */
  size: (key: string) => Promise<number | null>
  open: (key: string, range?: Range) => Promise<Stored | null>
  /** Atomic: a reader never sees half a file. @throws SIN_ESPACIO */
  write: (key: string, content: Buffer | ReadStream) => Promise<void>
  remove: (key: string) => Promise<void>
  list: () => AsyncIterable<string>
  /** Reserves the disk's last gigabyte for the database. @throws SIN_ESPACIO */
  checkRoom: () => Promise<void>
}

/** Files never change; keys never contain a client's file name. With a bucket every call may throw NO_DISPONIBLE. */
export type Storage = Driver & {
  put: (area: string, bytes: Buffer, extension: string) => Promise<string>
  has: (key: string) => Promise<boolean>
}

const RESERVED_BYTES = 1e9

const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const isKey = (text: string) => /^[a-z]+\/[0-9a-f]{64}(-[0-9]{2,4})?\.[a-z0-9]{2,5}$/.test(text)

/** By content, so that identical files are stored once. */
export const nameOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Random, for a person's file, which must be deletable by itself. */
export const drawnName = (): string => randomBytes(32).toString('hex')

export const variantKey = (area: string, name: string, file: { suffix: string; extension: string }): string =>
  `${area}/${name}-${file.suffix}.${file.extension}`

export function storageOn(driver: Driver): Storage {
  const size = async (key: string) => (isKey(key) ? driver.size(key) : null)
  async function write(key: string, content: Buffer | ReadStream): Promise<void> {
    if (!isKey(key)) throw new Error(`not a key: ${key}`)
    await driver.write(key, content)
  }
  return {
    size,
    write,
    has: async (key) => (await size(key)) !== null,
    async put(area, bytes, extension) {
      const key = `${area}/${nameOf(bytes)}.${extension}`
      if ((await size(key)) !== bytes.length) await write(key, bytes)
      return key
    },
    open: async (key, range) => (isKey(key) ? driver.open(key, range) : null),
    async remove(key) {
      if (isKey(key)) await driver.remove(key)
    },
    async *list() {
      for await (const key of driver.list()) if (isKey(key)) yield key
    },
    checkRoom: driver.checkRoom,
  }
}

async function* filesUnder(folder: string): AsyncIterable<string> {
  const found = await stat(folder).catch(() => null)
  if (!found) return
  for (const area of await readdir(folder, { withFileTypes: true }))
    if (area.isDirectory() && !area.name.startsWith('.'))
      for await (const { name } of await opendir(join(folder, area.name))) yield `${area.name}/${name}`
}

export function localStorage(folder: string): Storage {
  async function find(key: string) {
    const found = await stat(join(folder, key)).catch(() => null)
    return found?.isFile() ? found : null
  }
  return storageOn({
    size: async (key) => (await find(key))?.size ?? null,
    async open(key, range) {
      const found = await find(key)
      return found && { stream: createReadStream(join(folder, key), range), size: found.size }
    },
    async write(key, content) {
      const file = join(folder, key)
      await mkdir(dirname(file), { recursive: true })
      const written = withTemporary(folder, async (own) => {
        const draft = join(own, 'archivo')
        await writeFile(draft, content)
        await rename(draft, file)
      })
      await written.catch((error) => {
        throw isFull(error) ? fail('SIN_ESPACIO') : error
      })
    },
    remove: (key) => rm(join(folder, key), { force: true }),
    list: () => filesUnder(folder),
    async checkRoom() {
      await mkdir(folder, { recursive: true }).catch((error) => {
        throw isFull(error) ? fail('SIN_ESPACIO') : error
      })
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < RESERVED_BYTES) throw fail('SIN_ESPACIO')
    },
  })
}
