import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, Outlet } from 'react-router'
import { describe, expect, it } from 'vitest'
import { plainText } from '../../platform/plain-text'
import { CourseView } from './course-view'
import type { Outline } from './outline'

const COURSE: Outline = {
  id: 7,
  nombre: 'Fotografía de producto',
  descripcion: '<p>La <strong>luz</strong> de una ventana.</p>',
  aprenderas: [],
  nivel: 'Intermedio',
  costo: 100,
  precio_regular: 120,
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

const Page = () => createElement(CourseView, { page: { course: COURSE, related: [] } })

function courseHtml(): string {
  const Stub = createRoutesStub([
    { id: 'root', path: '/', Component: Outlet, children: [{ id: 'page', index: true, Component: Page }] },
  ])
  const root = {
    brand: { id: 2, nombre: 'Qhapaq' },
    brands: [],
    colors: { primary: [], accent: [] },
    courses: [],
  }
  const page = createElement(Stub, { hydrationData: { loaderData: { root } } })
  const queries = createElement(QueryClientProvider, { client: new QueryClient() }, page)
  return renderToString(createElement(MantineProvider, null, queries))
}

describe('the course detail (storefront.md section 2)', () => {
  const html = courseHtml()
  const text = plainText(html)

  it('has level, name, hours, start date and image', () => {
    expect(text).toContain('Intermedio')
    expect(html).toMatch(/<h1[^>]*>Fotografía de producto/)
    expect(text).toContain('12 horas')
    expect(text).toContain('Inicio: 1 de diciembre de 2026')
    expect(html).toContain('src="/foto.webp"')
  })

  it('shows its description as the HTML that it is', () => {
    expect(html).toContain('<p>La <strong>luz</strong> de una ventana.</p>')
  })

  it('has the price, the regular one at 1.2 times struck, the countdown and the button', () => {
    expect(text).toContain('S/ 100.00')
    expect(html).toMatch(/<s>S\/ 120\.00<\/s>/)
    expect(text).toContain('OFERTA EXPIRA EN:')
    expect(text).toContain('¡Comprar ahora!')
  })
})
