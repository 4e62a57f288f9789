import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type PageRequest, requestContext } from '../../../lib/request-context'
import type { Route } from './+types/course-detail-page'
import { loader } from './course-detail-page'
import { loader as loadLesson } from './free-lesson-page'

const CARD = { id: 9, nombre: 'Blender', id_categoria: 7, descripcion: '<p>Larga</p>', aprenderas: ['Mucho'] }
const EXAM = { id: 5, nombre: 'Examen', modelo: 1, intentos: 3 }
const SURVEY = { id: 6, nombre: 'Encuesta', modelo: 2, intentos: 1 }
const DETAILED = {
  ...CARD,
  id_cliente: 2,
  matriculado: false,
  progreso: null,
  siguiente: null,
  estado_avance: null,
  ultima_actividad: null,
  intento_abierto: null,
  codigo_certificado: null,
  docentes: [],
  modulos: [
    {
      id: 1,
      nombre: 'Mirar',
      horas: 4,
      estado: null,
      lecciones: [{ id: 3, titulo: 'Luz', duracion: 9, gratis: false, archivos: [], completada: false }],
      evaluaciones: [EXAM],
    },
  ],
  evaluaciones: [SURVEY],
}

type Answers = Record<string, unknown>

/** A visit of brand 2 that gets these API responses; a missing one fails. */
function visit(answers: Answers, status = 503) {
  const fetch: PageRequest['fetch'] = async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/api/cursos/activos') expect(searchParams.get('marca')).toBe('2')
    const answer = answers[pathname]
    return Response.json(answer ?? { message: 'No está.' }, { status: answer ? 200 : status })
  }
  const context = new RouterContextProvider()
  context.set(requestContext, {
    brand: 2,
    nonce: '',
    fetch,
    failed: () => undefined,
    styles: new Map(),
    islands: new Map(),
  })
  return context
}

const load = (idcurso: string | undefined, answers: Answers, status?: number) =>
  loader({ context: visit(answers, status), params: { idcurso } } as unknown as Route.LoaderArgs)

const lesson = (idleccion: string, answers: Answers, status?: number) =>
  loadLesson({ context: visit(answers, status), params: { idcurso: '9', idleccion } } as unknown as Parameters<
    typeof loadLesson
  >[0])

const thrown = (status: number) => expect.objectContaining({ init: expect.objectContaining({ status }) })

describe('the course’s loader', () => {
  it.each([
    ['the same host', 'https://campus.pe', '/detallecurso/9?marca=3'],
    ['the host of its brand', 'https://aulaviva.pe', 'https://aulaviva.pe/detallecurso/9?marca=3'],
  ])('leads to the brand of the course, at %s', async (_where, url_base, target) => {
    const answer = await load('9', {
      '/api/cursos/detallado/9': { data: { ...DETAILED, id_cliente: 3 } },
      '/api/clientes/3': { data: { url_base } },
      '/api/clientes/2': { data: { url_base: 'https://campus.pe' } },
    }).catch((thrown: unknown) => thrown)
    expect(answer instanceof Response && answer.headers.get('location')).toBe(target)
  })

  it('knows no course of a brand that is gone', () =>
    expect(
      load('9', {
        '/api/cursos/detallado/9': { data: { ...DETAILED, id_cliente: 3 } },
        '/api/clientes/2': { data: { url_base: 'https://campus.pe' } },
      }),
    ).rejects.toEqual(thrown(404)))

  it('sends the public data, without any user’s state', async () => {
    const other = { ...CARD, id: 10 }
    const { course, related } = await load('9', {
      '/api/cursos/detallado/9': { data: DETAILED },
      '/api/cursos/activos': { data: [CARD, other] },
    })
    expect(course.modulos).toEqual([
      {
        id: 1,
        nombre: 'Mirar',
        horas: 4,
        lecciones: [{ id: 3, titulo: 'Luz', duracion: 9, gratis: false, archivos: [] }],
        examen: true,
      },
    ])
    expect(course.examenFinal, 'a survey is no exam').toBe(false)
    for (const own of ['matriculado', 'siguiente', 'estado_avance', 'ultima_actividad', 'intento_abierto'])
      expect(course).not.toHaveProperty(own)
    expect(related).toEqual([{ id: 10, nombre: 'Blender', id_categoria: 7 }])
  })

  it('takes a description without words for none', async () => {
    const { course } = await load('9', { '/api/cursos/detallado/9': { data: { ...DETAILED, descripcion: '<p></p>' } } })
    expect(course.descripcion).toBe('')
  })

  it('works without related courses', async () => {
    const { related } = await load('9', { '/api/cursos/detallado/9': { data: DETAILED } })
    expect(related).toEqual([])
  })

  it.each([undefined, 'abc', '0', '-1', '1.5', '99999999999999999'])('knows no course %s', (id) =>
    expect(load(id, {})).rejects.toEqual(thrown(404)),
  )

  it('distinguishes a missing course from an unavailable server', async () => {
    await expect(load('9', {}, 404)).rejects.toEqual(thrown(404))
    await expect(load('9', {}, 503)).rejects.toEqual(thrown(503))
    await expect(load('9', {}, 500)).rejects.toEqual(thrown(503))
  })
})

describe('the free lesson’s loader', () => {
  const LESSON = { id: 3, titulo: 'Luz', curso: { id: 9 } }

  it('leads to the brand of its course', async () => {
    const answer = await lesson('3', {
      '/api/lecciones/3/vista-previa': { data: LESSON },
      '/api/cursos/detallado/9': { data: { ...DETAILED, id_cliente: 3 } },
      '/api/clientes/3': { data: { url_base: 'https://campus.pe' } },
      '/api/clientes/2': { data: { url_base: 'https://campus.pe' } },
    }).catch((thrown: unknown) => thrown)
    expect(answer instanceof Response && answer.headers.get('location')).toBe('/detallecurso/9/leccion/3?marca=3')
  })

  it('knows no lesson of another course, in whatever brand', () =>
    expect(
      lesson('3', {
        '/api/lecciones/3/vista-previa': { data: { ...LESSON, curso: { id: 8 } } },
        '/api/cursos/detallado/9': { data: { ...DETAILED, id_cliente: 3 } },
      }),
    ).rejects.toEqual(thrown(404)))
})
