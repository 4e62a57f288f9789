import { MAX_PHOTO_PIXELS } from '@campus/contract/rules'
import sharp, { type OutputInfo } from 'sharp'
import { Failure, fail } from '../http/failures.ts'
import { drawnName, nameOf, type Storage, variantKey } from './storage.ts'

/** Widths that pictures are kept in, in pixels; the browser picks one. */
export const PICTURE_WIDTHS = [320, 640, 1280] as const
const WIDEST = 1280
const SMALLEST_DRAWING = 640

const TOO_MANY_PIXELS = `La imagen puede tener hasta ${MAX_PHOTO_PIXELS / 1_000_000} megapíxeles.`

const RASTER = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'])

type Options = {
  /** Cuts to this width / height; without it the picture keeps its own. */
  ratio?: number
  /** Vector drawings are only taken from an academy's own files, never from an upload. */
  trusted?: boolean
}

type Pixels = { data: Buffer; info: OutputInfo }

/** Reads a picture once, upright and cut, at the widest that it is kept in; small ones are not blown up. */
async function decode(bytes: Buffer, options: Options): Promise<Pixels | null> {
  const input = { limitInputPixels: MAX_PHOTO_PIXELS, failOn: 'error' as const }
  // Reads the header alone, so that a bomb is told from what is no picture without being decoded.
  const format = await sharp(bytes, { ...input, limitInputPixels: false }).metadata()
  const drawing = format.format === 'svg'
  if (drawing ? !options.trusted : !RASTER.has(format.format)) return null
  if (format.width * format.height > MAX_PHOTO_PIXELS) throw fail('IMAGEN_INVALIDA', { message: TOO_MANY_PIXELS })
  // A drawing has no size of its own: small ones are drawn larger.
  const scale = drawing ? Math.max(2, SMALLEST_DRAWING / format.width) : 1
  const { width, height } = format.autoOrient
  const ratio = options.ratio ?? width / height
  const widest = Math.round(Math.min(WIDEST, scale * Math.min(width, height * ratio)))
  return sharp(bytes, { ...input, ...(drawing && { density: 72 * scale }) })
    .rotate()
    .resize(widest, Math.max(1, Math.round(widest / ratio)), { fit: 'cover' })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

async function encode({ data, info }: Pixels, width: number): Promise<{ avif: Buffer; webp: Buffer }> {
  const sized = sharp(data, { raw: info }).resize(width)
  // Effort 2 gives the bytes of 3 in half its time.
  const both = [sized.clone().avif({ quality: 55, effort: 2 }), sized.clone().webp({ quality: 78 })] as const
  const [avif, webp] = await Promise.all([both[0].toBuffer(), both[1].toBuffer()])
  return { avif, webp }
}

/** Reads what was sent. @throws IMAGEN_INVALIDA */
async function read(bytes: Buffer, options: Options): Promise<Pixels> {
  const pixels = await decode(bytes, options).catch((error) => {
    if (error instanceof Failure) throw error
    return null
  })
  if (!pixels) throw fail('IMAGEN_INVALIDA')
  return pixels
}

/** The files that a picture is kept in, narrowest first; the last is the one whose address goes out. */
const FILES = PICTURE_WIDTHS.flatMap((width) =>
  (['avif', 'webp'] as const).map((extension) => ({ width, suffix: String(width), extension })),
)

const addressed = { suffix: String(WIDEST), extension: 'webp' }

async function write(storage: Storage, area: string, name: string, pixels: Pixels): Promise<void> {
  let made: { shown: number; files: { avif: Buffer; webp: Buffer } } | undefined
  for (const { width, ...file } of FILES) {
    // A picture narrower than this width is the same in it as in the one before.
    const shown = Math.min(width, pixels.info.width)
    if (made?.shown !== shown) made = { shown, files: await encode(pixels, shown) }
    await storage.putVariants(area, name, [{ ...file, bytes: made.files[file.extension] }])
  }
}

/**
 * Re-encodes a picture once, without its metadata, as AVIF and WebP in every width, under
 * `imagenes/<sha256 of the original>-<width>.<format>`; the address that goes out is the widest WebP's.
 * @throws IMAGEN_INVALIDA for what is not a picture or has more than 24 megapixels; SIN_ESPACIO
 */
export async function storePicture(storage: Storage, bytes: Buffer, options: Options = {}): Promise<string> {
  const name = nameOf(bytes)
  const key = variantKey('imagenes', name, addressed)
  // Written last: where it is, the others are.
  if (await storage.has(key)) return key
  // An academy's own pictures are loaded by who sees the disk.
  if (!options.trusted) await storage.checkRoom()
  await write(storage, 'imagenes', name, await read(bytes, options))
  return key
}

/** What the addresses of photos that people put in begin with. */
export const OWN_PHOTOS = '/api/storage/fotos/'

/** A person's photo (`fotos`) or any other picture (`imagenes`), by its address or key. */
const STORED = /^(?:\/api\/storage\/)?(fotos|imagenes)\/([0-9a-f]{64})-\d{2,4}\.webp$/

/** An address for a photo, its person's alone: drawn, so that it can go without taking another's away (Ley 29733). */
export const newPhotoAddress = (): string => `/api/storage/${variantKey('fotos', drawnName(), addressed)}`

/** True of an address by {@link newPhotoAddress}; photos of before share theirs with whoever has the same picture. */
export const isOwnPhoto = (address: string): boolean => STORED.exec(address)?.[1] === 'fotos'

/**
 * Keeps a photo, cut square, under an address by {@link newPhotoAddress}, in the sizes of {@link storePicture}.
 * @throws IMAGEN_INVALIDA, SIN_ESPACIO
 */
export async function storePhoto(storage: Storage, bytes: Buffer, address: string): Promise<void> {
  const name = STORED.exec(address)?.[2]
  if (!name || !isOwnPhoto(address)) throw new Error(`not the address of a photo: ${address}`)
  await storage.checkRoom()
  await write(storage, 'fotos', name, await read(bytes, { ratio: 1 }))
}

/** Removes a picture in all its sizes; none is an error, so that it can be repeated. */
export async function removePicture(storage: Storage, address: string): Promise<void> {
  const [, area, name] = STORED.exec(address) ?? []
  if (!area || !name) return
  // The last one that was written first: where it is, the others must be.
  for (const file of FILES.toReversed()) await storage.remove(variantKey(area, name, file))
}
