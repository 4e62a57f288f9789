import type { Brand } from '@campus/contract/brands'

/** A brand's place on the web: absolute addresses of its pages and files. */
export type Site = {
  brand: Brand
  /** The canonical address of a page, `path` without a query. */
  page: (path: string) => string
  /** The address of a picture or file; one from elsewhere is kept as it is. */
  file: (src: string) => string
}

/** Where a brand's pages live: the same rule as the site map's (`Brand.url_base`, `Brand.canonica_con_marca`). */
export function siteOf(brand: Brand): Site {
  const mark = brand.canonica_con_marca ? `?marca=${encodeURIComponent(brand.slug)}` : ''
  return {
    brand,
    page: (path) => `${brand.url_base}${path === '/' ? path : path.replace(/\/+$/, '')}${mark}`,
    file: (src) => new URL(src, brand.url_base).href,
  }
}
