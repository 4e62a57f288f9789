import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type PageRequest, requestContext } from '../../../lib/request-context'
import type { Route } from './+types/catalogue-page'
import { loader } from './catalogue-page'

const COURSE = { id: 9, nombre: 'Blender', id_categoria: 7, descripcion: '<p>Larga</p>', aprenderas: ['Mucho'] }
const FINE = {
  '/api/cursos/activos': { data: [COURSE] },
  '/api/categorias/activas': { data: [{ id: 7, nombre: 'Animación' }] },
  '/api/cursos/buscar': { data: { cursos: [9], sugerencia: null } },
}

/** The loader's result for an address and these API responses. */
function load(address: string, answers: Partial<typeof FINE> & Record<string, unknown> = FINE, idcategoria?: string) {
  const request = new Request(new URL(address, 'http://campus.internal'))
  const fetch: PageRequest['fetch'] = async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname in FINE) expect(searchParams.get('marca')).toBe('2')
    const answer = Object.entries(answers).find(([path]) => path === pathname)?.[1]
    const failure = pathname in FINE ? 503 : 404
    return Response.json(answer ?? { message: 'No está.' }, { status: answer ? 200 : failure })
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
  return loader({ request, context, params: { idcategoria } } as unknown as Route.LoaderArgs)
}

const thrown = (status: number) => expect.objectContaining({ init: expect.objectContaining({ status }) })

describe('the catalogue’s loader', () => {
  it('sends cards, without the texts that they do not show', async () => {
    const { courses, categories } = await load('/cursos')
    expect(courses).toEqual([{ id: 9, nombre: 'Blender', id_categoria: 7 }])
    expect(categories).toEqual([{ id: 7, nombre: 'Animación' }])
  })

  it('asks what names and descriptions hold, for an address with a search', async () => {
    expect((await load('/cursos')).searched).toBeNull()
    expect((await load('/cursos?buscar=+luz')).searched).toEqual({
      search: 'luz',
      matches: { cursos: [9], sugerencia: null },
    })
  })

  it('fails when the courses cannot be read: that is never an empty list', async () => {
    const { '/api/categorias/activas': categories } = FINE
    await expect(load('/cursos', { '/api/categorias/activas': categories })).rejects.toEqual(thrown(503))
  })

  it('works without the categories', async () => {
    const { '/api/cursos/activos': courses } = FINE
    const answer = await load('/cursos/7', { '/api/cursos/activos': courses }, '7')
    expect(answer.courses).toHaveLength(1)
    expect(answer.categories).toBeNull()
  })

  it.each(['8', 'abc', '0', '07', '99999999999999999'])('knows no category %s', (id) =>
    expect(load(`/cursos/${id}`, FINE, id)).rejects.toEqual(thrown(404)),
  )

  it('leads to the brand of the category, with what was asked there', async () => {
    const others = {
      ...FINE,
      '/api/categorias/8': { data: { id: 8, nombre: 'Didáctica', id_cliente: 3 } },
      '/api/clientes/3': { data: { url_base: 'https://aulaviva.pe' } },
      '/api/clientes/2': { data: { url_base: 'https://campus.pe' } },
    }
    const answer = await load('/cursos/8?nivel=basico', others, '8').catch((thrown: Response) => thrown)
    expect(answer instanceof Response && answer.headers.get('location')).toBe(
      'https://aulaviva.pe/cursos/8?nivel=basico&marca=3',
    )
  })

  it('leads nowhere when the category was hidden in the brand of the visit meanwhile', () =>
    expect(
      load('/cursos/8', { ...FINE, '/api/categorias/8': { data: { id: 8, id_cliente: 2 } } }, '8'),
    ).rejects.toEqual(thrown(404)))

  it('leads the form without JavaScript to the category’s own address', async () => {
    const answer = await load('/cursos?categoria=7&buscar=cine').catch((thrown: Response) => thrown)
    expect(answer).toBeInstanceOf(Response)
    expect(answer instanceof Response && answer.headers.get('location')).toBe('/cursos/7?buscar=cine')
  })
})
