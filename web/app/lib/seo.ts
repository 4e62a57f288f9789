import { SHARE_HEIGHT, SHARE_TYPE, SHARE_WIDTH } from '@campus/contract/share-size'
import { shorten } from '@campus/contract/shorten'
import type { MetaDescriptor } from 'react-router'
import type { RootData } from './root-data'
import type { Thing } from './schema-org'
import { type Site, siteOf } from './site'

/** Search engines cut longer descriptions. */
const DESCRIPTION_LENGTH = 160

/** The picture is drawn by server/src/features/sharing. */
export type ShareCard = { path: `cursos/${number}` | `invitaciones/${number}` | `certificados/${string}`; alt: string }

export type PageSeo = {
  /** Without the academy's name, which is appended. */
  title: string
  /** The title already contains the academy's name. */
  alone?: boolean
  /** Plain text; cut at {@link DESCRIPTION_LENGTH}. */
  description: string
  /** The canonical path when it is not the current one. */
  path?: string
  /** Where a shared link leads, when that is not the canonical URL. */
  url?: string
  card?: ShareCard
  type?: 'website' | 'article'
  index?: boolean
  data?: (site: Site) => Thing[]
}

export function cardTags(site: Site, card?: ShareCard): MetaDescriptor[] {
  const { path, alt } = card ?? { path: `clientes/${site.brand.id}`, alt: site.brand.nombre }
  const tags: [property: string, content: string | number][] = [
    ['og:image', site.file(`/api/compartir/${path}`)],
    ['og:image:type', SHARE_TYPE],
    ['og:image:width', SHARE_WIDTH],
    ['og:image:height', SHARE_HEIGHT],
    ['og:image:alt', alt],
  ]
  return [
    ...tags.map(([property, content]) => ({ property, content: String(content) })),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

function shared(site: Site, page: PageSeo, title: string, description: string, url: string): MetaDescriptor[] {
  const tags: [property: string, content: string][] = [
    ['og:type', page.type ?? 'website'],
    ['og:site_name', site.brand.nombre],
    ['og:locale', 'es_PE'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
  ]
  return [...tags.map(([property, content]) => ({ property, content })), ...cardTags(site, page.card)]
}

type MetaArgs = {
  matches: readonly [{ loaderData?: RootData | undefined }, ...unknown[]]
  location: { pathname: string }
}

/** For a route's `meta`; the page's PageHead gets `documentTitle={null}`. */
export function seo({ matches: [root], location }: MetaArgs, page: PageSeo): MetaDescriptor[] {
  if (!root.loaderData) return []
  const site = siteOf(root.loaderData.brand)
  const title = page.alone ? page.title : `${page.title} · ${site.brand.nombre}`
  const description = shorten(page.description, DESCRIPTION_LENGTH)
  const url = page.url ?? site.page(page.path ?? location.pathname)
  const data = page.data?.(site) ?? []
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
