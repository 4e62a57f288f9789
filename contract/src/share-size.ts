export const SHARE_WIDTH = 1200
export const SHARE_HEIGHT = 630
export const SHARE_TYPE = 'image/png'
/** WhatsApp shows no larger picture. */
export const MAX_SHARE_BYTES = 300_000
