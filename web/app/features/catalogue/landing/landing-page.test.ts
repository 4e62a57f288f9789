import type { Brand } from '@campus/contract/brands'
import type { LandingPage as LandingData, ShopCard, Teacher } from '@campus/contract/catalogue'
import { plainText } from '@campus/contract/plain-text'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, Outlet, RouterContextProvider, useLoaderData } from 'react-router'
import { describe, expect, it } from 'vitest'
import { requestContext } from '../../../lib/request-context'
import { ByRouter } from '../../../lib/router-way'
import LandingPage, { loader, shouldRevalidate } from './landing-page'

/** As web/app/root.tsx draws it. */
const Root = () => createElement(ByRouter, null, createElement(Outlet))

/** The text of a screen, with adjacent inline elements joined. */
const wordsOf = (html: string): string => plainText(html.replaceAll('<', ' <'))

const BRAND: Brand = {
  id: 2,
  slug: 'qhapaq',
  nombre: 'Academia Qhapaq',
  lema: 'Aprende creando',
  logo: null,
  isotipo: null,
  color_primario: '#4F3FE0',
  color_acento: '#FF7A45',
  razon_social: '',
  ruc: '',
  direccion: '',
  telefono: '',
  correo: '',
  redes: {},
  descuento_referido: 0,
  devolucion_dias: 7,
  devolucion_avance: 20,
  cobra_en_linea: true,
  envia_correos: true,
  url_base: 'https://campus.pe',
  canonica_con_marca: false,
}

const EMPTY: LandingData = {
  cursos: [],
  estudiantes: 0,
  docentes: [],
  botones: {
    banner_uno: null,
    link_banner_uno: null,
    banner_dos: null,
    link_banner_dos: null,
    boton_1: null,
    link_boton_1: null,
    boton_2: null,
    link_boton_2: null,
    boton_3: null,
    link_boton_3: null,
  },
  portada: {
    apertura: null,
    orden: ['opiniones', 'docentes', 'bloques'],
    bloques: [],
    testimonios: [],
    valoracion: null,
  },
}

const COURSE: ShopCard = {
  ensenan: ['Rosa Elena Huamán'],
  lecciones: 10,
  minutos: 133,
  certificado: true,
  id: 7,
  nombre: 'Animación 3D',
  nivel: 'Básico',
  costo: 149,
  precio_regular: 178.8,
  oferta_hasta: null,
  horas: 12,
  fecha_inicio: null,
  imagen: null,
  id_categoria: 1,
  categoria: 'Animación',
}
const TEACHER: Teacher = {
  id: 5,
  nombres: 'Rosa Elena',
  apellidos: 'Huamán',
  profesion: 'Animadora',
  foto_perfil: null,
  biography: 'Anima personajes.\nY enseña.',
}

/** The page with its loader's data. */
const Page = () => createElement(LandingPage, useLoaderData<Parameters<typeof LandingPage>[0]>())

/** The server-rendered page. */
function htmlOf(loaderData: LandingData | null, address = '/'): string {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: Root,
      children: [{ id: 'page', index: true, Component: Page }],
    },
  ])
  const root = { brand: BRAND, brands: [BRAND], colors: { primary: [], accent: [] }, courses: [] }
  const page = createElement(Stub, {
    initialEntries: [address],
    hydrationData: { loaderData: { root, page: { loaderData } } },
  })
  return renderToString(page)
}

const textOf = (...args: Parameters<typeof htmlOf>): string => wordsOf(htmlOf(...args))

