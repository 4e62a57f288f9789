import { firstLetter } from '@campus/contract/names'
import { shadesOf } from '@campus/contract/palette'
import type { IconFile } from '@campus/contract/sharing'
import sharp from 'sharp'
import type { StoredBrand } from '../brands/brands.ts'
import { letters } from './letters.ts'

/** A launcher may cut a maskable icon down to its inner 80 %, so the drawing keeps within that circle. */
const SAFE_SHARE = 0.6
const INITIAL_SHARE = 0.56

/** The brand's first letter on its colour, for a brand without a picture of its own. */
async function initial({ nombre, color_primario }: StoredBrand, size: number): Promise<Buffer> {
  const background = shadesOf(color_primario)[6]
  const sign = await letters(firstLetter(nombre).toUpperCase(), { size: size * INITIAL_SHARE, colour: '#ffffff' })
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: sign.data }])
    .png()
    .toBuffer()
}

/** The icon that an installed campus has on a phone or a desktop. */
export async function drawIcon(brand: StoredBrand, isotipo: Buffer | null, file: IconFile): Promise<Buffer> {
  const size = Number.parseInt(file, 10)
  if (!isotipo) return initial(brand, size)
  const maskable = file.includes('maskable')
  const inner = maskable ? Math.round(size * SAFE_SHARE) : size
  const drawn = await sharp(isotipo)
    .resize(inner, inner, { fit: 'contain', background: { r: 255, g: 255, b: 255, alpha: 0 } })
    .png()
    .toBuffer()
  if (!maskable && size !== 180) return drawn
  // iOS paints transparent corners black.
  return sharp({ create: { width: size, height: size, channels: 3, background: '#ffffff' } })
    .composite([{ input: drawn }])
    .png()
    .toBuffer()
}
