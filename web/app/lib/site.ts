import type { Brand } from '@campus/contract/brands'

export type Site = {
  brand: Brand
  page: (path: string) => string
  file: (src: string) => string
}

/** The same rule as the sitemap's (`Brand.url_base`, `Brand.canonica_con_marca`). */
export function siteOf(brand: Brand): Site {
  const brandQuery = brand.canonica_con_marca ? `?marca=${encodeURIComponent(brand.slug)}` : ''
  return {
    brand,
    page: (path) => `${brand.url_base}${path === '/' ? path : path.replace(/\/+$/, '')}${brandQuery}`,
    file: (src) => new URL(src, brand.url_base).href,
  }
}
