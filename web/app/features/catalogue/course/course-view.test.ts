import { plainText } from '@campus/contract/plain-text'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, Outlet, useLoaderData } from 'react-router'
import { describe, expect, it } from 'vitest'
import { ByRouter } from '../../../lib/router-way'
import { CourseView } from './course-view'
import type { DetailPage, Outline } from './outline'

/** As web/app/root.tsx draws it. */
const Root = () => createElement(ByRouter, null, createElement(Outlet))

const COURSE: Outline = {
  id: 7,
  nombre: 'Fotografía de producto',
  descripcion: '<p>La <strong>luz</strong> de una ventana.</p>',
  aprenderas: [],
  nivel: 'Intermedio',
  costo: 100,
  precio_regular: 120,
  id_cliente: 2,
  certificado: false,
  proxima_clase: null,
  grupos: null,
  oferta_hasta: null,
  horas: 12,
  fecha_inicio: '2026-12-01',
  imagen: '/foto.webp',
  id_categoria: 3,
  categoria: 'Fotografía',
  docentes: [],
  modulos: [],
  examenFinal: false,
}

const Page = () => createElement(CourseView, { page: useLoaderData<DetailPage>() })

function courseHtml(course: Outline = COURSE): string {
  const Stub = createRoutesStub([
    { id: 'root', path: '/', Component: Root, children: [{ id: 'page', index: true, Component: Page }] },
  ])
  const root = {
    brand: { id: 2, nombre: 'Qhapaq', cobra_en_linea: true },
    brands: [],
    colors: { primary: [], accent: [] },
    courses: [],
  }
  return renderToString(createElement(Stub, { hydrationData: { loaderData: { root, page: { course, related: [] } } } }))
}

describe('when a course begins', () => {
  const textOf = (course: Partial<Outline>) => plainText(courseHtml({ ...COURSE, ...course }))

  it('says the day, past or to come, and beside it the next live class', () => {
    const proxima_clase = '2099-01-03T00:30:00Z'
    const live = ' · próxima clase en vivo: 2 ene 2099, 19:30'
    expect(textOf({ fecha_inicio: '2099-12-01' })).toContain('Empieza el 1 de diciembre de 2099')
    expect(textOf({ fecha_inicio: '2026-01-05' })).toContain('Inició el 5 de enero de 2026')
    expect(textOf({ fecha_inicio: '2026-01-05', proxima_clase })).toContain(`Inició el 5 de enero de 2026${live}`)
    expect(textOf({ fecha_inicio: null, proxima_clase })).toContain(`Empieza cuando quieras${live}`)
    expect(textOf({ fecha_inicio: null })).toContain('Empieza cuando quieras')
  })

  it('names an exam or a certificate only where there is one', () => {
    expect(textOf({})).not.toMatch(/certificado/i)
    expect(textOf({ certificado: true, examenFinal: true })).toContain('Examen y certificado')
  })
})

describe('the course detail', () => {
  const html = courseHtml()
  const text = plainText(html)

  it('has level, name, hours, start date and image', () => {
    expect(text).toContain('Intermedio')
    expect(html).toMatch(/<h1[^>]*>Fotografía de producto/)
    expect(text).toContain('12 horas académicas')
    expect(text).toContain('1 de diciembre de 2026')
    expect(html).toContain('src="/foto.webp"')
  })

  it('shows its description as the HTML that it is', () => {
    expect(html).toContain('<p>La <strong>luz</strong> de una ventana.</p>')
  })

  it('has no heading for a description that is empty', () => {
    expect(text).toContain('De qué trata')
    expect(plainText(courseHtml({ ...COURSE, descripcion: '' }))).not.toContain('De qué trata')
  })

  it('has the price, the regular price (1.2 times) struck, the countdown and the button', () => {
    expect(text).toContain('S/ 100.00')
    expect(html).toMatch(/<s>S\/ 120\.00<\/s>/)
    expect(text).toContain('OFERTA EXPIRA EN:')
    expect(text).toContain('¡Comprar ahora!')
  })
})
