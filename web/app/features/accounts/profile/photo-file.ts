import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS } from '@campus/contract/rules'
import { cutPicture } from '../../../lib/cut-picture'
import type { Area } from '../../../ui/crop'
import { TEXTS } from './texts'

/** The server stores none wider. */
const MAX_SIDE_PX = 1280
/** `release` frees its memory. */
export type ChosenPhoto = { image: HTMLImageElement; release: () => void }

/** Why the file cannot be used, or null (docs/product/accounts.md 5.2). */
export function photoError(file: { type: string; size: number }): string | null {
  // SVG may contain scripts, so the server refuses it too.
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return TEXTS.photoKind
  return file.size > MAX_PHOTO_BYTES ? TEXTS.photoBig : null
}

export const pixelError = (width: number, height: number): string | null =>
  width * height > MAX_PHOTO_PIXELS ? TEXTS.photoPixels : null

/** @throws Error with the text for the student */
export async function readPhoto(file: File): Promise<ChosenPhoto> {
  const fileError = photoError(file)
  if (fileError) throw new Error(fileError)
  const image = new Image()
  image.src = URL.createObjectURL(file)
  const release = () => URL.revokeObjectURL(image.src)
  const imageError = await image.decode().then(
    () => pixelError(image.naturalWidth, image.naturalHeight),
    () => TEXTS.photoKind,
  )
  if (!imageError) return { image, release }
  release()
  throw new Error(imageError)
}

/** @throws Error when the browser has no memory for it */
export async function cropPhoto(image: HTMLImageElement, area: Area): Promise<Blob> {
  const file = await cutPicture(image, area, MAX_SIDE_PX)
  if (!file) throw new Error(TEXTS.unexpected)
  return file
}
