import { canvasToBlob } from './canvas-blob'

type Area = { x: number; y: number; width: number; height: number }

/** Scales down to at most `widest` pixels; null when the browser has no memory for it. */
export async function cutPicture(
  image: HTMLImageElement,
  { x, y, width, height }: Area,
  widest: number,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(widest, width)
  canvas.height = Math.round((canvas.width * height) / width)
  const context = canvas.getContext('2d')
  if (!context) return null
  // JPEG has no transparency: those pixels would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return canvasToBlob(canvas)
}
