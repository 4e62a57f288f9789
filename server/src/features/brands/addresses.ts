import type { Brand } from '@campus/contract/brands'
import { DEFAULT_BRAND } from '@campus/contract/rules'

type Named = { id: number; slug: string; dominios: string[] }

/** Where a brand's public pages live on the web. */
export type BrandAddress = Pick<Brand, 'url_base' | 'canonica_con_marca'>

/**
 * The one rule of a brand's public addresses, said by the canonical links, the site map and what is shared: a brand
 * with host names has its pages there (under the public address itself when that is one of them, else the first);
 * one without is shown under the public address, and, unless it is the brand of a visit that names none, only with
 * `?marca=<slug>` (contract section 3). A brand's host speaks the public address's protocol.
 */
export function addressOfBrand({ id, dominios }: Named, publicUrl: string): BrandAddress {
  const { protocol, hostname } = new URL(publicUrl)
  const [first] = dominios
  if (first === undefined) return { url_base: publicUrl, canonica_con_marca: id !== DEFAULT_BRAND }
  return { url_base: dominios.includes(hostname) ? publicUrl : `${protocol}//${first}`, canonica_con_marca: false }
}

/** The absolute address of a public page of a brand: the page's canonical one. `path` begins with `/`. */
export function pageAddress(
  { url_base, canonica_con_marca, slug }: BrandAddress & { slug: string },
  path: string,
): string {
  return `${url_base}${path}${canonica_con_marca ? `?marca=${slug}` : ''}`
}
