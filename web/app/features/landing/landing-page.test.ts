import type { Brand } from '@campus/contract/brands'
import type { CourseCard, LandingPage as LandingData, Teacher } from '@campus/contract/catalogue'
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, Outlet, RouterContextProvider, useLoaderData } from 'react-router'
import { describe, expect, it } from 'vitest'
import { plainText } from '../../platform/plain-text'
import { requestContext } from '../../platform/request-context'
import LandingPage, { loader, shouldRevalidate } from './landing-page'

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
  url_base: 'https://campus.pe',
  canonica_con_marca: false,
}

const EMPTY: LandingData = {
  cursos: [],
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
  portada: { bloques: [], testimonios: [], valoracion: null },
}

const COURSE: CourseCard = {
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

/** The page with the data that its route was given. */
const Page = () => createElement(LandingPage, useLoaderData<Parameters<typeof LandingPage>[0]>())

/** The page as the server writes it. */
function htmlOf(loaderData: LandingData | null, address = '/'): string {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: Outlet,
      children: [{ id: 'page', index: true, Component: Page }],
    },
  ])
  const root = { brand: BRAND, brands: [BRAND], colors: { primary: [], accent: [] }, courses: [] }
  const page = createElement(Stub, {
    initialEntries: [address],
    hydrationData: { loaderData: { root, page: { loaderData } } },
  })
  return renderToString(createElement(MantineProvider, null, page))
}

const textOf = (...args: Parameters<typeof htmlOf>): string => plainText(htmlOf(...args))

describe('the landing page', () => {
  it('of a brand that has nothing yet says so in each place', () => {
    const text = textOf(EMPTY)
    expect(text).toContain('No hay banners disponibles')
    expect(text).toContain('Todos los cursos en un solo lugar')
    expect(text).toContain('No hay cursos disponibles')
    expect(text).not.toContain('Conoce a tus docentes')
    expect(text).not.toContain('Lo que dicen nuestros estudiantes')
    expect(text).not.toContain('de 5')
  })

  it('that could not be read stands, says what failed and offers to try again', () => {
    const text = textOf(null)
    expect(text).toContain('Hubo un error al cargar los docentes.')
    expect(text).toContain('Hubo un error al cargar los Cursos.')
    expect(text).toContain('Reintentar')
    for (const empty of ['No hay cursos disponibles', 'No hay banners disponibles']) expect(text).not.toContain(empty)
  })

  it('shows level, name and price of a course, and where it leads', () => {
    const html = htmlOf({ ...EMPTY, cursos: [COURSE] })
    expect(plainText(html)).toMatch(/Básico Animación 3D 12 horas S\/ 149\.00/)
    expect(html).toContain('href="/detallecurso/7"')
    expect(plainText(html), 'without a promotion nothing is struck').not.toContain('178.80')
  })

  it('strikes the regular price while a real promotion runs', () => {
    const course = { ...COURSE, costo: 99, precio_regular: 149, oferta_hasta: '2030-01-01T00:00:00+00:00' }
    expect(textOf({ ...EMPTY, cursos: [course] })).toContain('Precio regular: S/ 149.00 Ahora: S/ 99.00')
  })

  it('shows at most nine courses; the rest is behind Ver más', () => {
    const cursos = Array.from({ length: 12 }, (_, id) => ({ ...COURSE, id: id + 1 }))
    const html = htmlOf({ ...EMPTY, cursos })
    expect(html.match(/<article/g)).toHaveLength(9)
    expect(html).toMatch(/href="\/cursos"[^>]*>Ver más/)
  })

  it('opens a teacher’s profile by its address, readable without JavaScript', () => {
    const closed = htmlOf({ ...EMPTY, docentes: [TEACHER] })
    expect(closed).not.toContain('<dialog')
    expect(closed).toContain('href="/?docente=5"')
    const open = htmlOf({ ...EMPTY, docentes: [TEACHER] }, '/?docente=5')
    const dialog = /<dialog[^>]* open.*<\/dialog>/s.exec(open)?.[0] ?? ''
    expect(plainText(dialog)).toBe('Rosa Elena Huamán Animadora Anima personajes. Y enseña.')
    expect(htmlOf({ ...EMPTY, docentes: [TEACHER] }, '/?docente=6')).not.toContain('<dialog')
  })

  it('shows the academy’s own reasons, rating and voices', () => {
    const text = textOf({
      ...EMPTY,
      portada: {
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

describe('what the page is told', () => {
  const ask = (answer: Response) => {
    const context = new RouterContextProvider()
    context.set(requestContext, { brand: 3, nonce: '', fetch: async () => answer, failed: () => undefined })
    return loader({ context })
  }

  it('is one answer of the API', async () => {
    expect(await ask(Response.json({ data: EMPTY }))).toMatchObject({ data: EMPTY, init: null })
  })

  it('is nothing when the API fails: a page that is not kept and says when to come back', async () => {
    const failed = Response.json({ message: 'Ocurrió un error inesperado.' }, { status: 500 })
    expect(await ask(failed)).toMatchObject({ data: null, init: { status: 503, headers: { 'retry-after': '10' } } })
  })
})

it('opening a profile asks the server for nothing', () => {
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
