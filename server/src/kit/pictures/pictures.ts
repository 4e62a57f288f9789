import { buffer } from 'node:stream/consumers'
import { MAX_HEAVY_PHOTO_PIXELS, MAX_PHOTO_PIXELS, MAX_PHOTO_SIDE, PHOTO_TYPES_TEXT } from '@campus/contract/rules'
import sharp, { type Metadata, type OutputInfo } from 'sharp'
import { Failure, fail } from '../../platform/failures.ts'
import { drawnName, nameOf, type Storage, variantKey } from '../../platform/files/storage.ts'
import { createFairQueue } from '../../platform/http/fair-queue.ts'

/** Widths that pictures are stored in, in pixels; the browser picks one. */
export const PICTURE_WIDTHS = [320, 640, 1280] as const
const WIDEST = 1280
const SMALLEST_DRAWING = 640
/** Neither AVIF nor WebP goes much further, and no screen is so tall. */
const TALLEST = 4096

const megapixels = (pixels: number) => `${pixels / 1_000_000} megapíxeles`
const TOO_MANY_PIXELS = `La imagen puede tener hasta ${megapixels(MAX_PHOTO_PIXELS)}.`
const TOO_HEAVY = `Una imagen de este tipo puede tener hasta ${megapixels(MAX_HEAVY_PHOTO_PIXELS)}.`
const TOO_LONG = `La imagen puede medir hasta ${MAX_PHOTO_SIDE} píxeles por lado.`
const BUSY = 'Se están procesando muchas imágenes a la vez. Inténtalo en unos segundos.'
const NOT_TAKEN = `La imagen debe ser ${PHOTO_TYPES_TEXT}.`

const TAKEN = new Set(['jpeg', 'png', 'webp', 'gif'])

// Its cache and its threads multiply the memory of one picture.
sharp.cache(false)
sharp.concurrency(1)

/** One picture at a time: the memory of decoding is the process's largest, and the other core answers requests. */
const inTurn = createFairQueue({ concurrency: 1, maxWaiting: 20, busy: BUSY })

/** For a picture that the server draws itself, in turn with uploads. @throws NO_DISPONIBLE when too many wait */
export const drawPicture = <T>(draw: () => Promise<T>): Promise<T> => inTurn.run(draw)

type Options = {
  /** Cuts to this width / height; without it the picture keeps its own. */
  ratio?: number
  /** An academy's own files: also drawings and formats whose decoder takes more memory than an upload may. */
  trusted?: boolean
}

type Pixels = { data: Buffer; info: OutputInfo }

/** Decoders hold these whole in memory, at up to 10 bytes per pixel; JPEG and 8-bit PNG are read line by line. */
const isHeavy = ({ format, isProgressive, depth }: Metadata): boolean =>
  isProgressive || depth !== 'uchar' || (format !== 'jpeg' && format !== 'png')

/** Refuses, by its header alone, a picture that would take too much memory. @throws IMAGEN_INVALIDA */
function checkUpload(header: Metadata): void {
  const { format, width, height } = header
  if (format === 'heif') throw fail('IMAGEN_INVALIDA', { message: NOT_TAKEN })
  if (!TAKEN.has(format)) throw fail('IMAGEN_INVALIDA')
  if (width * height > MAX_PHOTO_PIXELS) throw fail('IMAGEN_INVALIDA', { message: TOO_MANY_PIXELS })
  if (isHeavy(header) && width * height > MAX_HEAVY_PHOTO_PIXELS) throw fail('IMAGEN_INVALIDA', { message: TOO_HEAVY })
  if (Math.max(width, height) > MAX_PHOTO_SIDE) throw fail('IMAGEN_INVALIDA', { message: TOO_LONG })
}

/** Reads a picture once, upright and cut, at the widest that it is stored in; small ones are not blown up. */
async function decode(bytes: Buffer, { ratio: cut, trusted }: Options): Promise<Pixels> {
  // The header alone: a bomb is refused without being decoded.
  const header = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!trusted) checkUpload(header)
  const drawing = header.format === 'svg'
  // A drawing has no size of its own: small ones are drawn larger.
  const scale = drawing ? Math.max(2, SMALLEST_DRAWING / header.width) : 1
  const { width, height } = header.autoOrient
  const ratio = cut ?? width / height
  const widest = Math.max(1, Math.round(Math.min(WIDEST, TALLEST * ratio, scale * Math.min(width, height * ratio))))
  const tall = Math.max(1, Math.round(widest / ratio))
  const lying = (header.orientation ?? 1) >= 5
  const input = {
    limitInputPixels: MAX_PHOTO_PIXELS,
    failOn: 'error' as const,
    ...(drawing && { density: 72 * scale }),
  }
  const small = await sharp(bytes, input)
    .resize(lying ? tall : widest, lying ? widest : tall, { fit: 'cover' })
    .keepExif()
    .png({ compressionLevel: 0 })
    .toBuffer()
  // Turned once it is small: turning needs the whole picture in memory.
  return sharp(small).autoOrient().raw().toBuffer({ resolveWithObject: true })
}

async function encode({ data, info }: Pixels, width: number): Promise<{ avif: Buffer; webp: Buffer }> {
  const sized = sharp(data, { raw: info }).resize(width)
  // Effort 2 gives the bytes of 3 in half its time.
  const avif = await sized.clone().avif({ quality: 55, effort: 2 }).toBuffer()
  return { avif, webp: await sized.clone().webp({ quality: 78 }).toBuffer() }
}

