import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentSecurityPolicy } from '../http/headers.ts'

const ENCODINGS = ['br', 'gzip'] as const
/** Encodings that a page is sent in, the better first. */
export type Encoding = (typeof ENCODINGS)[number]

/**
 * The nonce that React and React Router put on their own scripts while they render. It is secret and never sent: a script that
 * got into the page by another way does not have it, and its hash does not enter the policy.
 */
export const RENDER_NONCE = randomBytes(16).toString('hex')

const OWN_SCRIPT = new RegExp(`<script\\b[^>]*? nonce="${RENDER_NONCE}"[^>]*>([^]*?)</script>`, 'g')

/** A rendered page: constant bytes, so that it can be cached and compressed once. */
export type Page = {
  status: number
  headers: Record<string, string>
  etag: string
  bytes: Buffer
  compressed: (encoding: Encoding) => Promise<Buffer>
}

const COMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

/** The hashes of the scripts that were rendered with {@link RENDER_NONCE}. */
const hashesOf = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(OWN_SCRIPT)].map(([, script = '']) => createHash('sha256').update(script).digest('base64')),
  ),
]

/** Reads a response of React Router to its end. */
export async function toPage(response: Response, secure: boolean): Promise<Page> {
  const html = await response.text()
  const bytes = Buffer.from(html.replaceAll(` nonce="${RENDER_NONCE}"`, '').replaceAll(RENDER_NONCE, ''))
  const headers = {
    ...Object.fromEntries(response.headers),
    'content-security-policy': contentSecurityPolicy(hashesOf(html), secure),
  }
  // The policy is part of what a browser keeps: another policy is another page.
  const hash = createHash('sha256').update(headers['content-security-policy']).update(bytes).digest('base64url')
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    status: response.status,
    headers,
    // Weak: its encodings share it.
    etag: `W/"${hash.slice(0, 22)}"`,
    bytes,
    compressed(encoding) {
      const known = made.get(encoding) ?? COMPRESS[encoding](bytes)
      made.set(encoding, known)
      return known
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
