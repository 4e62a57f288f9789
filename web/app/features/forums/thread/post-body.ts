const STORED = /<img ([^>]*?src="(\/api\/storage\/imagenes\/[0-9a-f]{64})-1280\.webp"[^>]*>)/g
const SIZED = /\swidth="\d+"[^>]*\sheight="\d+"/
const SIZES = '(min-width: 768px) 720px, 88vw'

function drawn(_: string, rest: string, stem: string): string {
  const later = 'loading="lazy" decoding="async"'
  // The editor writes each picture's size; without one a wide space is reserved.
  if (!SIZED.test(rest)) return `<img ${later} width="1280" height="720" data-loose ${rest}`
  const set = [320, 640, 1280].map((width) => `${stem}-${width}.webp ${width}w`).join(', ')
  return `<img ${later} srcset="${set}" sizes="${SIZES}" ${rest}`
}

/** Adds the stored sizes to a post's pictures and reserves their space, so that the text does not shift. */
export const withPictures = (html: string): string => html.replace(STORED, drawn)
