import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import {
  type BrotliCompress,
  brotliDecompress,
  constants,
  crc32,
  createBrotliCompress,
  createDeflateRaw,
  type DeflateRaw,
  gunzip,
} from 'node:zlib'
import { NONCE_MARK } from '../http/headers.ts'
import { room } from './rooms.ts'

/** Encodings that a page is kept in, the better first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Length of a nonce: 16 bytes in base64url. */
export const NONCE_LENGTH = 22

/**
 * Stands for the nonce inside the bytes. None of these bytes occurs in UTF-8 and no two neighbours repeat, so that a
 * compressor can only copy a piece of a hole from the same piece of an earlier hole.
 */
const HOLE = Buffer.from('c0c1f5f6f7f8f9fafbfcfdfefff5c0f7c1f9f6fbf8fd', 'hex')
/** Nonces that a compressed page must survive before it is used. */
const TRIALS = ['x0', '_Z', '-A', '9q'].map((pair) => pair.repeat(NONCE_LENGTH / 2))
/** Bytes with places where the nonce is written. */
type Template = { bytes: Buffer; holes: number[] }

function fill({ bytes, holes }: Template, nonce: string, filled: Buffer = Buffer.allocUnsafe(bytes.length)): Buffer {
  filled.set(bytes)
  for (const at of holes) filled.write(nonce, at, 'latin1')
  return filled
}

function templateOf(html: string): Template {
  const parts = html.split(NONCE_MARK).map((part) => Buffer.from(part))
  const holes: number[] = []
  let at = 0
  for (const part of parts.slice(0, -1)) {
    at += part.length
    holes.push(at)
    at += HOLE.length
  }
  return { bytes: Buffer.concat(parts.flatMap((part, n) => (n === 0 ? [part] : [HOLE, part]))), holes }
}

/** How a format writes 22 bytes as they are, between two flushes; what comes before and after the compressed bytes. */
type Format = {
  stream: () => BrotliCompress | DeflateRaw
  flush: number
  literal: Buffer
  /** How far back a copy may reach; a hole farther from the one before it is written out again. */
  reach: number
  head: Buffer
  tail: number
  decode: (bytes: Buffer) => Promise<Buffer>
}

const FORMATS: Record<Encoding, Format> = {
  br: {
    // 9 always copies what it has seen, 10 may spell it out anew. Without contexts: with them, how a byte is read would depend on the nonce's bytes before it.
    stream: () =>
      createBrotliCompress({
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 9,
          [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1,
        },
      }),
    flush: constants.BROTLI_OPERATION_FLUSH,
    // RFC 7932 section 9.2: not the last, 4 nibbles of length - 1 (21), uncompressed, padded to a byte.
    literal: Buffer.from('a80008', 'hex'),
    reach: Number.POSITIVE_INFINITY,
    head: Buffer.alloc(0),
    tail: 0,
    decode: promisify(brotliDecompress),
  },
  gzip: {
    stream: () => createDeflateRaw({ level: 9 }),
    flush: constants.Z_SYNC_FLUSH,
    // RFC 1951 section 3.2.4: not the last, stored, length 22 and its complement.
    literal: Buffer.from('001600e9ff', 'hex'),
    reach: 30_000,
    head: Buffer.from('1f8b08000000000002ff', 'hex'),
    // CRC-32 and length of the content.
    tail: 8,
    decode: promisify(gunzip),
  },
}

/** Compresses pieces in one stream; of each, the whole bytes that it became. */
async function compress(format: Format, pieces: Buffer[]): Promise<Buffer[]> {
  const stream = format.stream()
  const done: Buffer[] = []
  let came: Buffer[] = []
  stream.on('data', (chunk: Buffer) => came.push(chunk))
  const ended = new Promise((resolve, reject) => stream.on('end', resolve).on('error', reject))
  for (const piece of pieces.slice(0, -1)) {
    stream.write(piece)
    // One that fails answers no flush.
    await Promise.race([ended, new Promise<void>((resolve) => stream.flush(format.flush, () => setImmediate(resolve)))])
    done.push(Buffer.concat(came))
    came = []
  }
  stream.end(pieces.at(-1))
  await ended
  return [...done, Buffer.concat(came)]
}

/** Cuts the page before and after the holes that are written out: the first, and those out of reach of the one before. */
function cut({ bytes, holes }: Template, reach: number): Buffer[] {
  const written = holes.filter((at, n) => n === 0 || at - (holes[n - 1] ?? 0) > reach)
  const edges = [0, ...written.flatMap((at) => [at, at + HOLE.length]), bytes.length]
  return edges.slice(1).map((end, n) => bytes.subarray(edges[n], end))
}

