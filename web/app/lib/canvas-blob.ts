const QUALITY = 0.9

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))

export async function canvasToBlob(canvas: HTMLCanvasElement): Promise<Blob | null> {
  // Browsers encode JPEG and PNG when idle, which takes seconds on a busy phone; WebP is encoded at once.
  const webp = await encode(canvas, 'image/webp')
  // A browser without WebP returns a PNG, which may be too large to send.
  return webp?.type === 'image/webp' ? webp : encode(canvas, 'image/jpeg')
}
