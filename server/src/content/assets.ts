import { readFileSync, statSync } from 'node:fs'
import { extname, normalize } from 'node:path'
import { MAX_PHOTO_PIXELS } from '@campus/contract/rules'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { readPicture, storePicture } from '../kit/pictures/pictures.ts'
import type { Storage } from '../platform/files/storage.ts'
import type { Folder } from './folder.ts'

/** Storage key, detected media type and size in bytes. */
export type StoredFile = { ruta: string; formato: string; tamano: number }

/** Pictures and files referenced by an academy: collected while reading, stored while loading. */
export type Assets = {
  /** Returns why the picture cannot be used, or null. */
  picture: (file: string, ratio?: number) => Promise<string | null>
  /** `shown` files are displayed inside the lesson; `formato` is what the program found them to be. */
  file: (file: string, shown: boolean, formato?: string) => Promise<string | null>
  /** Paths that were requested. */
  named: ReadonlySet<string>
  store: (storage: Storage) => Promise<Addresses>
}

export type Addresses = { picture: (file: string | undefined) => string | null; file: (file: string) => StoredFile }

export const SHOWN = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'])
const MAX_FILE_BYTES = 50_000_000
/** Of bytes that say nothing of what they are. */
export const UNKNOWN = 'application/octet-stream'
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
  return { formato: isText(bytes) ? 'text/plain; charset=utf-8' : UNKNOWN, extension }
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

/** A picture of an export, which is cut already and has the name by which its storage knows it. */
const EXPORTED = /(?:^|\/)([0-9a-f]{64})\.webp$/

/** Its key; one that an export copied from this very storage stays what it is. */
async function keepPicture(storage: Storage, file: string, bytes: Buffer, ratio: number | undefined): Promise<string> {
  const name = EXPORTED.exec(file)?.[1]
  if (name === undefined) return storePicture(storage, bytes, { ratio, trusted: true })
  const key = `imagenes/${name}-1280.webp`
  const isHere = (await readPicture(storage, `/api/storage/${key}`))?.equals(bytes)
  return isHere ? key : storePicture(storage, bytes, { trusted: true })
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
  const files = new Map<string, string | undefined>()
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
    async file(file, shown, formato) {
      const reason = missing(file)
      if (reason) return reason
      const found = (await kindOf(file, readFileSync(folder.pathOf(file)))).formato
      if (formato !== undefined && formato !== found && formato !== UNKNOWN)
        return `«${file}» es ${found} y no ${formato}`
      if (shown && formato === undefined && !SHOWN.has(found))
        return `«${file}» no es un PDF ni una imagen; si es para descargar, usa tipo: Otro`
      files.set(file, formato)
      return null
    },
    async store(storage) {
      const addresses = new Map<string, string>()
      const stored = new Map<string, StoredFile>()
      await forEachConcurrently([...pictures], async ([file, ratio]) => {
        const key = await keepPicture(storage, file, readFileSync(folder.pathOf(file)), ratio)
        addresses.set(file, `/api/storage/${key}`)
      })
      await forEachConcurrently([...files], async ([file, formato]) => {
        const bytes = readFileSync(folder.pathOf(file))
        const found = await kindOf(file, bytes)
        const ruta = await storage.put('materiales', bytes, found.extension)
        stored.set(file, { ruta, formato: formato ?? found.formato, tamano: bytes.length })
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
