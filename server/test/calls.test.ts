import { describe, expect, it } from 'vitest'
import { useApp } from './harness.ts'

const t = useApp()

/** Every call of campus.md section 7, as it stands there. */
const CALLS = `
  GET /cursos/activos
  GET /cursos
  GET /cursos/usuario/{id}
  GET /cursos/{id}
  GET /cursos/detallado/{id}
  GET /cursos/nombre/modulo/{id}
  GET /categorias/activas
  GET /usuarios/docentes/activos
  GET /usuarios/{id}
  POST /usuarios/{id}
  GET /botones/cliente/{id}
  GET /matriculas/usuario/{id}
  GET /modulos/curso/{id}
  GET /horas/modulo/{id}
  GET /modulos/{id}
  POST /modulos/update-orden
  GET /lecciones/{id}
  GET /lecciones/modulo/{id}
  GET /lecciones/detallado/{id}
  POST /lecciones/update-orden
  GET /archivos/leccion/{id}
  GET /materiales/leccion/{id}
  GET /nota/modulo/{m}/usuario/{u}
  GET /comentarios/leccion/{id}
  GET /comentarios/usuario/{id}
  POST /comentarios
  PUT /comentarios/like/{id}
  GET /evaluacion/{id}
  GET /evaluaciones/modulo/{id}
  GET /preguntas/evaluacion/{id}
  GET /evaluaciones/solo/curso/{id}
  GET /encuestas/solo/curso/{id}
  POST /respuestasabiertas
  POST /respuestas
  GET /detalle/evaluacion/{examId}/alumno/{userId}
  GET /detalle-evaluacion/{id}/incrementar-intento
  PUT /detalle-evaluacion/{id}
  POST /detalle-evaluacion
  GET /asistencias
  GET /asistencias/usuario-leccion
  POST /asistencia/iniciar
  POST /asistencia/cerrar
  DELETE /asistencias/{id}
  GET /certificado/modulo/{m}/usuario/{u}
  GET /certificado/curso/{c}/usuario/{u}
  GET /certificado/usuario/{u}
  GET /certificados/activos
  GET /certificados/validacion/{code}
  POST /certificados
  PUT /certificados/{id}
  GET /notificaciones/usuario/{id}
  GET /todas/notificaciones/usuario/{id}
  PUT /notificaciones/desactivar/{id}
  GET /detalle/usuario/{id}
  POST /enviar-soporte
  GET /sesiones/usuario/{id}
  GET /clientes
  GET /clientes/activos
  GET /clientes/{id}
  POST /clientes/{id}
  POST /loginalumno
  POST /recuperar-contrasena
  PUT /actualizar-contrasena/{userId}
  POST /auth/register
  POST /usuarios
`

/** Every call of storefront.md section 7 that campus.md does not have; those without a path there, under the contract's. */
const STOREFRONT = `
  POST /mercadopago/preference
  GET /mercadopago/verificar-pago
  GET /premios
  GET /ranking
  GET /referido/{id}
  POST /referidos
  GET /temas-prompt
  GET /temas-prompt/{id}
  POST /prompts-generados/{id}/generar
  GET /foros
  GET /foros/{id}
  GET /foros/curso/{id}
  GET /foros/modulo/{id}
  GET /foros/generales
  GET /foros/buscar
  POST /foros
  PUT /foros/{id}
  DELETE /foros/{id}
  PUT /foros/{id}/toggle-pinned
  GET /posts-foro
  GET /posts-foro/{id}
  GET /posts-foro/buscar
  POST /posts-foro
  PUT /posts-foro/{id}
  DELETE /posts-foro/{id}
  POST /posts-foro/{id}/like
  POST /posts-foro/{id}/unlike
`

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
  GET /storage/imagenes/{}
  GET /usuarios/docentes/activos
  POST /auth/register
  POST /loginalumno
  POST /mercadopago/webhook
  POST /pasarela-de-prueba/{}
  POST /reclamos
  POST /recuperar-contrasena
  POST /usuarios
  PUT /actualizar-contrasena/{}
`

const lines = (text: string) => text.trim().split(/\s*\n\s*/)
const nameless = (call: string) => call.replaceAll(/\{\w*\}/g, '{}')

/** `GET /cursos/{}` for each call of the application's own document. */
async function documented(): Promise<string[]> {
  const { body } = await t.call('GET', '/api/openapi.json')
  return Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => nameless(`${method.toUpperCase()} ${path.replace('/api', '')}`)),
  )
}

describe('the calls', () => {
  it('of campus.md section 7 are all in the OpenAPI document', async () => {
    const there = new Set(await documented())
    expect(lines(CALLS)).toHaveLength(65)
    expect(lines(CALLS).filter((call) => !there.has(nameless(call)))).toEqual([])
  })

  it('of storefront.md section 7 are all there too, and what contract.md adds to it', async () => {
    const there = new Set(await documented())
    expect(lines(STOREFRONT)).toHaveLength(27)
    expect(lines(STOREFRONT + ADDED_TO_SHOP).filter((call) => !there.has(nameless(call)))).toEqual([])
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
