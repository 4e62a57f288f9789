import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type PageRequest, requestContext } from '../../platform/request-context'
import type { Route } from './+types/course-detail-page'
import { loader } from './course-detail-page'

const CARD = { id: 9, nombre: 'Blender', id_categoria: 7, descripcion: '<p>Larga</p>', aprenderas: ['Mucho'] }
const EXAM = { id: 5, nombre: 'Examen', modelo: 1, intentos: 3 }
const SURVEY = { id: 6, nombre: 'Encuesta', modelo: 2, intentos: 1 }
const DETAILED = {
  ...CARD,
  matriculado: false,
  progreso: null,
  continuar: null,
  codigo_certificado: null,
  docentes: [],
  modulos: [
    {
      id: 1,
      nombre: 'Mirar',
      horas: 4,
      estado: null,
      lecciones: [{ id: 3, titulo: 'Luz', duracion: 9, completada: false }],
      evaluaciones: [EXAM],
    },
  ],
  evaluaciones: [SURVEY],
}

/** What the loader answers when the API answers so; a call that is left out fails with the status. */
function load(id: string | undefined, answers: Record<string, unknown>, status = 503) {
  const fetch: PageRequest['fetch'] = async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    expect(searchParams.get('marca')).toBe('2')
    const answer = answers[pathname]
    return Response.json(answer ?? { message: 'No está.' }, { status: answer ? 200 : status })
  }
  const context = new RouterContextProvider()
  context.set(requestContext, { brand: 2, nonce: '', fetch, failed: () => undefined })
  return loader({ context, params: { idcurso: id } } as unknown as Route.LoaderArgs)
}

const refused = (status: number) => expect.objectContaining({ init: expect.objectContaining({ status }) })

describe('the course’s loader', () => {
  it('sends what is public, and nobody’s state', async () => {
    const other = { ...CARD, id: 10 }
    const { course, related } = await load('9', {
      '/api/cursos/detallado/9': { data: DETAILED },
      '/api/cursos/activos': { data: [CARD, other] },
    })
    expect(course.modulos).toEqual([
      { id: 1, nombre: 'Mirar', horas: 4, lecciones: [{ id: 3, titulo: 'Luz', duracion: 9 }], examen: true },
    ])
    expect(course.examenFinal, 'a survey is no exam').toBe(false)
    expect(course).not.toHaveProperty('matriculado')
    expect(related).toEqual([{ id: 10, nombre: 'Blender', id_categoria: 7 }])
  })

  it('stands without related courses', async () => {
    const { related } = await load('9', { '/api/cursos/detallado/9': { data: DETAILED } })
    expect(related).toEqual([])
  })

  it.each([undefined, 'abc', '0', '-1', '1.5', '99999999999'])('knows no course %s', (id) =>
    expect(load(id, {})).rejects.toEqual(refused(404)),
  )

  it('tells a course that is not there from a server that is not', async () => {
    await expect(load('9', {}, 404)).rejects.toEqual(refused(404))
    await expect(load('9', {}, 503)).rejects.toEqual(refused(503))
    await expect(load('9', {}, 500)).rejects.toEqual(refused(503))
  })
})