/** Joins compressed pieces; each second one, a hole, gives its place to bytes that are not compressed. */
function join(format: Format, pieces: Buffer[]): Template {
  const parts = [format.head]
  const holes: number[] = []
  let at = format.head.length
  for (const [n, piece] of pieces.entries()) {
    const hole = n % 2 === 1
    const part = hole ? Buffer.concat([format.literal, HOLE]) : piece
    if (hole) holes.push(at + format.literal.length)
    parts.push(part)
    at += part.length
  }
  return { bytes: Buffer.concat([...parts, Buffer.alloc(format.tail)]), holes }
}

/**
 * The page's CRC-32 for any nonce. A CRC is linear: a bit that is set in the holes always changes it by the same
 * amount, so the page itself is read once.
 */
function checksumOf(page: Template): (nonce: string) => number {
  const content = fill(page, '\0'.repeat(NONCE_LENGTH))
  const none = crc32(content)
  const changes = Array.from({ length: NONCE_LENGTH * 8 }, (_, bit) => {
    const flip = () => {
      for (const at of page.holes) content[at + (bit >> 3)] = (content[at + (bit >> 3)] ?? 0) ^ (1 << (bit & 7))
    }
    flip()
    const change = crc32(content) ^ none
    flip()
    return change
  })
  return (nonce) => {
    let sum = none
    for (let at = 0; at < NONCE_LENGTH; at++) {
      const code = nonce.charCodeAt(at)
      for (let bit = 0; bit < 8; bit++) if (code & (1 << bit)) sum ^= changes[at * 8 + bit] ?? 0
    }
    return sum >>> 0
  }
}

/** Writes a page's compressed bytes with a nonce. */
type Writer = (nonce: string) => Buffer

function writerOf(format: Format, template: Template, page: Template): Writer {
  const written: Writer = (nonce) => fill(template, nonce, room(template.bytes.length))
  if (format.tail === 0) return written
  const checksum = checksumOf(page)
  return (nonce) => {
    const bytes = written(nonce)
    bytes.writeUInt32LE(checksum(nonce), bytes.length - 8)
    bytes.writeUInt32LE(page.bytes.length, bytes.length - 4)
    return bytes
  }
}

/** The page compressed once; null when a trial shows that the places for the nonce do not hold. */
async function precompress(encoding: Encoding, page: Template): Promise<Writer | null> {
  const format = FORMATS[encoding]
  const writer = writerOf(format, join(format, await compress(format, cut(page, format.reach))), page)
  for (const trial of TRIALS) {
    const decoded = await format.decode(writer(trial)).catch(() => null)
    if (!decoded?.equals(fill(page, trial))) return null
  }
  return writer
}

/** A rendered page's bytes, the same but for the nonce each time that they are sent; who sent them gives them back (rooms.ts). */
export type PageBody = {
  /** A weak validator: two answers of one page differ in their nonce alone. */
  etag: string
  /** What it takes in memory, its compressed forms included. */
  bytes: number
  plain: (nonce: string) => Buffer
  /**
   * The compressed bytes; null for who asks first, and where the places do not hold. A page that is asked for again is
   * compressed once, and all who come meanwhile wait for it: compressing it for each would only make them wait longer.
   */
  compressed: (encoding: Encoding, nonce: string) => Promise<Buffer | null>
}

/**
 * Compressing a page costs a hundred times what sending it costs, and the fresh nonce of each answer forbids to keep
 * the result whole. So the nonce's first place is left uncompressed, between two flushes of the compressor, and every
 * other place is a copy of it: writing 22 bytes renews them all.
 */
export function createPageBody(html: string, salt = ''): PageBody {
  const page = templateOf(html)
  const etag = `W/"${createHash('sha256').update(salt).update(page.bytes).digest('base64url').slice(0, 22)}"`
  const made = new Map<Encoding, Promise<Writer | null>>()
  const asked = new Set<Encoding>()

  function writerIn(encoding: Encoding): Promise<Writer | null> {
    const known = made.get(encoding)
    if (known) return known
    const making = precompress(encoding, page).catch(() => null)
    made.set(encoding, making)
    return making
  }

  return {
    etag,
    bytes: Math.round(page.bytes.length * 1.5),
    plain: (nonce) => fill(page, nonce, room(page.bytes.length)),
    async compressed(encoding, nonce) {
      if (!asked.has(encoding)) {
        asked.add(encoding)
        return null
      }
      return (await writerIn(encoding))?.(nonce) ?? null
    },
  }
}

/** The best encoding that a browser takes; null for none of ours. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  const taken = new Set<string>()
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...options] = part.split(';').map((word) => word.trim())
    if (!options.some((option) => /^q=0(\.0*)?$/.test(option))) taken.add(name)
  }
  return ENCODINGS.find((encoding) => taken.has(encoding)) ?? null
}
