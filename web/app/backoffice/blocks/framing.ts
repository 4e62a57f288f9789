/** A picture that was chosen, before it is sent. `release` frees its memory. */
export type Framing = { file: File; image: HTMLImageElement; release: () => void }

/** Null for what is no picture, or a drawing: it is sent as it is, and the server has the words. */
export async function openFraming(file: File): Promise<Framing | null> {
  if (file.type === 'image/svg+xml') return null
  const image = new Image()
  image.src = URL.createObjectURL(file)
  const release = () => URL.revokeObjectURL(image.src)
  try {
    await image.decode()
    return { file, image, release }
  } catch {
    release()
    return null
  }
}

type Size = { width: number; height: number }

/** Whether a picture has the shape already, but for a pixel or two of rounding. */
export const hasShape = ({ width, height }: Size, ratio: number): boolean => Math.abs(width / height / ratio - 1) < 0.01

/** `foto.jpg` becomes `foto.webp` when the browser wrote that. */
export const cutName = (name: string, type: string): string =>
  `${name.replace(/\.[^.]*$/, '') || 'imagen'}.${type === 'image/webp' ? 'webp' : 'jpg'}`
