import type { DetailedCourse } from '@campus/contract/learning'
import { plainText } from '@campus/contract/plain-text'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { api } from '../../../lib/api'
import ModulesPage from './modules-page'

vi.mock('../../../lib/session', async (original) => ({
  ...(await original<typeof import('../../../lib/session')>()),
  useUser: () => ({ id: 8, tipo_cliente: 'Alumno' }),
}))

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

const PATH = '/miscursos/:idcurso/modulos/:idmodulo?'
const Stub = createRoutesStub([{ id: 'root', path: PATH, Component: ModulesPage }])
const ROOT = { brand: { id: 2, nombre: 'Academia Qhapaq' } }

/** The page after the course has loaded. */
function htmlAt(address: string, course: Partial<DetailedCourse> = {}): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const asked = api.queryOptions('get', '/api/cursos/detallado/{id}', { params: { path: { id: '7' } } })
  client.setQueryData(asked.queryKey, { data: { ...COURSE, ...course } })
  const page = createElement(Stub, { initialEntries: [address], hydrationData: { loaderData: { root: ROOT } } })
  return renderToString(createElement(QueryClientProvider, { client }, createElement(MantineProvider, null, page)))
}

/** The cells of each module's row, in order. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd][ >].*?<\/t[hd]>/gs)].map(([cell]) => plainText(cell).trim()),
  )

/** Whether each module is open, in order. */
const openAt = (address: string) =>
  [...htmlAt(address).matchAll(/<button[^>]*aria-expanded="(true|false)"/g)].map(([, open]) => open)

it('a course says when it begins, until it has', () => {
  expect(htmlAt('/miscursos/7/modulos', { fecha_inicio: '2099-12-01' })).toContain('Empieza el 1 de diciembre de 2099')
  expect(htmlAt('/miscursos/7/modulos', { fecha_inicio: '2026-01-05' })).not.toContain('5 de enero')
})

describe('the modules of a course', () => {
  it('open the module of the address, otherwise the first', () => {
    expect(openAt('/miscursos/7/modulos')).toEqual(['true', 'false', 'false'])
    expect(openAt('/miscursos/7/modulos/3')).toEqual(['false', 'false', 'true'])
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
    const html = htmlAt('/miscursos/7/modulos', { modulos })
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
    expect(htmlAt('/miscursos/7/modulos').replaceAll('<!-- -->', '')).toContain('3 módulos · 6 lecciones')
  })
})
