const STORED = /(<img )([^>]*?src="(\/api\/storage\/imagenes\/[0-9a-f]{64})-1280\.webp"[^>]*>)/g
/** Beside the text, on a desktop and on a phone. */
const SIZES = '(min-width: 768px) 720px, 88vw'

/**
 * A post's HTML with its pictures in the sizes that the academy keeps them in, loaded when they come near. Their place is
 * kept by their own width and height.
 */
export const withPictures = (html: string): string =>
  html.replace(STORED, (_, tag: string, rest: string, stem: string) => {
    const set = [320, 640, 1280].map((width) => `${stem}-${width}.webp ${width}w`).join(', ')
    return `${tag}loading="lazy" decoding="async" srcset="${set}" sizes="${SIZES}" ${rest}`
  })
