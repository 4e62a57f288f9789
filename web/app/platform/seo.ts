import type { MetaDescriptor } from 'react-router'
import type { RootData } from './brand'
import { excerpt } from './plain-text'
import type { Thing } from './schema-org'
import { type Site, siteOf } from './site'

/** Search engines show about so many characters of a description. */
const DESCRIPTION_LENGTH = 160

/** A picture that stands for a page where it is shared; `src` as the API gives it. */
export type ShareImage = { src: string; alt: string; width: number; height: number }

/** What a page says of itself to search engines and to whoever shares it. */
export type PageSeo = {
  /** The title without the academy's name, which is added behind it. */
  title: string
  /** The title stands alone: it names the academy itself. */
  alone?: boolean
  /** One or two sentences without HTML; cut at {@link DESCRIPTION_LENGTH}. */
  description: string
  /** The page's one address, when it is not the path of the visit. Queries are no pages of their own. */
  path?: string
  image?: ShareImage | null
  type?: 'website' | 'article'
  /** False: search engines are asked to leave the page out. */
  index?: boolean
  /** Structured data, made by the functions of `schema-org.ts`. */
  data?: (site: Site) => Thing[]
}

function shared(site: Site, page: PageSeo, title: string, description: string, url: string): MetaDescriptor[] {
  const { brand } = site
  const own: ShareImage | null = brand.isotipo
    ? { src: brand.isotipo, alt: brand.nombre, width: 1280, height: 1280 }
    : null
  const image = page.image ?? own
  const tags: [property: string, content: string | number][] = [
    ['og:type', page.type ?? 'website'],
    ['og:site_name', brand.nombre],
    ['og:locale', 'es_PE'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
  ]
  if (image)
    tags.push(
      ['og:image', site.file(image.src)],
      ['og:image:width', image.width],
      ['og:image:height', image.height],
      ['og:image:alt', image.alt],
    )
  return [
    ...tags.map(([property, content]) => ({ property, content: String(content) })),
    { name: 'twitter:card', content: page.image ? 'summary_large_image' : 'summary' },
  ]
}

type MetaArgs = {
  matches: readonly [{ loaderData?: RootData | undefined }, ...unknown[]]
  location: { pathname: string }
}

/**
 * Everything that stands in a page's head for search engines and shared links: title, description, canonical address,
 * Open Graph and structured data. For a route's `meta`: `export const meta = (args) => seo(args, {...})`; the page's
 * `PageHead` then names no title of its own (`documentTitle={null}`). Nothing when the root has no data.
 */
export function seo({ matches: [root], location }: MetaArgs, page: PageSeo): MetaDescriptor[] {
  if (!root.loaderData) return []
  const site = siteOf(root.loaderData.brand)
  const title = page.alone ? page.title : `${page.title} · ${site.brand.nombre}`
  const description = excerpt(page.description, DESCRIPTION_LENGTH)
  const url = site.page(page.path ?? location.pathname)
  const data = page.data?.(site) ?? []
  // An address that search engines leave out is nobody's canonical one.
  const place: MetaDescriptor =
    page.index === false ? { name: 'robots', content: 'noindex' } : { tagName: 'link', rel: 'canonical', href: url }
  return [
    { title },
    { name: 'description', content: description },
    place,
    ...shared(site, page, title, description, url),
    ...(data.length > 0 ? [{ 'script:ld+json': { '@context': 'https://schema.org', '@graph': data } }] : []),
  ]
}
