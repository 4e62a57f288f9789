import type { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { PAGE } from './pdf-sheet.ts'

/** In pixels; the browser picks one. */
export const PICTURE_WIDTHS = [640, 1600] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

let loading: Promise<PDFiumLibrary> | undefined

/** Loaded with the first picture: 4 MB of WebAssembly that many a process never needs. */
const pdfium = (): Promise<PDFiumLibrary> => {
  loading ??= import('@hyzyla/pdfium').then(({ PDFiumLibrary }) => PDFiumLibrary.init())
  return loading
}

/** The first page in each of {@link PICTURE_WIDTHS}. */
export async function rasterize(pdf: Buffer) {
  const document = await (await pdfium()).loadDocument(pdf)
  try {
    const page = document.getPage(0)
    const [, widest] = PICTURE_WIDTHS
    const { data, width, height } = await page.render({
      scale: widest / PAGE.width,
      render: async (bitmap) => bitmap.data,
    })
    return await Promise.all(
      PICTURE_WIDTHS.map(async (wanted) => ({
        suffix: String(wanted),
        extension: 'webp',
        bytes: await sharp(data, { raw: { width, height, channels: 4 } })
          .resize({ width: wanted })
          .webp({ quality: 82 })
          .toBuffer(),
      })),
    )
  } finally {
    document.destroy()
  }
}
