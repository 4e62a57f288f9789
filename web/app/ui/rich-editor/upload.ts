import {
  MAX_HEAVY_PHOTO_PIXELS,
  MAX_PHOTO_BYTES,
  MAX_PHOTO_PIXELS,
  MAX_PHOTO_SIDE,
  PHOTO_TYPES,
} from '@campus/contract/rules'
import { client } from '../../platform/client'
import { fileOf } from '../canvas-file'
import { T } from './texts'

/** Why a file may not be a picture in a text, or null. */
export function fileRefusal(file: { type: string; size: number }): string | null {
  // Drawings are programs of sorts; the server takes none either.
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return T.pictureKind
  return file.size > MAX_PHOTO_BYTES ? T.pictureBig : null
}

/** Why a picture of this size may not be sent, or null. */
export const sizeRefusal = (width: number, height: number): string | null =>
  width * height > MAX_PHOTO_PIXELS ? T.picturePixels : null

/** The campus stores no picture larger than this. */
const STORED = { width: 1280, height: 4096 }

/** Whether the server might refuse this picture as it is: its type, or what it takes to decode it. */
export const needsRedraw = (type: string, width: number, height: number): boolean =>
  !PHOTO_TYPES.split(',').includes(type) ||
  width * height > MAX_HEAVY_PHOTO_PIXELS ||
  Math.max(width, height) > MAX_PHOTO_SIDE

/** Draws a picture as the campus stores it. @throws Error with the text for the student */
async function redraw(image: HTMLImageElement): Promise<File> {
  const { naturalWidth: width, naturalHeight: height } = image
  const scale = Math.min(1, STORED.width / width, STORED.height / height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const paper = canvas.getContext('2d')
  if (paper) paper.imageSmoothingQuality = 'high'
  paper?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const drawn = paper && (await fileOf(canvas))
  if (!drawn) throw new Error(T.pictureKind)
  return new File([drawn], 'imagen', { type: drawn.type })
}

/** A picture that was chosen: where the browser shows it from, until `release`. */
export type ChosenPicture = { file: File; preview: string; width: number; height: number; release: () => void }

/** Reads a chosen file. @throws Error with the text for the student */
export async function readPicture(file: File): Promise<ChosenPicture> {
  const refused = fileRefusal(file)
  if (refused) throw new Error(refused)
  const image = new Image()
  image.src = URL.createObjectURL(file)
  const release = () => URL.revokeObjectURL(image.src)
  try {
    await image.decode().catch(() => {
      throw new Error(T.pictureKind)
    })
    const { naturalWidth: width, naturalHeight: height } = image
    const wrong = sizeRefusal(width, height)
    if (wrong) throw new Error(wrong)
    const sent = needsRedraw(file.type, width, height) ? await redraw(image) : file
    return { file: sent, preview: image.src, width, height, release }
  } catch (error) {
    release()
    throw error
  }
}

/** Sends a picture; answers its address. @throws ApiError, OfflineError */
export async function uploadPicture(file: File): Promise<string> {
  const { data } = await client.POST('/api/foros/imagenes', {
    // The typed body knows no files: they are put in when it is written out.
    body: {},
    bodySerializer: () => {
      const form = new FormData()
      form.append('imagen', file)
      return form
    },
  })
  return data?.data.ruta ?? ''
}
