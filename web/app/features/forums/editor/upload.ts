import {
  MAX_HEAVY_PHOTO_PIXELS,
  MAX_PHOTO_BYTES,
  MAX_PHOTO_PIXELS,
  MAX_PHOTO_SIDE,
  PHOTO_TYPES,
} from '@campus/contract/rules'
import { canvasToBlob } from '../../../lib/canvas-blob'
import { client } from '../../../lib/client'
import { TEXTS } from './texts'

/** Why a file cannot be used as a picture, or null. */
export function fileProblem(file: { type: string; size: number }): string | null {
  // SVG may contain scripts, so the server refuses it too.
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return TEXTS.pictureKind
  return file.size > MAX_PHOTO_BYTES ? TEXTS.pictureBig : null
}

/** Why a picture of this size cannot be sent, or null. */
export const sizeProblem = (width: number, height: number): string | null =>
  width * height > MAX_PHOTO_PIXELS ? TEXTS.picturePixels : null

/** The largest picture that the server stores. */
const STORED = { width: 1280, height: 4096 }

/** Whether the server might refuse the picture as it is, for its type or its memory. */
export const needsRedraw = (type: string, width: number, height: number): boolean =>
  !PHOTO_TYPES.split(',').includes(type) ||
  width * height > MAX_HEAVY_PHOTO_PIXELS ||
  Math.max(width, height) > MAX_PHOTO_SIDE

/** Draws a picture in the stored size. @throws Error with the text for the student */
async function redraw(image: HTMLImageElement): Promise<File> {
  const { naturalWidth: width, naturalHeight: height } = image
  const scale = Math.min(1, STORED.width / width, STORED.height / height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = context && (await canvasToBlob(canvas))
  if (!blob) throw new Error(TEXTS.pictureKind)
  return new File([blob], 'imagen', { type: blob.type })
}

/** `preview` is an object URL that `release` frees. */
export type ChosenPicture = { file: File; preview: string; width: number; height: number; release: () => void }

/** @throws Error with the text for the student */
export async function readPicture(file: File): Promise<ChosenPicture> {
  const problem = fileProblem(file)
  if (problem) throw new Error(problem)
  const image = new Image()
  image.src = URL.createObjectURL(file)
  const release = () => URL.revokeObjectURL(image.src)
  try {
    await image.decode().catch(() => {
      throw new Error(TEXTS.pictureKind)
    })
    const { naturalWidth: width, naturalHeight: height } = image
    const problem = sizeProblem(width, height)
    if (problem) throw new Error(problem)
    const sent = needsRedraw(file.type, width, height) ? await redraw(image) : file
    return { file: sent, preview: image.src, width, height, release }
  } catch (error) {
    release()
    throw error
  }
}

/** Uploads a picture and returns its address. @throws ApiError, OfflineError */
export async function uploadPicture(file: File): Promise<string> {
  const { data } = await client.POST('/api/foros/imagenes', {
    // The typed body knows no files, so the serializer adds it.
    body: {},
    bodySerializer: () => {
      const form = new FormData()
      form.append('imagen', file)
      return form
    },
  })
  return data?.data.ruta ?? ''
}
