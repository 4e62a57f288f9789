import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS } from '@campus/contract/rules'
import { fileOf } from '../../ui/canvas-file'
import { type Crop, sideOf } from './crop'
import { T } from './texts'

/** A photo is sent at most so wide: the campus keeps none wider. */
const SENT_SIDE = 1280
/** A photo that was chosen, ready to be cut. `release` frees it. */
export type ChosenPhoto = { image: HTMLImageElement; release: () => void }

/** Why a picture may not be a photo, or null (campus.md section 5, issue 3 point 6). */
export function photoRefusal(file: { type: string; size: number }): string | null {
  // Drawings are programs of sorts; the server takes none either.
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return T.photoKind
  return file.size > MAX_PHOTO_BYTES ? T.photoBig : null
}

/** Why a picture of this size may not be a photo, or null. */
export const pixelRefusal = (width: number, height: number): string | null =>
  width * height > MAX_PHOTO_PIXELS ? T.photoPixels : null

/**
 * Reads a chosen file as a picture.
 * @throws Error with the text for the student
 */
export async function readPhoto(file: File): Promise<ChosenPhoto> {
  const refused = photoRefusal(file)
  if (refused) throw new Error(refused)
  const image = new Image()
  image.src = URL.createObjectURL(file)
  const release = () => URL.revokeObjectURL(image.src)
  const wrong = await image.decode().then(
    () => pixelRefusal(image.naturalWidth, image.naturalHeight),
    () => T.photoKind,
  )
  if (!wrong) return { image, release }
  release()
  throw new Error(wrong)
}

/**
 * The chosen square of a photo as the file that is sent.
 * @throws Error when the browser has no memory for it
 */
export async function cutPhoto(image: HTMLImageElement, crop: Crop): Promise<Blob> {
  const side = sideOf({ width: image.naturalWidth, height: image.naturalHeight }, crop.zoom)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(SENT_SIDE, Math.round(side))
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error(T.unexpected)
  // What is transparent would turn black.
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.imageSmoothingQuality = 'high'
  paper.drawImage(image, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, canvas.width, canvas.height)
  const file = await fileOf(canvas)
  if (!file) throw new Error(T.unexpected)
  return file
}
