import type { Profile } from '@campus/contract/accounts'
import type { BannerSettings, Brand } from '@campus/contract/brands'
import type { Certificate } from '@campus/contract/certificates'
import type { Enrollment } from '@campus/contract/learning'
import { plainText } from '@campus/contract/plain-text'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, createElement, type ReactElement, use } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, Outlet } from 'react-router'
import { describe, expect, it } from 'vitest'
import { LoginForm } from './features/accounts/accounts'
import { IdentityPanel } from './features/accounts/profile/identity-panel'
import { EarnedCertificate } from './features/certificates/certificate-card'
import { CourseCard } from './features/learning/course-card'
import { QuickLinks } from './features/learning/dashboard/quick-links'
import { Channels } from './features/support/channels'
import { bannersOf } from './lib/banners'
import { ByRouter } from './lib/router-way'
import { NavList } from './shell/nav-list'

/** As web/app/root.tsx draws it. */
const Root = () => createElement(ByRouter, null, createElement(Outlet))

const BRAND: Brand = {
  id: 2,
  slug: 'qhapaq',
  nombre: 'Academia Qhapaq',
  lema: '',
  logo: null,
  isotipo: null,
  color_primario: '#4F3FE0',
  color_acento: '#FF7A45',
  razon_social: '',
  ruc: '',
  direccion: 'Av. Arequipa 123, Lima',
  telefono: '(01) 555-0100',
  correo: 'hola@academia.pe',
  redes: { whatsapp: 'https://wa.me/51987654321' },
  descuento_referido: 0,
  devolucion_dias: 7,
  devolucion_avance: 20,
  cobra_en_linea: true,
  envia_correos: true,
  url_base: 'https://campus.pe',
  canonica_con_marca: false,
}

const Shown = createContext<ReactElement | null>(null)
const Page = () => use(Shown)

/** What the server would write of it. */
function htmlOf(element: ReactElement, address = '/'): string {
  const Stub = createRoutesStub([
    { id: 'root', path: '/', Component: Root, children: [{ id: 'page', index: true, Component: Page }] },
  ])
  const root = { brand: BRAND, brands: [BRAND], colors: { primary: [], accent: [] }, courses: [] }
  const page = createElement(Stub, { initialEntries: [address], hydrationData: { loaderData: { root, page: {} } } })
  const client = new QueryClient()
  return renderToString(createElement(QueryClientProvider, { client }, createElement(Shown, { value: element }, page)))
}

describe('the side menu', () => {
  const rows = htmlOf(createElement(NavList))
    .split('<li')
    .slice(1)
    .map((row) => ({
      who: row.match(/^[^>]*data-only="(\w+)"/)?.[1],
      label: row.match(/aria-label="([^"]+)"/)?.[1],
      to: row.match(/href="([^"]+)"/)?.[1],
    }))
  const seenBy = (who: string) => rows.filter((row) => !row.who || row.who === who)

  it('has its entries in order', () => {
    expect(seenBy('signed').map(({ label, to }) => [label, to])).toEqual([
      ['Inicio', '/inicio'],
      ['Cursos', '/cursos'],
      ['Ranking', '/premios'],
      ['Mis Cursos', '/miscursos'],
      ['Calendario', '/calendario'],
      ['Certificados', '/miscertificados'],
      ['Notificaciones', '/notificaciones'],
      ['Referidos', '/referidos'],
      ['Soporte', '/soporte'],
    ])
  })

  it('leaves out Mis Cursos, Calendario and Soporte for guests', () => {
    expect(seenBy('guest').map(({ label, to }) => [label, to])).toEqual([
      ['Inicio', '/'],
      ['Cursos', '/cursos'],
      ['Ranking', '/premios'],
      ['Certificados', '/certificado'],
      ['Notificaciones', '/notificaciones'],
      ['Referidos', '/referidos'],
    ])
  })
})

describe('the login', () => {
  it('has a mail field and a password field', () => {
    const html = htmlOf(createElement(LoginForm))
    expect(html).toMatch(/<input[^>]*type="email"[^>]*name="email"/)
    expect(html).toMatch(/<input[^>]*type="password"[^>]*name="password"/)
  })
})

describe('the dashboard', () => {
  const SETTINGS: BannerSettings = {
    banner_uno: '/a.webp',
    link_banner_uno: '/cursos',
    banner_dos: '/b.webp',
    link_banner_dos: null,
    boton_1: 'Horarios',
    link_boton_1: '/calendario',
    boton_2: 'Sin destino',
    link_boton_2: null,
    boton_3: 'Comunidad',
    link_boton_3: 'https://comunidad.pe',
  }

  it('has the banners that are set, at most two', () => {
    expect(bannersOf(SETTINGS)).toEqual([
      { image: '/a.webp', link: '/cursos' },
      { image: '/b.webp', link: null },
    ])
    expect(bannersOf({ ...SETTINGS, banner_uno: null })).toEqual([{ image: '/b.webp', link: null }])
  })

  it('has up to three buttons, those that have a link', () => {
    const html = htmlOf(createElement(QuickLinks, { settings: { ...SETTINGS, link_boton_2: '/premios' } }))
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual([
      '/calendario',
      '/premios',
      'https://comunidad.pe',
    ])
    expect(plainText(htmlOf(createElement(QuickLinks, { settings: SETTINGS })))).not.toContain('Sin destino')
  })
})