/** Reads what was sent. @throws IMAGEN_INVALIDA */
async function read(bytes: Buffer, options: Options): Promise<Pixels> {
  return decode(bytes, options).catch((error) => {
    throw error instanceof Failure ? error : fail('IMAGEN_INVALIDA')
  })
}

/** The files that a picture is stored in, narrowest first; the last is the one whose address goes out. */
const FILES = PICTURE_WIDTHS.flatMap((width) =>
  (['avif', 'webp'] as const).map((extension) => ({ width, suffix: String(width), extension })),
)

const addressed = { suffix: String(WIDEST), extension: 'webp' }

/** Decodes a picture and writes its files, once those before it are done. @returns their bytes @throws IMAGEN_INVALIDA, SIN_ESPACIO, NO_DISPONIBLE */
function write(storage: Storage, area: string, name: string, bytes: Buffer, options: Options): Promise<number> {
  const decodeAndWrite = async () => writeFiles(storage, area, name, await read(bytes, options))
  return inTurn.run(decodeAndWrite, { unlimitedWait: options.trusted ?? false })
}

async function writeFiles(storage: Storage, area: string, name: string, pixels: Pixels): Promise<number> {
  let made: { shown: number; files: { avif: Buffer; webp: Buffer } } | undefined
  let written = 0
  for (const { width, ...file } of FILES) {
    // A picture narrower than this width is the same in it as in the one before.
    const shown = Math.min(width, pixels.info.width)
    if (made?.shown !== shown) made = { shown, files: await encode(pixels, shown) }
    const bytes = made.files[file.extension]
    await storage.write(variantKey(area, name, file), bytes)
    written += bytes.length
  }
  return written
}

/**
 * Re-encodes a picture once, without its metadata, as AVIF and WebP in every width, under
 * `imagenes/<sha256 of the original>-<width>.<format>`; the address that goes out is the widest WebP's.
 * @throws IMAGEN_INVALIDA for what is not a picture or would take too much memory; SIN_ESPACIO
 */
export async function storePicture(storage: Storage, bytes: Buffer, options: Options = {}): Promise<string> {
  const name = nameOf(bytes)
  const key = variantKey('imagenes', name, addressed)
  // Written last: where it is, the others are.
  if (await storage.has(key)) return key
  // An academy's own pictures are loaded by who sees the disk.
  if (!options.trusted) await storage.checkRoom()
  await write(storage, 'imagenes', name, bytes, options)
  return key
}

/** A person's photo (`fotos`) or any other picture (`imagenes`), by its address or key. */
const STORED = /^(?:\/api\/storage\/)?(fotos|imagenes)\/([0-9a-f]{64})-\d{2,4}\.webp$/

/** An address for a photo, its person's alone: drawn, so that it can go without taking another's away (Ley 29733). */
export const newPhotoAddress = (): string => `/api/storage/${variantKey('fotos', drawnName(), addressed)}`

/** An address for a picture that someone uploads: not its content's, so that it can be deleted without deleting another's. */
export const newUploadAddress = (): string => `/api/storage/${variantKey('imagenes', drawnName(), addressed)}`

/** True of an address by {@link newPhotoAddress}; older photos share theirs with every user of the same picture. */
export const isOwnPhoto = (address: string): boolean => STORED.exec(address)?.[1] === 'fotos'

/**
 * Stores a photo, cut square, under an address by {@link newPhotoAddress}, in the sizes of {@link storePicture}.
 * @throws IMAGEN_INVALIDA, SIN_ESPACIO
 */
export async function storePhoto(storage: Storage, bytes: Buffer, address: string): Promise<void> {
  const name = STORED.exec(address)?.[2]
  if (!name || !isOwnPhoto(address)) throw new Error(`not the address of a photo: ${address}`)
  await storage.checkRoom()
  await write(storage, 'fotos', name, bytes, { ratio: 1 })
}

/**
 * Stores a picture under an address by {@link newUploadAddress}, in the sizes of {@link storePicture}.
 * @returns the bytes of its files
 * @throws IMAGEN_INVALIDA, SIN_ESPACIO, NO_DISPONIBLE
 */
export async function storeUpload(storage: Storage, bytes: Buffer, address: string): Promise<number> {
  const [, area, name] = STORED.exec(address) ?? []
  if (area !== 'imagenes' || !name) throw new Error(`not the address of an upload: ${address}`)
  await storage.checkRoom()
  return write(storage, area, name, bytes, {})
}

/** The file behind a stored picture's address, at its widest; null without one. */
export async function readPicture(storage: Storage, address: string | null): Promise<Buffer | null> {
  const [, area, name] = STORED.exec(address ?? '') ?? []
  const stored = area && name ? await storage.open(variantKey(area, name, addressed)) : null
  return stored && buffer(stored.stream)
}

/** Removes a picture in all its sizes; none is an error, so that it can be repeated. */
export async function removePicture(storage: Storage, address: string): Promise<void> {
  const [, area, name] = STORED.exec(address) ?? []
  if (!area || !name) return
  // The last one that was written first: where it is, the others must be.
  for (const file of FILES.toReversed()) await storage.remove(variantKey(area, name, file))
}
