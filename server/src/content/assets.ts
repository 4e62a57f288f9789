import { readFileSync, statSync } from 'node:fs'
import { extname, normalize } from 'node:path'
import { MAX_PHOTO_PIXELS } from '@campus/contract/rules'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { storePicture } from '../features/pictures/pictures.ts'
import type { Storage } from '../platform/files/storage.ts'
import type { Folder } from './folder.ts'

/** Storage key, detected media type and size in bytes. */
export type StoredFile = { ruta: string; formato: string; tamano: number }

/** Pictures and files referenced by an academy: collected while reading, stored while loading. */
export type Assets = {
  /** Returns why the picture cannot be used, or null. */
  picture: (file: string, ratio?: number) => Promise<string | null>
  /** `shown` files are displayed inside the lesson. */
  file: (file: string, shown: boolean) => Promise<string | null>
  /** Paths that were asked for. */
  named: ReadonlySet<string>
  store: (storage: Storage) => Promise<Addresses>
}

export type Addresses = { picture: (file: string | undefined) => string | null; file: (file: string) => StoredFile }

const SHOWN = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'])
const MAX_FILE_BYTES = 50_000_000
/** Encoding is CPU bound. */
const CONCURRENCY = 2

function isText(bytes: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

async function kindOf(file: string, bytes: Buffer): Promise<{ formato: string; extension: string }> {
  const found = await fileTypeFromBuffer(bytes)
  const named = extname(file).slice(1).toLowerCase()
  const extension = /^[a-z0-9]{2,5}$/.test(named) ? named : 'bin'
  if (found) return { formato: found.mime, extension }
  return { formato: isText(bytes) ? 'text/plain; charset=utf-8' : 'application/octet-stream', extension }
}

async function decodes(bytes: Buffer): Promise<boolean> {
  const small = sharp(bytes, { limitInputPixels: MAX_PHOTO_PIXELS, failOn: 'error' }).resize(16, 16)
  return small
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    )
}

async function forEachConcurrently<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}

export function createAssets(folder: Folder): Assets {
  const pictures = new Map<string, number | undefined>()
  const files = new Set<string>()
  const named = new Set<string>()

  function nearTo(file: string): string | null {
    const slashed = file.replaceAll('\\', '/')
    if (folder.has(slashed)) return `«${slashed}»: las carpetas se separan con /`
    const alike = folder.alike(file)
    return alike && `«${alike}»: las mayúsculas cuentan`
  }

  function missing(file: string): string | null {
    named.add(normalize(file))
    if (normalize(file).startsWith('..')) return `«${file}» está fuera de la carpeta de la academia`
    const near = folder.has(file) ? null : nearTo(file)
    if (near) return `no existe el archivo «${file}»; hay ${near}`
    const found = statSync(folder.pathOf(file), { throwIfNoEntry: false })
    if (!found?.isFile()) return `no existe el archivo «${file}»`
    return found.size > MAX_FILE_BYTES ? `«${file}» pasa de 50 MB` : null
  }

  return {
    named,
    async picture(file, ratio) {
      const reason = missing(file)
      if (reason) return reason
      if (!pictures.has(file) && !(await decodes(readFileSync(folder.pathOf(file)))))
        return `«${file}» no es una imagen`
      pictures.set(file, ratio)
      return null
    },
    async file(file, shown) {
      const reason = missing(file)
      if (reason) return reason
      const { formato } = await kindOf(file, readFileSync(folder.pathOf(file)))
      if (shown && !SHOWN.has(formato))
        return `«${file}» no es un PDF ni una imagen; si es para descargar, usa tipo: Otro`
      files.add(file)
      return null
    },
    async store(storage) {
      const addresses = new Map<string, string>()
      const stored = new Map<string, StoredFile>()
      await forEachConcurrently([...pictures], async ([file, ratio]) => {
        const key = await storePicture(storage, readFileSync(folder.pathOf(file)), { ratio, trusted: true })
        addresses.set(file, `/api/storage/${key}`)
      })
      await forEachConcurrently([...files], async (file) => {
        const bytes = readFileSync(folder.pathOf(file))
        const { formato, extension } = await kindOf(file, bytes)
        stored.set(file, { ruta: await storage.put('materiales', bytes, extension), formato, tamano: bytes.length })
      })
      return {
        picture: (file) => (file === undefined ? null : (addresses.get(file) ?? null)),
        file(file) {
          const found = stored.get(file)
          if (!found) throw new Error(`${file} was not stored`)
          return found
        },
      }
    },
  }
}
