import type { Brand } from '@campus/contract/brands'
import type { Course, Teacher } from '@campus/contract/catalogue'
import { describe, expect, it } from 'vitest'
import { breadcrumbs, courseList, organization, questions, type Thing, website } from './schema-org'
import { course, isoDuration } from './schema-org-course'
import { seo } from './seo'
import { siteOf } from './site'

const BRAND: Brand = {
  id: 2,
  slug: 'qhapaq',
  nombre: 'Academia Qhapaq',
  lema: 'Aprende creando, paso a paso',
  logo: '/api/storage/imagenes/a-1280.webp',
  isotipo: '/api/storage/imagenes/b-1280.webp',
  color_primario: '#4F3FE0',
  color_acento: '#FF7A45',
  razon_social: 'Academia Qhapaq S.A.C.',
  ruc: '20600000002',
  direccion: 'Av. Arequipa 1234, Lima',
  telefono: '+51 1 555 0102',
  correo: 'hola@qhapaq.demo.pe',
  redes: { facebook: 'https://www.facebook.com/qhapaq', raro: 'javascript:alert(1)' },
  descuento_referido: 0,
  devolucion_dias: 7,
  devolucion_avance: 20,
  cobra_en_linea: true,
  envia_correos: true,
  url_base: 'https://campus.pe',
  canonica_con_marca: false,
}
const OTHER: Brand = { ...BRAND, id: 1, slug: 'cumbre', nombre: 'Escuela Cumbre', canonica_con_marca: true }

const TEACHER: Teacher = {
  id: 5,
  nombres: 'Rosa Elena',
  apellidos: 'Huamán',
  profesion: null,
  foto_perfil: null,
  biography: null,
}
const COURSE: Course = {
  id: 7,
  nombre: 'Blender <desde cero> & más',
  descripcion: '<p>Anima en 3D.</p><p>Paso a paso.</p>',
  aprenderas: ['Modelar', 'Animar'],
  nivel: 'Básico',
  costo: 149,
  precio_regular: 178.8,
  oferta_hasta: null,
  horas: 1.5,
  fecha_inicio: '2099-12-01',
  imagen: '/api/storage/imagenes/c-1280.webp',
  id_categoria: 1,
  categoria: 'Animación y 3D',
}

/**
 * Of each type that is written here: what Google's documentation demands, then what it recommends or schema.org allows, as
 * far as we say it. A property that is in neither is a mistake in writing or of another type. No outside validator has read
 * the pages: none works without a network.
 */
