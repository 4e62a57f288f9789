import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { fail } from '../http/failures.ts'
import type { Storage } from './storage.ts'

const STORED_PICTURE = /imagenes\/[0-9a-f]{64}-\d{2,4}\.webp$/

/** A stored picture as PNG, which is what a PDF takes, laid on its ground; null without one or when it cannot be read. */
export async function picture(storage: Storage, address: string | null, background: string): Promise<Buffer | null> {
  const key = address?.match(STORED_PICTURE)?.[0]
  const stored = key ? await storage.open(key) : null
  if (!stored) return null
  return (
    sharp(await buffer(stored.stream))
      .resize({ width: 640, withoutEnlargement: true })
      // Transparency would be unpacked and packed again in JavaScript.
      .flatten({ background })
      .png({ compressionLevel: 9, palette: false })
      .toBuffer()
      .catch(() => null)
  )
}

/** Documents that may wait; drawing one takes a tenth of a second of processor and some megabytes. */
const MOST_WAITING = 20
const inTurn = pLimit(1)

/** Draws one document at a time. @throws NO_DISPONIBLE when too many wait */
export function drawInTurn<T>(draw: () => Promise<T>): Promise<T> {
  if (inTurn.pendingCount >= MOST_WAITING) throw fail('NO_DISPONIBLE', { retryAfter: 5 })
  return inTurn(async () => {
    // Drawing blocks the thread: requests come first between two of them.
    await setImmediate()
    return draw()
  })
}

/** Letters and digits of a text, joined by hyphens. */
export const slug = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** The header that shows a file in the browser under a name of ours. RFC 6266: without accents for old readers, and exactly in UTF-8. */
export function inlineFile(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** For an answer that is a PDF: the browser's own viewer needs its styles, and our screens may show it in a frame. */
export const PDF_HEADERS = {
  'content-type': 'application/pdf',
  'x-robots-tag': 'noindex',
  'content-security-policy': "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
} as const
