import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS } from '@campus/contract/rules'

const NO_PICTURE = 'El archivo debe ser una imagen.'

/** `release` frees its memory. */
export type ChosenPhoto = { image: HTMLImageElement; release: () => void }

/** Why the file cannot be used, or null (docs/product/accounts.md 5.2). */
export function photoError(file: { type: string; size: number }): string | null {
  // SVG may contain scripts, so the server refuses it too.
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return NO_PICTURE
  return file.size > MAX_PHOTO_BYTES ? 'La foto puede pesar hasta 5 MB.' : null
}

export const pixelError = (width: number, height: number): string | null =>
  width * height > MAX_PHOTO_PIXELS ? 'La imagen puede tener hasta 24 megapíxeles.' : null

/** @throws Error with the text for the student */
export async function readPhoto(file: File): Promise<ChosenPhoto> {
  const fileError = photoError(file)
  if (fileError) throw new Error(fileError)
  const image = new Image()
  image.src = URL.createObjectURL(file)
  const release = () => URL.revokeObjectURL(image.src)
  const imageError = await image.decode().then(
    () => pixelError(image.naturalWidth, image.naturalHeight),
    () => NO_PICTURE,
  )
  if (!imageError) return { image, release }
  release()
  throw new Error(imageError)
}
