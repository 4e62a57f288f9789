import { LRUCache } from 'lru-cache'
import type { Page } from './page.ts'

const FRESH_MS = 30_000
/** A page that could not be renewed is tried again after this. */
const RETRY_MS = 1000
const LIMITS = { max: 2000, maxSize: 64 * 1024 * 1024 }

type Render = () => Promise<Page>

/** Carries a page that is sent and not cached through the cache's failure path. */
class NotCached extends Error {
  readonly page: Page
  constructor(page: Page) {
    super('not cached')
    this.page = page
  }
}

/** The database is away, or a throttle spoke. */
const isPassing = ({ status }: Page) => status >= 500 || status === 429

function createCache(limits: typeof LIMITS, now: () => number) {
  return new LRUCache<string, Page, Render>({
    ...limits,
    // Its compressed forms included.
    sizeCalculation: ({ bytes }) => Math.ceil(bytes.length * 1.5) + 1,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now },
    allowStale: true,
    async fetchMethod(_key, stale, { context, options }) {
      const page = await context().catch((error) => {
        if (!stale) throw error
      })
      if (page && !isPassing(page)) return stale?.etag === page.etag ? stale : page
      if (page && !stale) throw new NotCached(page)
      // The page of before is better than none.
      options.ttl = RETRY_MS
      return stale
    },
  })
}

/**
 * Rendered pages, bounded by number and bytes. A page older than 30 s is sent once more while it is rendered again; requests for
 * one missing page wait for one rendering.
 */
export function createPageCache(limits = LIMITS, now = () => performance.now()) {
  let cache = createCache(limits, now)
  return {
    async get(key: string, render: Render): Promise<Page> {
      try {
        return await cache.forceFetch(key, { context: render })
      } catch (error) {
        if (error instanceof NotCached) return error.page
        throw error
      }
    },
    /** Forgets everything; what is being rendered is sent to those who wait and not cached. */
    clear(): void {
      cache = createCache(limits, now)
    },
  }
}
