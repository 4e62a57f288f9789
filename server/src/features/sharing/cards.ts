import { shadesOf } from '@campus/contract/palette'
import { SHARE_HEIGHT as HEIGHT, MAX_SHARE_BYTES, SHARE_WIDTH as WIDTH } from '@campus/contract/share-size'
import sharp, { type OverlayOptions } from 'sharp'
import { fitted, letters } from './letters.ts'

/** What a card says; every text is escaped where it is drawn. */
export type Card = {
  marca: { nombre: string; color_primario: string; color_acento: string }
  /** Above the title, in the accent colour. */
  antetitulo: string
  titulo: string
  /** Under the title, in one line. */
  detalle: string
  /** At the foot, in large letters on the accent colour. */
  sello: string
  /** Struck, beside the seal: the price without the offer. */
  tachado?: string
}

const MARGIN = 64
const MARK = 72
const PICTURE_LEFT = 736
const TEXT_WIDTH = PICTURE_LEFT - 2 * MARGIN
const SEAL = { height: 72, padding: 28 }

/** Ground, a lit corner and the accent's bar; no text of anyone is part of this drawing. */
function ground({ color_primario, color_acento }: Card['marca']): Buffer {
  const shades = shadesOf(color_primario)
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><radialGradient id="g" cx="1" cy="0" r="1.1"><stop offset="0" stop-color="${shades[6]}"/><stop offset="1" stop-color="${shades[9]}"/></radialGradient></defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>
    <circle cx="1010" cy="300" r="330" fill="${shades[6]}" opacity=".5"/>
    <rect y="${HEIGHT - 10}" width="${WIDTH}" height="10" fill="${color_acento}"/></svg>`)
}

const rounded = (width: number, height: number, radius: number, fill = '#fff') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}" fill="${fill}"/></svg>`,
  )

/** The course's picture fills the right side; a brand's mark stands there alone on a white ground. */
async function rightSide(picture: Buffer | null, mark: Buffer): Promise<OverlayOptions[]> {
  const width = WIDTH - PICTURE_LEFT
  if (picture) {
    const input = await sharp(picture)
      .resize(width, HEIGHT - 10, { fit: 'cover' })
      .png()
      .toBuffer()
    return [{ input, left: PICTURE_LEFT, top: 0 }]
  }
  const side = 300
  const left = PICTURE_LEFT + Math.round((width - side) / 2) - 20
  const input = await sharp(mark)
    .resize(side - 72, side - 72, { fit: 'contain', background: '#ffffff' })
    .png()
    .toBuffer()
  return [
    { input: rounded(side, side, 56), left, top: 150 },
    { input, left: left + 36, top: 186 },
  ]
}

/** The brand's first letter, for one without a picture of its own. */
async function initial({ nombre, color_primario }: Card['marca']): Promise<Buffer> {
  const [first = ''] = nombre
  const sign = await letters(first.toUpperCase(), { size: 220, colour: shadesOf(color_primario)[6] })
  return sharp({ create: { width: 300, height: 300, channels: 3, background: '#ffffff' } })
    .composite([{ input: sign.data }])
    .png()
    .toBuffer()
}

async function brandLine({ marca }: Card, mark: Buffer): Promise<OverlayOptions[]> {
  const name = await fitted(marca.nombre, { size: 34, min: 22, lines: 1, width: TEXT_WIDTH - MARK, colour: '#ffffff' })
  const top = MARGIN - 8
  const named = {
    input: name.data,
    left: MARGIN + MARK + 20,
    top: top + Math.round((MARK - name.info.height) / 2),
  }
  const input = await sharp(mark)
    .resize(MARK - 12, MARK - 12, { fit: 'contain', background: '#ffffff' })
    .png()
    .toBuffer()
  return [{ input: rounded(MARK, MARK, 18), left: MARGIN, top }, { input, left: MARGIN + 6, top: top + 6 }, named]
}

/** The texts stand on each other above the seal, so that a title of one line leaves no hole in the middle. */
async function textBlock(card: Card): Promise<OverlayOptions[]> {
  const width = TEXT_WIDTH
  const light = shadesOf(card.marca.color_primario)[2]
  const fromBelow = [
    { text: card.detalle, gap: 30, style: { size: 30, min: 20, lines: 1, width, colour: light, face: 'regular' } },
    { text: card.titulo, gap: 24, style: { size: 68, min: 36, lines: 2, width, colour: '#ffffff' } },
    { text: card.antetitulo, gap: 0, style: { size: 28, min: 20, lines: 1, width, colour: light } },
  ] as const
  const placed: OverlayOptions[] = []
  let bottom = HEIGHT - MARGIN - 10 - (card.sello ? SEAL.height + 28 : 0)
  for (const { text, gap, style } of fromBelow) {
    if (!text) continue
    const { data, info } = await fitted(text, style)
    placed.push({ input: data, left: MARGIN, top: bottom - info.height })
    bottom -= info.height + gap
  }
  return placed
}

async function seal({ sello, tachado, marca }: Card): Promise<OverlayOptions[]> {
  if (!sello) return []
  const text = await letters(sello, { size: 36, colour: shadesOf(marca.color_primario)[8] })
  const { height, padding } = SEAL
  const top = HEIGHT - MARGIN - 10 - height
  const width = text.info.width + 2 * padding
  const middle = (drawn: { info: { height: number } }) => top + Math.round((height - drawn.info.height) / 2)
  const layers: OverlayOptions[] = [
    { input: rounded(width, height, height / 2), left: MARGIN, top },
    { input: text.data, left: MARGIN + padding, top: middle(text) },
  ]
  if (!tachado) return layers
  const light = shadesOf(marca.color_primario)[2]
  const before = await letters(tachado, { size: 30, colour: light, face: 'regular', struck: true })
  return [...layers, { input: before.data, left: MARGIN + width + 24, top: middle(before) }]
}

/** A picture for shared links, 1200 x 630, that reads at the size of a thumbnail. */
export async function drawCard(card: Card, files: { mark: Buffer | null; picture: Buffer | null }): Promise<Buffer> {
  const mark = files.mark ?? (await initial(card.marca))
  const layers = [
    ...(await rightSide(files.picture, mark)),
    ...(await brandLine(card, mark)),
    ...(await textBlock(card)),
    ...(await seal(card)),
  ]
  const picture = await sharp(ground(card.marca))
    .composite(layers)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const png = (colours: number, effort: number) =>
    sharp(picture.data, { raw: picture.info }).png({ palette: true, colours, effort, compressionLevel: 9 }).toBuffer()
  const drawn = await png(256, 7)
  return drawn.length <= MAX_SHARE_BYTES ? drawn : png(16, 4)
}
