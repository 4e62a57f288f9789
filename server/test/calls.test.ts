import { describe, expect, it } from 'vitest'
import { CAMPUS_CALLS, STOREFRONT_CALLS } from '../../scripts/promised.ts'
import { nameless, readDocument } from './fuzz.document.ts'
import { useApp } from './harness.ts'

const t = useApp()

/** Further calls of the campus. */
const ADDED = `
  GET /salud
  GET /salud/viva
  GET /auditoria
  POST /logout
  POST /logout/huella
  PUT /progreso/leccion/{id}
  POST /detalle-evaluacion/{id}/intentos
  GET /certificados/{code}/pdf
  DELETE /comentarios/like/{id}
  GET /calificaciones/pendientes
  PUT /calificaciones/{id_respuesta}
  GET /calendario/{secreto}
`

/** Further calls of the shop and the community. */
const ADDED_TO_SHOP = `
  POST /mercadopago/webhook
  GET /referidos/validar/{codigo}
  GET /posts-foro/{id}/respuestas
`

/** Calls allowed without a token; additions must be deliberate. */
const PUBLIC = `
  GET /botones/cliente/{}
  GET /calendario/{}
  GET /carrito
  GET /categorias/activas
  GET /categorias/{}
  GET /certificados/validacion/{}
  GET /certificados/{}/imagen
  GET /certificados/{}/pdf
  GET /clientes
  GET /clientes/activos
  GET /clientes/{}
  GET /clientes/{}/iconos/{}
  GET /clientes/{}/manifiesto
  GET /compartir/certificados/{}
  GET /compartir/clientes/{}
  GET /compartir/cursos/{}
  GET /compartir/invitaciones/{}
  GET /cursos
  GET /cursos/activos
  GET /cursos/buscar
  GET /cursos/detallado/{}
  GET /cursos/nombre/modulo/{}
  GET /cursos/{}
  GET /cursos/{}/grupos
  GET /exportar-carpeta/{}/{}
  GET /exportar-matriculas/{}/{}/{}
  GET /exportar-ventas/{}/{}/{}
  GET /horas/modulo/{}
  GET /lecciones/{}/vista-previa
  GET /materiales/{}/archivo
  GET /medios-de-pago
  GET /modulos/curso/{}
  GET /modulos/{}
  GET /notificaciones/baja/{}/{}
  GET /paginas
  GET /paginas/{}
  GET /pasarela-de-prueba/{}
  GET /portada
  GET /premios
  GET /ranking
  GET /ranking/meses
  GET /reclamos/{}/pdf
  GET /referidos/validar/{}
  GET /restablecer/{}
  GET /salud
  GET /salud/viva
  GET /storage/fotos/{}
  GET /storage/imagenes/{}
  GET /usuarios/docentes/activos
  GET /verificar-correo/{}
  POST /auth/register
  POST /csp-report
  POST /empezar
  POST /loginalumno
  POST /logout/huella
  POST /notificaciones/baja/{}/{}
  POST /pasarela-de-prueba/{}
  POST /reclamos
  POST /recuperar-contrasena
  POST /usuarios
  POST /verificar-correo/{}
  PUT /actualizar-contrasena/{}
`

const lines = (text: string) => text.trim().split(/\s*\n\s*/)

/** Calls of the OpenAPI document, as `GET /cursos/{}`. */
async function documented(): Promise<string[]> {
  return (await readDocument(t)).calls.map(({ name }) => nameless(name))
}

describe('the calls', () => {
  it('of the campus are all in the OpenAPI document', async () => {
    const there = new Set(await documented())
    expect(CAMPUS_CALLS).toHaveLength(65)
    expect(CAMPUS_CALLS.filter((call) => !there.has(nameless(call)))).toEqual([])
  })

  it('of the shop and the community are all there too', async () => {
    const there = new Set(await documented())
    expect(STOREFRONT_CALLS).toHaveLength(27)
    expect([...STOREFRONT_CALLS, ...lines(ADDED_TO_SHOP)].filter((call) => !there.has(nameless(call)))).toEqual([])
  })

  it('are shown at /api/docs', async () => {
    const answer = await t.call('GET', '/api/docs/')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/html/)])
    expect((await t.call('GET', '/api/openapi.json')).body.openapi).toMatch(/^3\.1\./)
  })

  it('added to the campus later are there too', async () => {
    const there = new Set(await documented())
    expect(lines(ADDED).filter((call) => !there.has(nameless(call)))).toEqual([])
  })

  it('answer 401 to guests, except the public ones listed here', async () => {
    const open: string[] = []
    for (const call of await documented()) {
      const [method = '', path = ''] = call.split(' ')
      const answer = await t.call(method as 'GET', `/api${path.replaceAll('{}', '1')}`)
      if (answer.status !== 401) open.push(call)
    }
    expect(open.sort()).toEqual(lines(PUBLIC))
  })
})