const VOCABULARY: Record<string, [required: string, more?: string]> = {
  Organization: ['name url', '@id legalName taxID slogan logo image email telephone address contactPoint sameAs'],
  ContactPoint: ['contactType', 'email telephone areaServed availableLanguage'],
  PostalAddress: ['streetAddress addressCountry'],
  WebSite: ['name url', '@id inLanguage publisher potentialAction'],
  SearchAction: ['target query-input'],
  EntryPoint: ['urlTemplate'],
  Course: [
    'name description provider offers',
    '@id url image inLanguage educationalLevel about teaches hasCourseInstance',
  ],
  Offer: ['price priceCurrency category', 'url availability priceValidUntil'],
  CourseInstance: ['courseMode courseWorkload', 'startDate instructor'],
  Person: ['name', 'jobTitle'],
  ItemList: ['itemListElement'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position name', 'item url'],
  FAQPage: ['mainEntity'],
  Question: ['name acceptedAnswer'],
  Answer: ['text'],
}
/** What a course and an academy that have all of it say. */
const FULL = {
  Course: VOCABULARY.Course?.join(' ').split(' ') ?? [],
  Organization: VOCABULARY.Organization?.join(' ').split(' ') ?? [],
}
const ADDRESSES = ['url', 'item', 'image', 'logo', 'sameAs', '@id', 'urlTemplate', 'availability']
const FORMS: Record<string, RegExp> = {
  price: /^\d+\.\d\d$/,
  priceCurrency: /^PEN$/,
  priceValidUntil: /^\d{4}-\d\d-\d\d$/,
  startDate: /^\d{4}-\d\d-\d\d$/,
  courseWorkload: /^PT(?=[1-9])(\d+H)?(\d+M)?$/,
  category: /^(Paid|Free)$/,
  courseMode: /^Online$/,
}

/** Everything that is wrong with a thing and the things in it. */
function faults(thing: unknown, path = '$'): string[] {
  if (Array.isArray(thing)) return thing.flatMap((one, index) => faults(one, `${path}[${index}]`))
  if (typeof thing !== 'object' || thing === null) return []
  const properties = Object.entries(thing)
  const type = (thing as { '@type'?: string })['@type']
  const reference = type === undefined && properties.length === 1 && '@id' in thing
  const words = VOCABULARY[type ?? '']
  if (!words && !reference) return [`${path}: unknown type ${type}`]
  const [required = [], more = []] = words?.map((names) => names?.split(' ')) ?? []
  const lost = required.filter((name) => !(name in thing)).map((name) => `${path}: ${type} without ${name}`)
  const known = ['@type', '@id', ...required, ...more]
  const strange = properties.filter(([name]) => !known.includes(name)).map(([name]) => `${path}: ${type} with ${name}`)
  const wrong = properties.flatMap(([name, value]) => {
    const values = [value].flat()
    if (values.some((one) => one === '' || one === null)) return [`${path}.${name} is empty`]
    const strings = values.filter((one) => typeof one === 'string')
    if (ADDRESSES.includes(name) && strings.some((one) => !/^https:\/\/[^/]/.test(one)))
      return [`${path}.${name} is not absolute: ${strings}`]
    const form = FORMS[name]
    return form && strings.some((one) => !form.test(one)) ? [`${path}.${name}: ${strings}`] : []
  })
  return [...lost, ...strange, ...wrong, ...properties.flatMap(([name, value]) => faults(value, `${path}.${name}`))]
}

const asRead = (thing: Thing): unknown => JSON.parse(JSON.stringify(thing))

describe.each([BRAND, OTHER])('structured data of $nombre', (brand) => {
  const site = siteOf(brand)
  it.each<[string, Thing]>([
    ['the academy', organization(site)],
    [
      'an academy that says little of itself',
      organization(
        siteOf({
          ...brand,
          logo: null,
          isotipo: null,
          direccion: '',
          correo: '',
          telefono: '',
          ruc: '',
          razon_social: '',
          lema: '',
        }),
      ),
    ],
    ['the site', website(site)],
    ['a course', course(site, { ...COURSE, docentes: [TEACHER, { ...TEACHER, profesion: 'Animadora' }] })],
    [
      'a bare course',
      course(site, {
        ...COURSE,
        descripcion: '',
        aprenderas: [],
        imagen: null,
        fecha_inicio: null,
        nivel: '',
        costo: 0,
        horas: 0,
      }),
    ],
    ['a course on promotion', course(site, { ...COURSE, oferta_hasta: '2026-12-02T02:00:00+00:00' })],
    ['a list of courses', courseList(site, [COURSE, { ...COURSE, id: 8 }])],
    [
      'breadcrumbs',
      breadcrumbs(site, [
        { name: 'Cursos', path: '/cursos' },
        { name: 'Blender', path: '/detallecurso/7' },
      ]),
    ],
    ['questions', questions([{ question: '¿Hay examen?', answer: '<p>Sí.</p>' }])],
  ])('%s has what its type demands', (_, thing) => expect(faults(asRead(thing))).toEqual([]))
})

describe('a course', () => {
  it('costs soles and names its days in Lima', () => {
    expect(asRead(course(siteOf(BRAND), { ...COURSE, oferta_hasta: '2026-12-02T02:00:00+00:00' }))).toMatchObject({
      name: 'Blender <desde cero> & más',
      description: 'Anima en 3D. Paso a paso.',
      url: 'https://campus.pe/detallecurso/7',
      offers: { price: '149.00', priceCurrency: 'PEN', priceValidUntil: '2026-12-01', category: 'Paid' },
      hasCourseInstance: { courseMode: 'Online', courseWorkload: 'PT1H30M', startDate: '2099-12-01' },
    })
  })

  it.each([
    [120, 'PT2H'],
    [90, 'PT1H30M'],
    [15, 'PT15M'],
    [0, undefined],
    [2400, 'PT40H'],
  ])('of %d minutes takes %s', (minutes, duration) => expect(isoDuration(minutes)).toBe(duration))

  it('without declared hours takes what its lessons take, and says nothing where they take none', () => {
    const modulos = [{ lecciones: [{ duracion: 20 }, { duracion: 45 }] }, { lecciones: [] }]
    const said = (more: object) => asRead(course(siteOf(BRAND), { ...COURSE, horas: 0, ...more }))
    expect(said({ modulos })).toMatchObject({ hasCourseInstance: { courseWorkload: 'PT1H5M' } })
    expect(said({})).not.toHaveProperty('hasCourseInstance')
  })

  it('and an academy say all that they have', () => {
    const site = siteOf(BRAND)
    expect(Object.keys(asRead(course(site, COURSE)) as object)).toEqual(expect.arrayContaining(FULL.Course))
    expect(Object.keys(asRead(organization(site)) as object)).toEqual(expect.arrayContaining(FULL.Organization))
  })
})

it('only addresses of the web are an academy’s networks', () => {
  expect(organization(siteOf(BRAND)).sameAs).toEqual(['https://www.facebook.com/qhapaq'])
})

it('breadcrumbs begin at the landing page and count from 1', () => {
  expect(asRead(breadcrumbs(siteOf(OTHER), [{ name: 'Cursos', path: '/cursos' }]))).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Inicio', item: 'https://campus.pe/?marca=cumbre' },
      { '@type': 'ListItem', position: 2, name: 'Cursos', item: 'https://campus.pe/cursos?marca=cumbre' },
    ],
  })
})

