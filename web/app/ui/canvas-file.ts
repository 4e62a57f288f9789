const QUALITY = 0.9

const encoded = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))

/** What a canvas shows, as a file that is sent; null when the browser has no memory for it. */
export async function fileOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  // JPEG and PNG are encoded when the browser is idle, which takes seconds on a busy phone; WebP at once.
  const webp = await encoded(canvas, 'image/webp')
  // A browser that cannot write WebP returns a PNG, which may be too large to send.
  return webp?.type === 'image/webp' ? webp : encoded(canvas, 'image/jpeg')
}
