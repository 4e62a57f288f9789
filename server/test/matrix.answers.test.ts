import { beforeAll, describe, expect, it } from 'vitest'
import { type Call, judgeOf, readDocument, type Schema } from './fuzz.document.ts'
import { useApp } from './harness.ts'
import { ask, prepare } from './matrix.requests.ts'
import { ROWS } from './matrix.table.ts'
import { buildWorld, type World } from './matrix.world.ts'

const t = useApp()
let calls: Call[]
let schemas: Record<string, Schema>
let world: World

beforeAll(async () => {
  ;({ calls, schemas } = await readDocument(t))
  world = await buildWorld(t)
})

/** Every place of a schema: its path and what stands there. */
function* places(schema: Schema, path: string, seen: string[] = []): Generator<[path: string, schema: Schema]> {
  const name = schema.$ref?.split('/').at(-1)
  if (name) {
    const target = schemas[name]
    if (target && !seen.includes(name)) yield* places(target, path, [...seen, name])
    return
  }
  yield [path, schema]
  for (const [key, inner] of Object.entries(schema.properties ?? {})) yield* places(inner, `${path}.${key}`, seen)
  if (schema.items) yield* places(schema.items, `${path}[]`, seen)
  for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* places(inner, path, seen)
}

/** What the calls answer when they work: `[call, path, schema]`. */
const answered = () =>
  calls.flatMap((call) =>
    Object.entries(call.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content }]) => Object.values(content ?? {}))
      .flatMap(({ schema }) => [...places(schema, '')].map(([path, place]) => ({ call: call.name, path, place }))),
  )

const unique = (lines: string[]) => [...new Set(lines)].sort()

/** Names that stand for secrets, the key of an exam, or somebody's papers. */
const DELICATE =
  /password|hash|secret|token|firma|condicion|correct|verdadero|^correo|email|documento|telefono|^direccion|nacimiento|^ip$|agente/

/** Who may be told: a brand's public contact, the person's own papers, staff's complaint sheets, a new session. */
const REVIEWED = `
  GET /auditoria .data.data[].direccion
  GET /accesos .data[].agente
  GET /accesos .data[].ip
  GET /archivos/leccion/{id} .data[].video_hash
  GET /lecciones/detallado/{id} .data.archivos[].video_hash
  GET /clientes .data[].correo
  GET /clientes .data[].direccion
  GET /clientes .data[].telefono
  GET /clientes/activos .data[].correo
  GET /clientes/activos .data[].direccion
  GET /clientes/activos .data[].telefono
  GET /clientes/{id} .data.correo
  GET /clientes/{id} .data.direccion
  GET /clientes/{id} .data.telefono
  POST /clientes/{id} .data.correo
  POST /clientes/{id} .data.direccion
  POST /clientes/{id} .data.telefono
  GET /detalle-evaluacion/{id}/incrementar-intento .data.condicion
  GET /detalle-evaluacion/{id}/revision .data.preguntas[].es_correcta
  GET /detalle-evaluacion/{id}/revision .data.preguntas[].id_opcion_correcta
  GET /detalle/evaluacion/{id}/alumno/{alumno} .data.condicion
  POST /detalle-evaluacion .data.condicion
  POST /detalle-evaluacion/{id}/intentos .data.condicion
  PUT /detalle-evaluacion/{id} .data.condicion
  GET /ordenes/en-revision .data.data[].comprador.correo
  PUT /ordenes/{numero}/aceptar .data.comprador.correo
  GET /preguntas/evaluacion/{id} .data[].opciones[].condicion
  GET /soporte .data.data[].correo
  GET /notificaciones/preferencias .data[].correo
  PUT /notificaciones/preferencias .data.correo
  GET /reclamos/{id} .data.correo
  GET /reclamos/{id} .data.numero_documento
  GET /reclamos/{id} .data.proveedor.direccion
  GET /reclamos/{id} .data.telefono
  GET /reclamos/{id} .data.tipo_documento
  PUT /reclamos/{id}/respuesta .data.correo
  PUT /reclamos/{id}/respuesta .data.numero_documento
  PUT /reclamos/{id}/respuesta .data.proveedor.direccion
  PUT /reclamos/{id}/respuesta .data.telefono
  PUT /reclamos/{id}/respuesta .data.tipo_documento
  POST /reclamos .data.correo
  GET /usuarios/{id} .data.correo
  GET /usuarios/{id} .data.direccion
  GET /usuarios/{id} .data.fecha_nacimiento
  GET /usuarios/{id} .data.numero_documento
  GET /usuarios/{id} .data.telefono
  GET /usuarios/{id} .data.tipo_documento
  POST /usuarios/{id} .data.correo
  POST /usuarios/{id} .data.direccion
  POST /usuarios/{id} .data.fecha_nacimiento
  POST /usuarios/{id} .data.numero_documento
  POST /usuarios/{id} .data.telefono
  POST /usuarios/{id} .data.tipo_documento
  POST /auth/register .token
  POST /auth/register .user.correo
  POST /loginalumno .token
  POST /loginalumno .user.correo
  POST /usuarios .token
  POST /usuarios .user.correo
`

/** Answers that are files, and maps whose keys are data; everything else names each of its fields. */
const FREE = `
  GET /auditoria .data.data[].detalle
  GET /certificados/{codigo}/pdf
  GET /clientes .data[].redes
  GET /clientes/activos .data[].redes
  GET /clientes/{id} .data.redes
  GET /materiales/{id}/archivo
  GET /prompts-generados .data.data[].respuestas
  GET /reclamos/{clave}/pdf
  GET /storage/fotos/{nombre}
  GET /storage/imagenes/{nombre}
  GET /usuarios/{id}/datos
  POST /clientes/{id} .data.redes
`

const lines = (text: string) => text.trim().split(/\s*\n\s*/)

describe('what the calls may answer', () => {
  it('names a delicate field only where a review has let it stand', () => {
    const named = answered().flatMap(({ call, path }) => {
      const field = path.split('.').at(-1)?.replaceAll('[]', '') ?? ''
      return DELICATE.test(field) ? [`${call} ${path}`] : []
    })
    expect(unique(named)).toEqual(lines(REVIEWED).sort())
  })

  it('is spelled out field by field', () => {
    const open = answered().flatMap(({ call, path, place }) => {
      const named = place.type || place.anyOf || place.oneOf || place.allOf || place.enum || 'const' in place
      const map = place.type === 'object' && place.additionalProperties !== false
      return !named || map ? [`${call} ${path}`.trim()] : []
    })
    expect(unique(open)).toEqual(lines(FREE).sort())
  })

  it('is what its owner is answered, call by call', async () => {
    const odd: string[] = []
    for (const row of ROWS) {
      const call = calls.find(({ name }) => name === row.call)
      const { status } = row.cells.dueña
      if (!call || status === 0) continue
      await t.database.sql`DELETE FROM limites`
      const answer = await ask(t, await prepare(world, row), await world.tokenOf('dueña'))
      if (!String(answer.headers['content-type']).includes('json')) continue
      const wrong = judgeOf(call, schemas)(answer.status, answer.body)
      if (wrong) odd.push(`${row.call} ${answer.status}: ${wrong}`)
    }
    expect(odd).toEqual([])
  })
})
