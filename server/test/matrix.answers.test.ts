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

/** Every path of a schema. */
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

/** Successful responses: `[call, path, schema]`. */
const answered = () =>
  calls.flatMap((call) =>
    Object.entries(call.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content }]) => Object.values(content ?? {}))
      .flatMap(({ schema }) => [...places(schema, '')].map(([path, place]) => ({ call: call.name, path, place }))),
  )

const unique = (lines: string[]) => [...new Set(lines)].sort()

/** Names of secrets, exam keys and private data. */
const DELICATE =
  /password|hash|secret|token|firma|condicion|correct|verdadero|^correo|email|documento|telefono|^direccion|nacimiento|^ip$|agente/

/** Reviewed exceptions: public contact of a brand, own data, complaint sheets for staff, a new session. */
const REVIEWED = `
  GET /auditoria .data.data[].direccion
  GET /gestion/bandeja .data.primeros_pasos.correo
  GET /gestion/conexiones .data.correo
  GET /gestion/conexiones .data.mercadopago.aviso.firmado
  GET /gestion/conexiones .data.mercadopago.aviso.mal_firmado
  GET /gestion/conexiones .data.mercadopago.cuenta.correo
  POST /gestion/conexiones/{cual}/probar .data.correo
  POST /gestion/conexiones/{cual}/probar .data.mercadopago.aviso.firmado
  POST /gestion/conexiones/{cual}/probar .data.mercadopago.aviso.mal_firmado
  POST /gestion/conexiones/{cual}/probar .data.mercadopago.cuenta.correo
  POST /gestion/conexiones/{cual}/quitar .data.correo
  POST /gestion/conexiones/{cual}/quitar .data.mercadopago.aviso.firmado
  POST /gestion/conexiones/{cual}/quitar .data.mercadopago.aviso.mal_firmado
  POST /gestion/conexiones/{cual}/quitar .data.mercadopago.cuenta.correo
  PUT /gestion/conexiones/correo .data.correo
  PUT /gestion/conexiones/correo .data.mercadopago.aviso.firmado
  PUT /gestion/conexiones/correo .data.mercadopago.aviso.mal_firmado
  PUT /gestion/conexiones/correo .data.mercadopago.cuenta.correo
  PUT /gestion/conexiones/mercadopago .data.correo
  PUT /gestion/conexiones/mercadopago .data.mercadopago.aviso.firmado
  PUT /gestion/conexiones/mercadopago .data.mercadopago.aviso.mal_firmado
  PUT /gestion/conexiones/mercadopago .data.mercadopago.cuenta.correo
  GET /accesos .data[].agente
  GET /accesos .data[].ip
  GET /archivos/leccion/{id} .data[].video_hash
  GET /lecciones/detallado/{id} .data.archivos[].video_hash
  GET /lecciones/{id}/vista-previa .data.archivos[].video_hash
  GET /cursos/detallado/{id} .data.modulos[].lecciones[].archivos[].video_hash
  POST /gestion/vista-previa .data.curso.modulos[].lecciones[].archivos[].video_hash
  DELETE /gestion/documentos/{objeto} .data.documento
  GET /gestion/documentos/{objeto} .data.documento
  GET /gestion/evaluaciones/{id}/preguntas .data.preguntas[].opciones[].condicion
  GET /gestion/intentos/{id} .data.preguntas[].clave.correctas
  GET /gestion/intentos/{id} .data.preguntas[].clave.correctas[]
  GET /gestion/intentos/{id} .data.preguntas[].es_correcta
  GET /gestion/intentos/{id} .data.preguntas[].id_opcion_correcta
  GET /gestion/versiones/{version} .data.documento
  POST /gestion/publicar .data.documentos
  POST /gestion/publicar .data.documentos[]
  POST /gestion/vista-previa .data.leccion.archivos[].video_hash
  POST /gestion/vista-previa .data.preguntas[].clave.correctas
  POST /gestion/vista-previa .data.preguntas[].clave.correctas[]
  POST /gestion/vista-previa .data.preguntas[].opciones[].condicion
  POST /gestion/vista-previa .data.detalle.condicion
  POST /gestion/vista-previa .data.revision.preguntas[].clave.correctas
  POST /gestion/vista-previa .data.revision.preguntas[].clave.correctas[]
  POST /gestion/vista-previa .data.revision.preguntas[].es_correcta
  POST /gestion/vista-previa .data.revision.preguntas[].id_opcion_correcta
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
  GET /detalle-evaluacion/{id}/revision .data.preguntas[].clave.correctas
  GET /detalle-evaluacion/{id}/revision .data.preguntas[].clave.correctas[]
  GET /detalle-evaluacion/{id}/revision .data.preguntas[].es_correcta
  GET /detalle-evaluacion/{id}/revision .data.preguntas[].id_opcion_correcta
  GET /detalle/evaluacion/{id}/alumno/{alumno} .data.condicion
  POST /detalle-evaluacion .data.condicion
  POST /detalle-evaluacion/{id}/intentos .data.condicion
  PUT /detalle-evaluacion/{id} .data.condicion
  GET /gestion/ordenes .data.data[].comprador.correo
  GET /ordenes/devoluciones .data.data[].comprador.correo
  PUT /ordenes/{numero}/aceptar .data.comprador.correo
  GET /gestion/ordenes/{numero} .data.comprador.correo
  POST /gestion/ordenes/{numero}/verificar .data.comprador.correo
  POST /gestion/ordenes/{numero}/reenviar .data.comprador.correo
  POST /gestion/mensajes/alcance .data.correos
  POST /gestion/ordenes/{numero}/cancelar .data.comprador.correo
  PUT /gestion/ordenes/{numero}/anular .data.comprador.correo
  POST /gestion/ordenes/{numero}/cuotas .data.comprador.correo
  PUT /gestion/ordenes/{numero}/comprobante .data.comprador.correo
  PUT /gestion/ordenes/{numero}/comprobante/numero .data.comprador.correo
  GET /comprobantes/ultimo .data.factura.direccion
  GET /comprobantes/ultimo .data.factura.documento
  GET /comprobantes/ultimo .data.factura.tipo_documento
  GET /mercadopago/verificar-pago .data.comprobante.direccion
  GET /mercadopago/verificar-pago .data.comprobante.documento
  GET /mercadopago/verificar-pago .data.comprobante.tipo_documento
  GET /ordenes .data.data[].comprobante.direccion
  GET /ordenes .data.data[].comprobante.documento
  GET /ordenes .data.data[].comprobante.tipo_documento
  GET /ordenes/{numero} .data.comprobante.direccion
  GET /ordenes/{numero} .data.comprobante.documento
  GET /ordenes/{numero} .data.comprobante.tipo_documento
  GET /gestion/ordenes/{numero} .data.comprobante.datos.direccion
  GET /gestion/ordenes/{numero} .data.comprobante.datos.documento
  GET /gestion/ordenes/{numero} .data.comprobante.datos.tipo_documento
  POST /gestion/ordenes/{numero}/cancelar .data.comprobante.datos.direccion
  POST /gestion/ordenes/{numero}/cancelar .data.comprobante.datos.documento
  POST /gestion/ordenes/{numero}/cancelar .data.comprobante.datos.tipo_documento
  POST /gestion/ordenes/{numero}/reenviar .data.comprobante.datos.direccion
  POST /gestion/ordenes/{numero}/reenviar .data.comprobante.datos.documento
  POST /gestion/ordenes/{numero}/reenviar .data.comprobante.datos.tipo_documento
  POST /gestion/ordenes/{numero}/verificar .data.comprobante.datos.direccion
  POST /gestion/ordenes/{numero}/cuotas .data.comprobante.datos.direccion
  POST /gestion/ordenes/{numero}/verificar .data.comprobante.datos.documento
  POST /gestion/ordenes/{numero}/cuotas .data.comprobante.datos.documento
  POST /gestion/ordenes/{numero}/verificar .data.comprobante.datos.tipo_documento
  POST /gestion/ordenes/{numero}/cuotas .data.comprobante.datos.tipo_documento
  PUT /gestion/ordenes/{numero}/anular .data.comprobante.datos.direccion
  PUT /gestion/ordenes/{numero}/anular .data.comprobante.datos.documento
  PUT /gestion/ordenes/{numero}/anular .data.comprobante.datos.tipo_documento
  PUT /gestion/ordenes/{numero}/comprobante .data.comprobante.datos.direccion
  PUT /gestion/ordenes/{numero}/comprobante .data.comprobante.datos.documento
  PUT /gestion/ordenes/{numero}/comprobante .data.comprobante.datos.tipo_documento
  PUT /gestion/ordenes/{numero}/comprobante/numero .data.comprobante.datos.direccion
  PUT /gestion/ordenes/{numero}/comprobante/numero .data.comprobante.datos.documento
  PUT /gestion/ordenes/{numero}/comprobante/numero .data.comprobante.datos.tipo_documento
  POST /ordenes/{numero}/devolucion .data.comprobante.direccion
  POST /ordenes/{numero}/devolucion .data.comprobante.documento
  POST /ordenes/{numero}/devolucion .data.comprobante.tipo_documento
  PUT /ordenes/{numero}/aceptar .data.comprobante.datos.direccion
  PUT /ordenes/{numero}/aceptar .data.comprobante.datos.documento
  PUT /ordenes/{numero}/aceptar .data.comprobante.datos.tipo_documento
  GET /preguntas/evaluacion/{id} .data[].clave.correctas
  GET /preguntas/evaluacion/{id} .data[].clave.correctas[]
  GET /preguntas/evaluacion/{id} .data[].opciones[].condicion
  GET /soporte .data.data[].correo
  GET /gestion/matriculas .data.data[].correo
  GET /gestion/ventas/personas .data[].correo
  GET /gestion/ventas/personas .data[].documento
  GET /gestion/alumnos .data.data[].correo
  GET /gestion/alumnos .data.data[].numero_documento
  GET /gestion/alumnos/{id} .data.correo
  GET /gestion/alumnos/{id} .data.correo_pendiente
  GET /gestion/alumnos/{id} .data.direccion
  GET /gestion/alumnos/{id} .data.fecha_nacimiento
  GET /gestion/alumnos/{id} .data.numero_documento
  GET /gestion/alumnos/{id} .data.telefono
  PUT /gestion/alumnos/{id} .data.correo
  PUT /gestion/alumnos/{id} .data.correo_pendiente
  POST /gestion/alumnos/{id}/correo .data.correo
  GET /verificar-correo/{id} .data.correo
  PUT /gestion/alumnos/{id} .data.direccion
  PUT /gestion/alumnos/{id} .data.fecha_nacimiento
  PUT /gestion/alumnos/{id} .data.numero_documento
  PUT /gestion/alumnos/{id} .data.telefono
  GET /gestion/marca .data.correo
  GET /gestion/marca .data.direccion
  GET /gestion/marca .data.firma
  GET /gestion/marca .data.firma_imagen
  GET /gestion/marca .data.telefono
  PUT /gestion/marca .data.correo
  PUT /gestion/marca .data.direccion
  PUT /gestion/marca .data.firma
  PUT /gestion/marca .data.firma_imagen
  PUT /gestion/marca .data.telefono
  POST /gestion/marca/imagenes/{cual} .data.correo
  POST /gestion/marca/imagenes/{cual} .data.direccion
  POST /gestion/marca/imagenes/{cual} .data.firma
  POST /gestion/marca/imagenes/{cual} .data.firma_imagen
  POST /gestion/marca/imagenes/{cual} .data.telefono
  POST /gestion/matriculas .data[].correo
  GET /gestion/bandeja .data.correos_fallidos
  GET /gestion/correos .data.data[].correo
  GET /gestion/correos/otros .data.correos
  GET /gestion/correos/otros .data.correos[]
  GET /gestion/correos/otros .data.correos[].correo
  POST /gestion/correos/reintentar .data.correos
  POST /gestion/correos/otros/{id}/reintentar .data.correos
  POST /gestion/correos/{id}/reintentar .data.correos
  GET /gestion/equipo .data.data[].correo
  POST /gestion/equipo .data.correo
  PUT /gestion/equipo/{id} .data.correo
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
  GET /usuarios/{id} .data.correo_verificado
  GET /usuarios/{id} .data.direccion
  GET /usuarios/{id} .data.fecha_nacimiento
  GET /usuarios/{id} .data.numero_documento
  GET /usuarios/{id} .data.telefono
  GET /usuarios/{id} .data.tipo_documento
  POST /usuarios/{id} .data.correo
  POST /usuarios/{id} .data.correo_verificado
  POST /usuarios/{id} .data.direccion
  POST /usuarios/{id} .data.fecha_nacimiento
  POST /usuarios/{id} .data.numero_documento
  POST /usuarios/{id} .data.telefono
  POST /usuarios/{id} .data.tipo_documento
  POST /auth/register .token
  POST /auth/register .user.correo
  POST /auth/register .user.correo_verificado
  POST /empezar .token
  POST /empezar .user.correo
  POST /empezar .user.correo_verificado
  POST /loginalumno .token
  POST /loginalumno .user.correo
  POST /loginalumno .user.correo_verificado
  POST /usuarios .token
  POST /usuarios .user.correo
  POST /usuarios .user.correo_verificado
`

