import type { Db } from '../../platform/db/database.ts'
import { remembered } from '../../platform/db/remembered.ts'
import { isDatabaseAway } from '../../platform/http/failures.ts'
import type { BrandOfVisit } from '../../platform/http/http.ts'
import { brandOfVisit, listBrands } from './brands.ts'

const KEPT_MS = 10_000

/** What an address says of its brand. */
const namedIn = remembered((address) => {
  const url = new URL(`http://campus.internal${address}`)
  return {
    marca: url.searchParams.get('marca') ?? undefined,
    loginMarca: url.pathname.match(/^\/login\/([^/]+)/)?.[1],
  }
})

/** Says which brand a request belongs to (contract section 3); `forget` drops what it remembers of the brands. */
export function createBrandResolver(db: Db): { brandOf: BrandOfVisit; forget: () => void } {
  let kept: { until: number; brands: ReturnType<typeof listBrands> } | undefined
  const forget = () => {
    kept = undefined
  }
  const brandOf: BrandOfVisit = async (request) => {
    // Public data, the same for everyone: a few seconds old is fine, a query per page view is not.
    if (!kept || kept.until < Date.now()) {
      const before = kept?.brands
      // While the database is away the pages that are kept go on, for the brands that were there.
      const brands = listBrands(db).catch((error) => {
        if (before && isDatabaseAway(error)) return before
        throw error
      })
      brands.catch(forget)
      kept = { until: Date.now() + KEPT_MS, brands }
    }
    return brandOfVisit(await kept.brands, {
      ...namedIn(request.url),
      host: request.hostname,
      cookie: request.headers.cookie?.match(/(?:^|;\s*)marca=([^;]+)/)?.[1],
    })
  }
  return { brandOf, forget }
}
