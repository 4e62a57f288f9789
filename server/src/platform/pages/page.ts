import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'
import { contentSecurityPolicy } from '../http/headers.ts'

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

const FRESH_MS = 30_000
const RETRY_MS = 1000
const LIMITS = { max: 2000, maxSize: 64 * 1024 * 1024 }

type Render = () => Promise<Page>

const isTransient = ({ status }: Page) => status >= 500 || status === 429

function createCache(limits: typeof LIMITS, now: () => number) {
  return new LRUCache<string, Page, Render>({
    ...limits,
    // Includes the compressed forms.
    sizeCalculation: ({ bytes }) => Math.ceil(bytes.length * 1.5) + 1,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now },
    allowStale: true,
    async fetchMethod(_key, stale, { context, options }) {
      const page = await context().catch((error) => {
        if (!stale) throw error
      })
      if (page && !isTransient(page)) return stale?.etag === page.etag ? stale : page
      // A stale page is better than none; without one, a failure is sent and, being too large, not cached.
      if (stale) options.ttl = RETRY_MS
      else options.size = limits.maxSize + 1
      return stale ?? page
    },
  })
}

/** The wait for a changed page before its previous rendering is sent once more. */
const RENDER_TIMEOUT_MS = 500

/** Stale-while-revalidate, one rendering per key. After a change, the previous page replaces a late or failed one. */
export function createPageCache(limits = LIMITS, now = () => performance.now()) {
  let cache = createCache(limits, now)
  const sent = new LRUCache<string, Page>({ ...limits, sizeCalculation: ({ bytes }) => bytes.length + 1 })
  return {
    async get(key: string, render: Render): Promise<Page> {
      const mine = cache
      const before = mine.peek(key) ? undefined : sent.get(key)
      const rendered = mine.forceFetch(key, { context: render }).then((page) => {
        if (mine === cache && !isTransient(page)) sent.set(key, page)
        return page
      })
      if (!before) return rendered
      const fresh = rendered.then(
        (page) => (isTransient(page) ? before : page),
        () => before,
      )
      return Promise.race([fresh, sleep(RENDER_TIMEOUT_MS, before, { ref: false })])
    },
    /** Renderings under way are delivered but not cached. */
    clear(): void {
      cache = createCache(limits, now)
    },
  }
}
