import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import { contentSecurityPolicy } from '../http/headers.ts'
import { createStateCache, type State } from '../state-cache.ts'

type Encoding = 'br' | 'gzip'

/** Marks React's scripts while they render; never sent, so that an injected script cannot have it. */
export const RENDER_NONCE = randomBytes(16).toString('hex')

const OWN_SCRIPT = new RegExp(`<script\\b[^>]*? nonce="${RENDER_NONCE}"[^>]*>([^]*?)</script>`, 'g')

/** Constant bytes, so that a page can be cached and compressed once. */
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

const hashesOf = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(OWN_SCRIPT)].map(([, script = '']) => createHash('sha256').update(script).digest('base64')),
  ),
]

export async function toPage(response: Response, secure: boolean): Promise<Page> {
  const html = await response.text()
  const bytes = Buffer.from(html.replaceAll(` nonce="${RENDER_NONCE}"`, '').replaceAll(RENDER_NONCE, ''))
  const headers = {
    ...Object.fromEntries(response.headers),
    'content-security-policy': contentSecurityPolicy(hashesOf(html), secure),
  }
  // Browsers cache the policy with the page.
  const hash = createHash('sha256').update(headers['content-security-policy']).update(bytes).digest('base64url')
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    status: response.status,
    headers,
    etag: `W/"${hash.slice(0, 22)}"`,
    bytes,
    compressed(encoding) {
      const known = made.get(encoding) ?? COMPRESS[encoding](bytes)
      made.set(encoding, known)
      return known
    },
  }
}

export const encodingFor = (accepted = '') => negotiate<Encoding>(accepted.toLowerCase(), ['br', 'gzip'])

const LIMITS = { max: 2000, maxSize: 64 * 1024 * 1024 }

const isTransient = ({ status }: Page) => status >= 500 || status === 429

/** A failure is sent and not cached; a page that says the same again stays the one that is already compressed. */
export function createPageCache(limits = LIMITS) {
  // Includes the compressed forms.
  const sizeOf = ({ bytes }: Page) => Math.ceil(bytes.length * 1.5) + 1
  const get = createStateCache<Page>({ ...limits, sizeOf }, (page) => !isTransient(page))
  return (key: string, state: State, render: () => Promise<Page>): Promise<Page> =>
    get(key, state, async (before) => {
      const page = await render()
      return before?.etag === page.etag ? before : page
    })
}
