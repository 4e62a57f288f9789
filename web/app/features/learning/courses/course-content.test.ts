import type { DetailedCourse } from '@campus/contract/learning'
import { plainText } from '@campus/contract/plain-text'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, createElement, use } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { ByRouter } from '../../../lib/router-way'
import { CourseContent } from './course-content'

const moduleOf = (id: number): DetailedCourse['modulos'][number] => ({
  id,
  id_curso: 7,
  nombre: `Módulo ${id}`,
  horas: 6,
  cantidad_lecciones: 2,
  primera_leccion_id: id * 10,
  intento_abierto: null,
  tiene_examen: false,
  estado: null,
  lecciones: [],
  evaluaciones: [],
})

const COURSE: DetailedCourse = {
  id: 7,
  nombre: 'Animación 3D',
  descripcion: '',
  aprenderas: [],
  nivel: 'Básico',
  costo: 149,
  id_cliente: 2,
  certificado: true,
  proxima_clase: null,
  grupos: null,
  precio_regular: null,
  oferta_hasta: null,
  horas: 18,
  fecha_inicio: null,
  imagen: null,
  id_categoria: 1,
  categoria: 'Animación',
  docentes: [],
  matriculado: true,
  progreso: { lecciones: 6, completadas: 0, examenes: 0, aprobados: 0, porcentaje: 0 },
  siguiente: null,
  estado_avance: 'sin_empezar',
  ultima_actividad: null,
  intento_abierto: null,
  modulos: [moduleOf(1), moduleOf(2), moduleOf(3)],
  evaluaciones: [],
  codigo_certificado: null,
}

const ROOT = { brand: { id: 2, nombre: 'Academia Qhapaq' } }

type Shown = { course: DetailedCourse; module: string | undefined }
const Shown = createContext<Shown>({ course: COURSE, module: undefined })
const Content = () => createElement(ByRouter, null, createElement(CourseContent, use(Shown)))
const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Content }])

function htmlOf(changes: Partial<DetailedCourse> = {}, module?: string): string {
  const page = createElement(Stub, { hydrationData: { loaderData: { root: ROOT } } })
  const value = { course: { ...COURSE, ...changes }, module }
  const inside = createElement(Shown, { value }, page)
  return renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, inside))
}

/** The cells of each module's row, in order. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd][ >].*?<\/t[hd]>/gs)].map(([cell]) => plainText(cell).trim()),
  )

/** Whether each module is open, in order. */
const openAt = (module?: string) =>
  [...htmlOf({}, module).matchAll(/<button[^>]*aria-expanded="(true|false)"/g)].map(([, open]) => open)

it('a course says when it begins, until it has', () => {
  expect(htmlOf({ fecha_inicio: '2099-12-01' })).toContain('Empieza el 1 de diciembre de 2099')
  expect(htmlOf({ fecha_inicio: '2026-01-05' })).not.toContain('5 de enero')
})

describe('the modules of a course', () => {
  it('open the module of the address, otherwise the first', () => {
    expect(openAt()).toEqual(['true', 'false', 'false'])
    expect(openAt('3')).toEqual(['false', 'false', 'true'])
  })

  it('are rows of a table: name, lessons, grade and certificate', () => {
    const estado = { completadas: 2, nota: 13, nota_maxima: 20, porcentaje: 65, codigo_certificado: 'CERT-ABCDEFGHI' }
    const nothing = { ...estado, completadas: 0, nota: null, porcentaje: null, codigo_certificado: null }
    const modulos = [
      { ...moduleOf(1), tiene_examen: true, estado },
      { ...moduleOf(2), tiene_examen: true, estado: { ...nothing, nota: 8, porcentaje: 40 } },
      { ...moduleOf(3), tiene_examen: true, estado: nothing },
      moduleOf(4),
    ]
    const html = htmlOf({ modulos })
    expect(plainText(html.match(/<thead>.*<\/thead>/s)?.[0] ?? '')).toMatch(/Módulo.*Lecciones.*Nota.*Certificado/s)
    expect(rowsOf(html)).toEqual([
      ['Módulo 1', '2 de 2 lecciones', 'Bueno · 65 %', 'Certificado del módulo Módulo 1'],
      ['2Módulo 2', '0 de 2 lecciones', 'Pendiente · 40 %', ''],
      ['3Módulo 3', '0 de 2 lecciones', 'Pendiente', ''],
      ['4Módulo 4', '2 lecciones', '', ''],
    ])
    expect(html).toContain('href="/certificado/CERT-ABCDEFGHI"')
  })

  it('are counted, with all their lessons', () => {
    expect(htmlOf().replaceAll('<!-- -->', '')).toContain('3 módulos · 6 lecciones')
  })
})