describe('the landing page', () => {
  it('of a brand without content shows its empty states', () => {
    const text = textOf(EMPTY)
    expect(text).toContain('No hay banners disponibles')
    expect(text).toContain('Todos los cursos en un solo lugar')
    expect(text).toContain('No hay cursos disponibles')
    expect(text).not.toContain('Conoce a tus docentes')
    expect(text).not.toContain('Lo que dicen nuestros estudiantes')
    expect(text).not.toContain('de 5')
  })

  it('without data still renders, shows the error and offers a retry', () => {
    const text = textOf(null)
    expect(text).toContain('Hubo un error al cargar los docentes.')
    expect(text).toContain('Hubo un error al cargar los Cursos.')
    expect(text).toContain('Reintentar')
    for (const empty of ['No hay cursos disponibles', 'No hay banners disponibles']) expect(text).not.toContain(empty)
  })

  it('shows level, name and price of a course, and where it leads', () => {
    const html = htmlOf({ ...EMPTY, cursos: [COURSE] })
    expect(wordsOf(html)).toMatch(
      /Básico Animación 3D Rosa Elena Huamán 10 lecciones · 2 h 13 min · certificado Precio regular: S\/ 178\.80 Ahora: S\/ 149\.00/,
    )
    expect(html).toContain('href="/detallecurso/7"')
  })

  it('strikes no price that the server does not strike', () => {
    const course = { ...COURSE, precio_regular: null }
    expect(textOf({ ...EMPTY, cursos: [course] })).not.toContain('Precio regular')
  })

  it('opens with the academy’s words and proof that is counted; without words, with its motto', () => {
    const apertura = {
      titular: 'De la idea al corto',
      texto: 'Sin pagar programas.',
      boton: 'Empezar',
      enlace: '/cursos/3',
    }
    const data = { ...EMPTY, estudiantes: 40, cursos: [COURSE], portada: { ...EMPTY.portada, apertura } }
    const html = htmlOf(data)
    expect(html).toMatch(/<h1[^>]*>De la idea al corto<\/h1>/)
    expect(html).toMatch(/href="\/cursos\/3"[^>]*>Empezar/)
    expect(wordsOf(html)).toContain('40 estudiantes 10 lecciones en 1 curso 1 curso con certificado verificable')
    expect(textOf({ ...data, estudiantes: 3 })).not.toContain('3 estudiantes')
    expect(htmlOf(EMPTY)).toMatch(/<h1[^>]*>Aprende creando<\/h1>/)
  })

  it('promises certificates only where a course gives one', () => {
    expect(textOf({ ...EMPTY, cursos: [COURSE] })).toContain('Certificado con código único')
    const without = textOf({ ...EMPTY, cursos: [{ ...COURSE, certificado: false }] })
    expect(without).not.toMatch(/certificado/i)
  })

  it('leads a guest by a banner to open pages only, each in a new tab', () => {
    const botones = { ...EMPTY.botones, banner_uno: '/a.webp', banner_dos: '/b.webp', link_banner_dos: '/calendario' }
    const html = htmlOf({ ...EMPTY, botones: { ...botones, link_banner_uno: '/premios' } })
    expect(html).toMatch(/<a href="\/premios" target="_blank" rel="noopener noreferrer"/)
    expect(html).not.toContain('href="/calendario"')
  })

  it('keeps the brand’s order of the parts', () => {
    const portada: LandingData['portada'] = {
      ...EMPTY.portada,
      bloques: [{ titulo: 'Microcursos', texto: 'Cortos.', imagen: '/x.webp' }],
      testimonios: [{ texto: 'Me sirvió.', autor: 'Lucía', detalle: 'Guion' }],
    }
    expect(textOf({ ...EMPTY, portada })).toMatch(/Me sirvió.*Microcursos/)
    expect(textOf({ ...EMPTY, portada: { ...portada, orden: ['bloques', 'docentes', 'opiniones'] } })).toMatch(
      /Microcursos.*Me sirvió/,
    )
  })

  it.each([
    [2, 2],
    [4, 3],
    [5, 3],
    [7, 6],
    [12, 9],
    [40, 9],
  ])('of %i courses shows %i, in whole rows; the rest is behind Ver más', (all, shown) => {
    const cursos = Array.from({ length: all }, (_, id) => ({ ...COURSE, id: id + 1 }))
    const html = htmlOf({ ...EMPTY, cursos })
    expect(html.match(/<article/g)).toHaveLength(shown)
    const more = all > 3 ? `Ver más: los ${all} cursos` : 'Ver más cursos'
    expect(html).toMatch(new RegExp(`href="/cursos"[^>]*><span>${more}<`))
  })

  it('opens a teacher’s profile by its address, readable without JavaScript', () => {
    const closed = htmlOf({ ...EMPTY, docentes: [TEACHER] })
    expect(closed).not.toContain('<dialog')
    expect(closed).toContain('href="/?docente=5"')
    const open = htmlOf({ ...EMPTY, docentes: [TEACHER] }, '/?docente=5')
    const dialog = /<dialog[^>]* open.*<\/dialog>/s.exec(open)?.[0] ?? ''
    expect(wordsOf(dialog)).toBe('Rosa Elena Huamán Animadora Anima personajes. Y enseña.')
    expect(htmlOf({ ...EMPTY, docentes: [TEACHER] }, '/?docente=6')).not.toContain('<dialog')
  })

  it('shows the academy’s own reasons, rating and voices', () => {
    const text = textOf({
      ...EMPTY,
      portada: {
        ...EMPTY.portada,
        bloques: [{ titulo: 'Microcursos', texto: 'Videos de 10 minutos como máximo.', imagen: null }],
        testimonios: [{ texto: 'Me sirvió el lunes.', autor: 'Lucía', detalle: 'Estudiante de guion' }],
        valoracion: 4.7,
      },
    })
    expect(text).toContain('Microcursos Videos de 10 minutos como máximo.')
    expect(text).toContain('4.7 de 5')
    expect(text).toMatch(/Me sirvió el lunes\. L Lucía Estudiante de guion/)
  })

  it('links of banners that are no addresses of the web lead nowhere', () => {
    const botones = { ...EMPTY.botones, banner_uno: '/a.webp', link_banner_uno: 'javascript:alert(1)' }
    expect(htmlOf({ ...EMPTY, botones })).not.toContain('javascript:')
  })
})

describe('the loader', () => {
  const ask = (answer: Response) => {
    const context = new RouterContextProvider()
    context.set(requestContext, {
      brand: 3,
      nonce: '',
      fetch: async () => answer,
      failed: () => undefined,
      styles: new Map(),
      islands: new Map(),
    })
    return loader({ context })
  }

  it('returns the data of the API', async () => {
    expect(await ask(Response.json({ data: EMPTY }))).toMatchObject({ data: EMPTY, init: null })
  })

  it('returns no data when the API fails, so that the page is not cached, and sends retry-after', async () => {
    const failed = Response.json({ message: 'Ocurrió un error inesperado.' }, { status: 500 })
    expect(await ask(failed)).toMatchObject({ data: null, init: { status: 503, headers: { 'retry-after': '10' } } })
  })
})

it('does not refetch when a profile opens', () => {
  const at = (from: string, to: string) =>
    shouldRevalidate({
      currentUrl: new URL(from, 'https://campus.pe'),
      nextUrl: new URL(to, 'https://campus.pe'),
      defaultShouldRevalidate: true,
    } as Parameters<typeof shouldRevalidate>[0])
  expect(at('/', '/?docente=5')).toBe(false)
  expect(at('/', '/')).toBe(true)
  expect(at('/', '/cursos')).toBe(true)
})