/** Files, and maps with data as keys; all others list their fields. */
const FREE = `
  GET /auditoria .data.data[].detalle
  GET /certificados/{codigo}/imagen
  GET /certificados/{codigo}/pdf
  GET /clientes .data[].redes
  GET /clientes/activos .data[].redes
  GET /clientes/{id} .data.redes
  GET /materiales/{id}/archivo
  DELETE /gestion/documentos/{objeto} .data.documento
  DELETE /gestion/documentos/{objeto} .data.publicado
  GET /gestion/documentos/{objeto} .data.documento
  GET /gestion/documentos/{objeto} .data.publicado
  GET /gestion/versiones/{version} .data.documento
  GET /gestion/importaciones/{id} .data.importacion.resultado
  GET /gestion/importaciones/{id} .data.informe.resultado
  POST /gestion/importaciones .data.importacion.resultado
  POST /gestion/importaciones .data.informe.resultado
  POST /gestion/importaciones/{id}/ejecutar .data.resultado
  GET /gestion/trabajos/{id}/errores
  GET /gestion/trabajos .data.data[].resultado
  GET /gestion/trabajos/{id} .data.resultado
  POST /gestion/alumnos/{id}/datos
  POST /gestion/evaluaciones/{id}/extras .data.resultado
  POST /gestion/evaluaciones/{id}/recalificar .data.trabajo.resultado
  GET /gestion/evaluaciones/{id}/ensayos/{trabajo} .data.trabajo.resultado
  POST /gestion/matriculas/lote .data.resultado
  POST /gestion/mensajes .data.resultado
  POST /gestion/trabajos/{id}/cancelar .data.resultado
  POST /gestion/trabajos/{id}/reintentar .data.resultado
  GET /prompts-generados .data.data[].respuestas
  GET /reclamos/{clave}/pdf
  GET /storage/fotos/{nombre}
  GET /storage/imagenes/{nombre}
  GET /usuarios/{id}/datos
  POST /clientes/{id} .data.redes
  GET /gestion/marca .data.redes
  POST /gestion/marca/imagenes/{cual} .data.redes
  POST /gestion/marca/certificado-ejemplo
  PUT /gestion/marca .data.redes
  GET /clientes/{id}/iconos/{archivo}
  GET /compartir/certificados/{codigo}
  GET /compartir/clientes/{id}
  GET /compartir/cursos/{id}
  GET /compartir/invitaciones/{id}
  GET /exportar-carpeta/{marca}/{curso}
  GET /exportar-ventas/{marca}/{desde}/{hasta}
  GET /exportar-matriculas/{marca}/{persona}/{filtros}
`

const lines = (text: string) => text.trim().split(/\s*\n\s*/)

describe('the responses of the API', () => {
  it('contain sensitive fields only where reviewed', () => {
    const named = answered().flatMap(({ call, path }) => {
      const field = path.split('.').at(-1)?.replaceAll('[]', '') ?? ''
      return DELICATE.test(field) ? [`${call} ${path}`] : []
    })
    expect(unique(named)).toEqual(lines(REVIEWED).sort())
  })

  it('list every field', () => {
    const open = answered().flatMap(({ call, path, place }) => {
      const named = place.type || place.anyOf || place.oneOf || place.allOf || place.enum || 'const' in place
      const map = place.type === 'object' && place.additionalProperties !== false
      return !named || map ? [`${call} ${path}`.trim()] : []
    })
    expect(unique(open)).toEqual(lines(FREE).sort())
  })

  it('are those returned to the owner, call by call', async () => {
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
