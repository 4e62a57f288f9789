import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import type { BrandOfVisit } from '../../platform/http/http.ts'
import { brandOfVisit, listBrands, type StoredBrand } from './brands.ts'

const CACHED_MS = 10_000

/** What an address says of its brand. */
function namedIn(address: string): { marca?: string; loginMarca?: string } {
  const url = new URL(`http://campus.internal${address}`)
  return {
    marca: url.searchParams.get('marca') ?? undefined,
    loginMarca: url.pathname.match(/^\/login\/([^/]+)/)?.[1],
  }
}

/** Says which brand a request belongs to (contract section 3); `forget` drops the cached brands. */
export function createBrandResolver(db: Db): { brandOf: BrandOfVisit; forget: () => void } {
  const cache = new LRUCache<'brands', StoredBrand[]>({
    max: 1,
    ttl: CACHED_MS,
    fetchMethod: () => listBrands(db),
    // While the database is away, cached pages go on for the brands that were known.
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    // Dropped while they are being read, the brands still go to who waits for them, and are not cached.
    ignoreFetchAbort: true,
  })
  const brandOf: BrandOfVisit = async (request) =>
    brandOfVisit(await cache.forceFetch('brands'), {
      ...namedIn(request.url),
      host: request.hostname,
      cookie: request.headers.cookie?.match(/(?:^|;\s*)marca=([^;]+)/)?.[1],
    })
  return { brandOf, forget: () => cache.clear() }
}
