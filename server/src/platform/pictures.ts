import { MAX_PHOTO_PIXELS } from '@campus/contract/rules'
import sharp, { type OutputInfo } from 'sharp'
import { Failure, fail } from './failures.ts'
import { type Storage, variantKey } from './storage.ts'

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

/**
 * Re-encodes a picture once, without its metadata, as AVIF and WebP in every width, under
 * `imagenes/<sha256 of the original>-<width>.<format>`; the address that goes out is the widest WebP's.
 * @throws IMAGEN_INVALIDA for what is not a picture or has more than 24 megapixels; SIN_ESPACIO
 */
export async function storePicture(storage: Storage, bytes: Buffer, options: Options = {}): Promise<string> {
  const address = variantKey('imagenes', bytes, { suffix: String(WIDEST), extension: 'webp' })
  // Written last: where it is, the others are.
  if (await storage.has(address)) return address
  // An academy's own pictures are loaded by who sees the disk.
  if (!options.trusted) await storage.checkRoom()
  const pixels = await decode(bytes, options).catch((error) => {
    if (error instanceof Failure) throw error
    return null
  })
  if (!pixels) throw fail('IMAGEN_INVALIDA')
  let made: { shown: number; files: { avif: Buffer; webp: Buffer } } | undefined
  for (const width of PICTURE_WIDTHS) {
    // A picture narrower than this width is the same in it as in the one before.
    const shown = Math.min(width, pixels.info.width)
    if (made?.shown !== shown) made = { shown, files: await encode(pixels, shown) }
    const { avif, webp } = made.files
    await storage.putVariants('imagenes', bytes, [
      { suffix: String(width), extension: 'avif', bytes: avif },
      { suffix: String(width), extension: 'webp', bytes: webp },
    ])
  }
  return address
}
