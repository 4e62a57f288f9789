import { describe, expect, it } from 'vitest'
import { CAMPUS_CALLS, STOREFRONT_CALLS } from '../../scripts/specification.ts'
import { nameless, readDocument } from './fuzz.document.ts'
import { useApp } from './harness.ts'

const t = useApp()

/** What contract.md adds for the campus: sections 1, 4 and issue 3. */
const ADDED = `
  GET /salud
  GET /salud/viva
  GET /auditoria
  POST /logout
  PUT /progreso/leccion/{id}
  POST /detalle-evaluacion/{id}/intentos
  GET /certificados/{code}/pdf
  DELETE /comentarios/like/{id}
  GET /calificaciones/pendientes
  PUT /calificaciones/{id_respuesta}
  GET /calendario/{secreto}
`

/** What contract.md adds for the shop and the community: sections 1 and 4. */
const ADDED_TO_SHOP = `
  POST /mercadopago/webhook
  GET /referidos/validar/{codigo}
  GET /posts-foro/{id}/respuestas
`

/** The calls that somebody without a token may make. Whoever adds one says so here, on purpose. */
const PUBLIC = `
  GET /botones/cliente/{}
  GET /calendario/{}
  GET /carrito
  GET /categorias/activas
  GET /certificados/validacion/{}
  GET /certificados/{}/pdf
  GET /clientes
  GET /clientes/activos
  GET /clientes/{}
  GET /cursos
  GET /cursos/activos
  GET /cursos/detallado/{}
  GET /cursos/nombre/modulo/{}
  GET /cursos/{}
  GET /horas/modulo/{}
  GET /materiales/{}/archivo
  GET /modulos/curso/{}
  GET /modulos/{}
  GET /paginas
  GET /paginas/{}
  GET /pasarela-de-prueba/{}
  GET /portada
  GET /premios
  GET /ranking
  GET /ranking/meses
  GET /reclamos/{}/pdf
  GET /referidos/validar/{}
  GET /salud
  GET /salud/viva
  GET /storage/fotos/{}
  GET /storage/imagenes/{}
  GET /usuarios/docentes/activos
  POST /auth/register
  POST /csp-report
  POST /loginalumno
  POST /mercadopago/webhook
  POST /pasarela-de-prueba/{}
  POST /reclamos
  POST /recuperar-contrasena
  POST /usuarios
  PUT /actualizar-contrasena/{}
`

const lines = (text: string) => text.trim().split(/\s*\n\s*/)

/** `GET /cursos/{}` for each call of the application's own document. */
async function documented(): Promise<string[]> {
  return (await readDocument(t)).calls.map(({ name }) => nameless(name))
}

describe('the calls', () => {
  it('of campus.md section 7 are all in the OpenAPI document', async () => {
    const there = new Set(await documented())
    expect(CAMPUS_CALLS).toHaveLength(65)
    expect(CAMPUS_CALLS.filter((call) => !there.has(nameless(call)))).toEqual([])
  })

  it('of storefront.md section 7 are all there too, and what contract.md adds to it', async () => {
    const there = new Set(await documented())
    expect(STOREFRONT_CALLS).toHaveLength(27)
    expect([...STOREFRONT_CALLS, ...lines(ADDED_TO_SHOP)].filter((call) => !there.has(nameless(call)))).toEqual([])
  })

  it('have a page that shows them, /api/docs', async () => {
    const answer = await t.call('GET', '/api/docs/')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/html/)])
    expect((await t.call('GET', '/api/openapi.json')).body.openapi).toMatch(/^3\.1\./)
  })

  it('that contract.md adds to the campus are there too', async () => {
    const there = new Set(await documented())
    expect(lines(ADDED).filter((call) => !there.has(nameless(call)))).toEqual([])
  })

  it('answer 401 to nobody, but for those that are public by name', async () => {
    const open: string[] = []
    for (const call of await documented()) {
      const [method = '', path = ''] = call.split(' ')
      const answer = await t.call(method as 'GET', `/api${path.replaceAll('{}', '1')}`)
      if (answer.status !== 401) open.push(call)
    }
    expect(open.sort()).toEqual(lines(PUBLIC))
  })
})