describe('seo', () => {
  const at = (brand: Brand, pathname: string): Parameters<typeof seo>[0] => ({
    matches: [{ loaderData: { brand, brands: [brand], colors: '', courses: [], categories: [] } }],
    location: { pathname },
  })
  const page = { title: 'Cursos', description: 'Todos los cursos.' }
  const found = (tags: unknown[], name: string) => tags.find((tag) => JSON.stringify(tag).includes(`"${name}"`))

  it.each([
    [BRAND, '/', 'https://campus.pe/'],
    [BRAND, '/cursos/', 'https://campus.pe/cursos'],
    [OTHER, '/', 'https://campus.pe/?marca=cumbre'],
    [OTHER, '/cursos/3', 'https://campus.pe/cursos/3?marca=cumbre'],
    [{ ...OTHER, url_base: 'https://cumbre.pe', canonica_con_marca: false }, '/cursos', 'https://cumbre.pe/cursos'],
  ])('the canonical address of $0.slug at %s', (brand, path, href) => {
    const tags = seo(at(brand, path), page)
    expect(found(tags, 'canonical')).toEqual({ tagName: 'link', rel: 'canonical', href })
    expect(found(tags, 'og:url')).toEqual({ property: 'og:url', content: href })
  })

  it('names the page, then the academy, unless `alone`', () => {
    expect(seo(at(BRAND, '/cursos'), page)[0]).toEqual({ title: 'Cursos · Academia Qhapaq' })
    expect(seo(at(BRAND, '/'), { ...page, title: 'Academia Qhapaq', alone: true })[0]).toEqual({
      title: 'Academia Qhapaq',
    })
  })

  it('shares the picture drawn for the page with its size and type, or the academy’s', () => {
    const tags = seo(at(BRAND, '/detallecurso/7'), { ...page, card: { path: 'cursos/7', alt: 'Blender' } })
    const property = (name: string, content: string) => expect(found(tags, name)).toEqual({ property: name, content })
    property('og:image', 'https://campus.pe/api/compartir/cursos/7')
    property('og:image:type', 'image/png')
    property('og:image:width', '1200')
    property('og:image:height', '630')
    property('og:image:alt', 'Blender')
    expect(found(tags, 'twitter:card')).toEqual({ name: 'twitter:card', content: 'summary_large_image' })
    expect(found(seo(at(BRAND, '/cursos'), page), 'og:image')).toEqual({
      property: 'og:image',
      content: `https://campus.pe/api/compartir/clientes/${BRAND.id}`,
    })
  })

  it('cuts long descriptions between words', () => {
    const tags = seo(at(BRAND, '/cursos'), { ...page, description: 'palabra '.repeat(60) })
    const [, description] = tags as { content?: string }[]
    expect(description?.content?.length).toBeLessThanOrEqual(160)
    expect(description?.content).toMatch(/palabra…$/)
  })

  it('a page that is left out has no canonical address', () => {
    const tags = seo(at(BRAND, '/certificado'), { ...page, index: false })
    expect(found(tags, 'robots')).toEqual({ name: 'robots', content: 'noindex' })
    expect(found(tags, 'canonical')).toBeUndefined()
  })

  it('puts all structured data into one graph, or none', () => {
    const tags = seo(at(BRAND, '/'), { ...page, data: (site) => [organization(site), website(site)] })
    expect(found(tags, 'script:ld+json')).toMatchObject({
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@graph': [{ '@type': 'Organization' }, { '@type': 'WebSite' }],
      },
    })
    expect(found(seo(at(BRAND, '/'), page), 'script:ld+json')).toBeUndefined()
  })

  it('is silent when even the academy could not be read', () => {
    expect(seo({ matches: [{ loaderData: undefined }], location: { pathname: '/' } }, page)).toEqual([])
  })
})
