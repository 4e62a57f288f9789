import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS } from '@campus/contract/rules'
import { client } from '../../platform/client'
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

/** A picture that was chosen: where the browser shows it from, until `release`. */
export type ChosenPicture = { file: File; preview: string; width: number; height: number; release: () => void }

/** Reads a chosen file. @throws Error with the text for the student */
export async function readPicture(file: File): Promise<ChosenPicture> {
  const refused = fileRefusal(file)
  if (refused) throw new Error(refused)
  const image = new Image()
  image.src = URL.createObjectURL(file)
  const release = () => URL.revokeObjectURL(image.src)
  const wrong = await image.decode().then(
    () => sizeRefusal(image.naturalWidth, image.naturalHeight),
    () => T.pictureKind,
  )
  if (!wrong) return { file, preview: image.src, width: image.naturalWidth, height: image.naturalHeight, release }
  release()
  throw new Error(wrong)
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
