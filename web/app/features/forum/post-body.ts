const STORED = /<img ([^>]*?src="(\/api\/storage\/imagenes\/[0-9a-f]{64})-1280\.webp"[^>]*>)/g
const SIZED = /\swidth="\d+"[^>]*\sheight="\d+"/
/** Beside the text, on a desktop and on a phone. */
const SIZES = '(min-width: 768px) 720px, 88vw'

function drawn(_: string, rest: string, stem: string): string {
  const later = 'loading="lazy" decoding="async"'
  // The editor writes a picture's size down. One whose size nobody knows keeps a wide place, and stands inside it.
  if (!SIZED.test(rest)) return `<img ${later} width="1280" height="720" data-loose ${rest}`
  const set = [320, 640, 1280].map((width) => `${stem}-${width}.webp ${width}w`).join(', ')
  return `<img ${later} srcset="${set}" sizes="${SIZES}" ${rest}`
}

/**
 * A post's HTML with its pictures in the sizes that the academy keeps them in, loaded when they come near, each in a place
 * that is kept for it: what is read does not move.
 */
export const withPictures = (html: string): string => html.replace(STORED, drawn)
