import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { BrandOfVisit, EnterBrand } from '../../platform/http/http.ts'
import { brandOfVisit, listBrands, type StoredBrand } from './brands.ts'

const CACHED_MS = 10_000

/** The brand of pages on an installation without any. */
const NO_BRAND = 0

/** Where a guest chooses a brand. */
const BRANDS = '/marcas'

const brandCookie = (id: number, secure: boolean) =>
  `marca=${id}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`

function brandInUrl(address: string): { marca?: string; loginMarca?: string } {
  const url = new URL(`http://campus.internal${address}`)
  return {
    marca: url.searchParams.get('marca') ?? undefined,
    loginMarca: url.pathname.match(/^\/login\/([^/]+)/)?.[1],
  }
}

/** Resolves the brand of a request (docs/product/brands.md 2.1); `forget` clears the cached brands. */
export function createBrandResolver(
  db: Db,
  secure: boolean,
): { brandOf: BrandOfVisit; enter: EnterBrand; forget: () => void } {
  const cache = new LRUCache<'brands', StoredBrand[]>({
    max: 1,
    ttl: CACHED_MS,
    // Cached pages continue to work while the database is down.
    fetchMethod: (_key, stale) =>
      listBrands(db).catch((error) => {
        if (stale) return stale
        throw error
      }),
    // A cache cleared during a load still resolves the pending requests.
    ignoreFetchAbort: true,
  })
  const visitOf = async (request: FastifyRequest) =>
    brandOfVisit(await cache.forceFetch('brands'), {
      ...brandInUrl(request.url),
      host: request.hostname,
      cookie: request.headers.cookie?.match(/(?:^|;\s*)marca=([^;]+)/)?.[1],
    })
  const brandOf: BrandOfVisit = async (request) => {
    const brand = await visitOf(request)
    if (!brand) throw fail('SIN_ACADEMIA', { retryAfter: 60 })
    return brand
  }
  const enter: EnterBrand = async (request, reply) => {
    const brand = await visitOf(request)
    if (!brand) return NO_BRAND
    if (brand.chosen) reply.header('set-cookie', brandCookie(brand.id, secure))
    if (!brand.unknown) return brand.id
    reply.redirect(BRANDS)
  }
  return { brandOf, enter, forget: () => cache.clear() }
}
