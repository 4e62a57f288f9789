import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { BrandOfVisit, EnterBrand } from '../../platform/http/http.ts'
import { createStateCache, type ReadPresent, type State } from '../../platform/state-cache.ts'
import { brandOfVisit, listBrands, type StoredBrand } from './brands.ts'

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

/** The tables that a list of brands shows. */
const BRAND_TABLES = ['clientes']

/** Resolves the brand of a request (docs/product/brands.md 2.1). */
export function createBrandResolver(
  db: Db,
  secure: boolean,
  present: ReadPresent,
): { brandOf: BrandOfVisit; enter: EnterBrand } {
  const cache = createStateCache<StoredBrand[]>({ max: 1, maxSize: 1, sizeOf: () => 1 }, () => true)
  const visitOf = async (request: FastifyRequest, state: State) =>
    brandOfVisit(await cache('brands', state, () => listBrands(db)), {
      ...brandInUrl(request.url),
      host: request.hostname,
      cookie: request.headers.cookie?.match(/(?:^|;\s*)marca=([^;]+)/)?.[1],
    })
  const brandOf: BrandOfVisit = async (request) => {
    const stateOf = await present()
    const brand = await visitOf(request, stateOf(BRAND_TABLES))
    if (!brand) throw fail('SIN_ACADEMIA', { retryAfter: 60 })
    return brand
  }
  const enter: EnterBrand = async (request, reply, stateOf) => {
    const brand = await visitOf(request, stateOf(BRAND_TABLES))
    if (!brand) return NO_BRAND
    if (brand.chosen) reply.header('set-cookie', brandCookie(brand.id, secure))
    if (!brand.unknown) return brand.id
    reply.redirect(BRANDS)
  }
  return { brandOf, enter }
}
