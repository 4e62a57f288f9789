import type { Course } from '@campus/contract/catalogue'
import type { Site } from './site'

type Value = string | number | boolean | Thing | readonly (string | Thing)[]

/** A schema.org node as JSON-LD; undefined properties are omitted. */
export type Thing = { readonly [property: string]: Value | undefined }

const organizationId = (site: Site) => `${site.page('/')}#organizacion`

export const provider = (site: Site): Thing => ({
  '@type': 'Organization',
  '@id': organizationId(site),
  name: site.brand.nombre,
  url: site.page('/'),
})

export function organization(site: Site): Thing {
  const { brand } = site
  return {
    ...provider(site),
    legalName: brand.razon_social || undefined,
    taxID: brand.ruc || undefined,
    slogan: brand.lema || undefined,
    logo: brand.logo ? site.file(brand.logo) : undefined,
    image: brand.isotipo ? site.file(brand.isotipo) : undefined,
    email: brand.correo || undefined,
    telephone: brand.telefono || undefined,
    address: brand.direccion
      ? { '@type': 'PostalAddress', streetAddress: brand.direccion, addressCountry: 'PE' }
      : undefined,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: brand.correo || undefined,
      telephone: brand.telefono || undefined,
      areaServed: 'PE',
      availableLanguage: 'es',
    },
    sameAs: Object.values(brand.redes).filter((address) => /^https?:\/\//.test(address)),
  }
}

export function website(site: Site): Thing {
  const catalogue = site.page('/cursos')
  return {
    '@type': 'WebSite',
    '@id': `${site.page('/')}#sitio`,
    name: site.brand.nombre,
    url: site.page('/'),
    inLanguage: 'es-PE',
    publisher: { '@id': organizationId(site) },
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${catalogue}${catalogue.includes('?') ? '&' : '?'}buscar={termino}`,
      },
      'query-input': 'required name=termino',
    },
  }
}

export function courseList(site: Site, courses: readonly Pick<Course, 'id' | 'nombre'>[]): Thing {
  return {
    '@type': 'ItemList',
    itemListElement: courses.map(({ id, nombre }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: nombre,
      url: site.page(`/detallecurso/${id}`),
    })),
  }
}

export function breadcrumbs(site: Site, crumbs: readonly { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Inicio', path: '/' }, ...crumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.page(path),
    })),
  }
}

/** The answers may be sanitized HTML. */
export function questions(list: readonly { question: string; answer: string }[]): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: list.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