describe('a card of Mis Cursos', () => {
  const enrollment: Enrollment = {
    id: 1,
    curso: { id: 7, nombre: 'Animación 3D', imagen: '/api/storage/imagenes/abc-1280.webp', horas: 24 },
    nota: null,
    fecha_vencimiento: null,
    fecha_matricula: '2026-01-01T00:00:00.000Z',
    progreso: { lecciones: 4, completadas: 1, examenes: 0, aprobados: 0, porcentaje: 25 },
    siguiente: null,
    estado_avance: 'en_curso',
    ultima_actividad: null,
    codigo_certificado: null,
  }
  it('shows picture, name and hours', () => {
    const html = htmlOf(createElement(CourseCard, { enrollment }))
    expect(html).toMatch(/<img[^>]*src="\/api\/storage\/imagenes\/abc/)
    expect(html).toContain('href="/miscursos/7/modulos"')
    expect(plainText(html)).toMatch(/Animación 3D.*24 horas/s)
  })

  it('leads to the next piece, and once finished to the certificate', () => {
    const cardOf = (changes: Partial<Enrollment>) =>
      htmlOf(createElement(CourseCard, { enrollment: { ...enrollment, ...changes } }))
    const siguiente = {
      tipo: 'examen',
      id_curso: 7,
      id_modulo: null,
      id_evaluacion: 4,
      titulo: 'Final',
      modulo: null,
    } as const
    const current = cardOf({ siguiente })
    expect(current).toContain('href="/examen/4/7/curso"')
    expect(plainText(current)).toMatch(/1 de 4 lecciones completadas.*25\s*%.*Sigue:\s*Final.*Continuar/s)
    expect(plainText(cardOf({ siguiente, estado_avance: 'sin_empezar' }))).toContain('Empezar')
    const finished = cardOf({ siguiente, estado_avance: 'terminado', codigo_certificado: 'CERT-ABCDEFGHI' })
    expect(finished).toContain('href="/certificado/CERT-ABCDEFGHI"')
    expect(plainText(finished)).toMatch(/Terminado.*Ver certificado/s)
    expect(plainText(finished)).not.toMatch(/Empezar|Continuar|Sigue/)
  })
})

describe('a certificate of the list', () => {
  it('shows its grade and its download', () => {
    const certificate: Certificate = {
      id: 1,
      id_usuario: 8,
      id_curso: 7,
      id_modulo: null,
      codigo_certificado: 'CERT-ABCDEFGHI',
      alumno: 'Rosa Ñahui',
      curso: 'Animación 3D',
      modulo: null,
      nota: 92.5,
      horas: 24,
      minutos: 260,
      fecha_emision: '2026-05-02T15:00:00.000Z',
      fecha_inicio: '2026-01-01',
      fecha_fin: '2026-05-02',
      estado: 'vigente',
      fecha_revocacion: null,
      motivo_revocacion: null,
      pdf: '/api/certificados/CERT-ABCDEFGHI/pdf',
      certificado_lado_a: '/a',
      imagen: '/api/certificados/CERT-ABCDEFGHI/imagen',
      certificado_lado_b: '/b',
      enlace: '/certificado/CERT-ABCDEFGHI',
    }
    const html = htmlOf(createElement(EarnedCertificate, { certificate }))
    expect(plainText(html)).toMatch(/Excelente · 92[.,]5 %/)
    expect(html).toMatch(/<a[^>]*href="\/api\/certificados\/CERT-ABCDEFGHI\/pdf"/)
    expect(plainText(html)).toContain('Descargar PDF')
    const revoked = {
      ...certificate,
      estado: 'revocado' as const,
      fecha_revocacion: '2026-06-01T15:00:00.000Z',
      motivo_revocacion: 'Copió el examen.',
    }
    expect(plainText(htmlOf(createElement(EarnedCertificate, { certificate: revoked })))).toMatch(
      /La academia revocó este certificado el .*2026: Copió el examen\. Escríbenos/,
    )
  })
})

describe('the profile', () => {
  it('shows names, mail and document in fields that cannot be written', () => {
    const profile: Profile = {
      id: 8,
      id_cliente: 2,
      tipo_cliente: 'Alumno',
      nombres: 'Rosa',
      apellidos: 'Ñahui',
      correo: 'rosa@prueba.pe',
      foto_perfil: null,
      telefono: null,
      direccion: null,
      ciudad: null,
      pais: 'PE',
      profesion: null,
      profesion_visible: true,
      numero_documento: '45678912',
      tipo_documento: 'DNI',
      fecha_nacimiento: null,
      estado: 1,
      creado_en: '2026-01-01T00:00:00.000Z',
    }
    const fields = htmlOf(createElement(IdentityPanel, { profile })).match(/<input[^>]*>/g) ?? []
    expect(fields.map((field) => field.match(/value="([^"]*)"/)?.[1])).toEqual([
      'Rosa',
      'Ñahui',
      'rosa@prueba.pe',
      'DNI',
      '45678912',
    ])
    expect(fields.filter((field) => !/readonly/i.test(field))).toEqual([])
  })
})

describe('support', () => {
  it('has the channels of the brand', () => {
    const html = htmlOf(createElement(Channels))
    for (const address of ['mailto:hola@academia.pe', 'tel:015550100', 'https://wa.me/51987654321'])
      expect(html).toContain(`href="${address}"`)
    expect(plainText(html)).toContain('Av. Arequipa 123, Lima')
    expect(plainText(html)).toContain('+51 987 654 321')
  })
})
