import { PERMISSIONS } from '@campus/contract/permissions'
import { PEOPLE, type Someone } from './matrix.world.ts'

const ACCESS = ['public', 'optional', 'signed', 'gestion', ...PERMISSIONS] as const

/** What a route declares (`platform/access.ts`); invalid tokens are refused except on public routes. */
export type Access = (typeof ACCESS)[number]

/** Expected status (0: not sent), and how much of the victim's data the response may contain. */
export type Cell = { status: number; shown: 'nothing' | 'shared' | 'all'; changes: boolean }

export type Row = {
  call: string
  access: Access
  where: [name: string, source: string][]
  cells: Record<Someone, Cell>
}

/**
 * The reviewed table of who may do what (docs/product/accounts.md 1.2); every new call needs a line.
 *
 * `where`: `id=post` inserts the id of a new post of the victim into the path, `?name=` into the query, `.name=` into the
 * body; `+=` only creates the row, `==` precedes a plain value. `matrix.things.ts` creates each.
 *
 * Columns are {@link PEOPLE}: guest, student without the course, student of another brand, classmate, student with an ended
 * enrolment, teacher of another course, teacher of the course, administrator of another brand, the victim, administrator of
 * her brand, then its platform administrator, support and cashier. After a status: nothing of the victim may be returned or changed; `+` shared data may be returned, `!` also
 * changed (a like, moderation), `*` private data too.
 */
const TABLE = `
  GET /salud/viva                                          | public            | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /salud                                               | public            | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  POST /csp-report                                         | public            | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /storage/imagenes/{nombre}                           | public            | nombre=imagen                                                     | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /storage/fotos/{nombre}                              | public            | nombre=foto                                                       | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /clientes                                            | public            | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /clientes/activos                                    | public            | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /clientes/{id}                                       | public            | id=marca                                                          | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /clientes/{id}/manifiesto                            | public            | id=marca                                                          | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /clientes/{id}/iconos/{archivo}                      | public            | id=marca archivo==180.png                                         | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /compartir/cursos/{id}                               | public            | id=curso                                                          | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /compartir/clientes/{id}                             | public            | id=marca                                                          | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /compartir/invitaciones/{id}                         | public            | id=marca                                                          | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /compartir/certificados/{codigo}                     | public            | codigo=codigo_certificado                                         | 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200* 200+ 200+ 200+ 200+
  POST /clientes/{id}                                      | academia          | id=marca                                                          | 401  403  403  403  403  403  403  404  403  200  200  403  403
  GET /botones/cliente/{id}                                | public            | id=marca                                                          | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  POST /loginalumno                                        | public            | -                                                                 | 401  401  401  401  401  401  401  401  401  401  401  401  401
  POST /logout                                             | signed            | -                                                                 | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  POST /recuperar-contrasena                               | public            | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  POST /verificar-correo                                   | signed            | -                                                                 | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  POST /verificar-correo/{id}                              | public            | id=victima                                                        | 422  422  422  422  422  422  422  422  422  422  422  422  422
  GET /restablecer/{id}                                    | public            | id=victima                                                        | 422  422  422  422  422  422  422  422  422  422  422  422  422
  PUT /actualizar-contrasena/{id}                          | optional          | id=victima                                                        | 422  422  422  422  422  422  422  422  200* 422  422  422  422
  GET /usuarios/{id}                                       | signed            | id=victima                                                        | 401  403  403  403  403  404  200* 404  200* 200* 200* 200* 200*
  POST /usuarios/{id}                                      | signed            | id=victima                                                        | 401  403  403  403  403  403  403  403  200* 403  403  403  403
  POST /empezar                                            | public            | -                                                                 | 422  422  422  422  422  422  422  422  422  422  422  422  422
  POST /auth/register                                      | public            | -                                                                 | 201  201  201  201  201  201  201  201  201* 201  201  201  201
  POST /usuarios                                           | public            | -                                                                 | 201  201  201  201  201  201  201  201  201* 201  201  201  201
  GET /accesos                                             | signed            | +=acceso                                                          | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  DELETE /accesos                                          | signed            | +=acceso                                                          | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  DELETE /accesos/{id}                                     | signed            | id=acceso                                                         | 401  404  404  404  404  404  404  404  200* 404  404  404  404
  GET /usuarios/{id}/datos                                 | signed            | id=victima +=ticket                                               | 401  403  403  403  403  403  403  403  200* 403  403  403  403
  GET /cursos                                              | optional          | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /cursos/activos                                      | optional          | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /cursos/buscar                                       | optional          | ?buscar==kanari                                                   | 200  200  200  200  200  200  200  200  200  200  200  200  200
  GET /cursos/{id}                                         | optional          | id=curso                                                          | 200  200  404  200  200  200  200  404  200* 200  200  200  200
  GET /cursos/nombre/modulo/{id}                           | optional          | id=modulo                                                         | 200  200  404  200  200  200  200  404  200* 200  200  200  200
  GET /categorias/activas                                  | optional          | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /usuarios/docentes/activos                           | optional          | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /portada                                             | optional          | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  POST /modulos/update-orden                               | cursos.editar     | -                                                                 | 401  403  403  403  403  404  200  404  403  200  200  403  403
  POST /lecciones/update-orden                             | cursos.editar     | -                                                                 | 401  403  403  403  403  404  200  404  403  200  200  403  403
  GET /inicio                                              | signed            | +=aviso                                                           | 401  200  200  200+ 200  200  200  200  200* 200  200  200  200
  GET /ritmo                                               | signed            | -                                                                 | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  PUT /ritmo                                               | signed            | -                                                                 | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /matriculas/usuario/{id}                             | signed            | id=victima                                                        | 401  403  403  403  403  200  200  404  200* 200  200  200  200
  GET /cursos/usuario/{id}                                 | signed            | id=victima                                                        | 401  403  403  403  403  200  200  404  200* 200  200  200  200
  GET /sesiones/usuario/{id}                               | signed            | id=victima                                                        | 401  403  403  403  403  200  200+ 404  200* 200+ 200+ 200+ 200+
  GET /nota/modulo/{m}/usuario/{u}                         | signed            | m=modulo u=victima                                                | 401  403  403  403  403  404  200  404  200* 200  200  200  200
  GET /cursos/detallado/{id}                               | optional          | id=curso                                                          | 200  200  404  200  200  200  200  404  200* 200  200  200  200
  GET /modulos/curso/{id}                                  | optional          | id=curso                                                          | 200  200  404  200  200  200  200  404  200* 200  200  200  200
  GET /modulos/{id}                                        | optional          | id=modulo                                                         | 200  200  404  200  200  200  200  404  200* 200  200  200  200
  GET /horas/modulo/{id}                                   | optional          | id=modulo                                                         | 200  200  404  200  200  200  200  404  200* 200  200  200  200
  GET /lecciones/{id}                                      | signed            | id=leccion                                                        | 401  403  404  200  403  403  200  404  200* 200  200  403  403
  GET /lecciones/modulo/{id}                               | signed            | id=modulo                                                         | 401  403  404  200  403  403  200  404  200* 200  200  403  403
  GET /lecciones/detallado/{id}                            | signed            | id=leccion                                                        | 401  403  404  200+ 403  403  200+ 404  200* 200+ 200+ 403  403
  GET /archivos/leccion/{id}                               | signed            | id=leccion                                                        | 401  403  404  200+ 403  403  200+ 404  200* 200+ 200+ 403  403
  GET /materiales/leccion/{id}                             | signed            | id=leccion                                                        | 401  403  404  200+ 403  403  200+ 404  200* 200+ 200+ 403  403
  PUT /progreso/leccion/{id}                               | signed            | id=leccion                                                        | 401  403  404  200  403  403  403  404  200* 403  403  403  403
  POST /lecciones/{id}/completar                           | signed            | id=leccion                                                        | 401  403  404  200  403  403  403  404  200* 403  403  403  403
  GET /materiales/{id}/archivo                             | public            | id=material                                                       | 404  404  404  404  404  404  404  404  404  404  404  404  404
  POST /asistencia/iniciar                                 | signed            | .leccion_id=leccion_nueva .usuario_id=victima                     | 401  403  404  201  403  403  403  404  201* 403  403  403  403
  POST /asistencia/cerrar                                  | signed            | .leccion_id=leccion_asistida .usuario_id=victima                  | 401  403  404  409  403  403  403  404  200* 403  403  403  403
  GET /asistencias                                         | signed            | +=asistencia                                                      | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /asistencias/usuario-leccion                         | signed            | ?usuario_id=victima ?leccion_id=leccion                           | 401  403  403  403  403  403  200  404  200* 200  200  403  403
  DELETE /asistencias/{id}                                 | calificar         | id=asistencia                                                     | 401  403  403  403  403  404  200! 404  403  200! 200! 403  403
  GET /evaluacion/{id}                                     | signed            | id=examen                                                         | 401  403  404  200  403  403  200  404  200* 200  200  403  403
  GET /evaluaciones/modulo/{id}                            | signed            | id=modulo                                                         | 401  403  404  200  403  403  200  404  200* 200  200  403  403
  GET /evaluaciones/solo/curso/{id}                        | signed            | id=curso                                                          | 401  403  404  200  403  403  200  404  200* 200  200  403  403
  GET /encuestas/solo/curso/{id}                           | signed            | id=curso                                                          | 401  403  404  200  403  403  200  404  200* 200  200  403  403
  GET /preguntas/evaluacion/{id}                           | signed            | id=examen_abierto                                                 | 401  403  404  409  403  403  200  404  200* 200  200  403  403
  GET /detalle/evaluacion/{id}/alumno/{alumno}             | signed            | id=examen_abierto alumno=victima                                  | 401  403  404  403  403  403  200  404  200* 200  200  403  403
  POST /detalle-evaluacion                                 | signed            | .id_evaluacion=examen                                             | 401  403  404  201  403  403  403  403  201* 403  403  403  403
  GET /detalle-evaluacion/{id}/incrementar-intento         | signed            | id=detalle                                                        | 401  404  404  404  404  404  404  404  200* 404  404  404  404
  POST /detalle-evaluacion/{id}/intentos                   | signed            | id=detalle                                                        | 401  404  404  404  404  404  404  404  200* 404  404  404  404
  PUT /detalle-evaluacion/{id}                             | signed            | id=detalle_abierto                                                | 401  404  404  404  404  404  404  404  200* 404  404  404  404
  GET /detalle-evaluacion/{id}/revision                    | signed            | id=detalle_calificado                                             | 401  404  404  404  404  403  200+ 404  200* 200+ 200+ 404  404
  POST /respuestas                                         | signed            | .id_detalle_evaluacion=detalle_abierto .id_pregunta=pregunta_abierta | 401  404  404  404  404  404  404  404  200* 404  404  404  404
  POST /respuestasabiertas                                 | signed            | .id_detalle_evaluacion=detalle_abierto .id_pregunta=pregunta_abierta | 401  404  404  404  404  404  404  404  200* 404  404  404  404
  GET /encuestas/{id}/resultados                           | reportes          | id=encuesta                                                       | 401  403  403  403  403  403  200  404  403  200  200  403  403
  GET /calificaciones/pendientes                           | calificar         | +=respuesta                                                       | 401  403  403  403  403  200  200+ 200  403  200+ 200+ 403  403
  PUT /calificaciones/{id}                                 | calificar         | id=respuesta                                                      | 401  403  403  403  403  404  200! 404  403  200! 200! 403  403
  GET /certificado/modulo/{id}/usuario/{usuario}           | signed            | id=modulo usuario=victima                                         | 401  403  403  403  403  200  200  200  200* 200  200  200  200
  GET /certificado/curso/{id}/usuario/{usuario}            | signed            | id=curso usuario=victima                                          | 401  403  403  403  403  200  200  200  200* 200  200  200  200
  GET /certificado/usuario/{id}                            | signed            | id=victima +=certificado                                          | 401  403  403  403  403  200  200+ 200  200* 200+ 200+ 200+ 200+
  GET /certificados/activos                                | signed            | +=certificado                                                     | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /certificados/cursos                                 | signed            | +=certificado                                                     | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /certificados/curso/{id}                             | signed            | id=curso +=certificado                                            | 401  403  404  200  403  403  404  404  200* 404  404  403  403
  POST /certificados                                       | signed            | .id_curso=curso_aprobado                                          | 401  403  404  403  403  403  403  404  201* 403  403  403  403
  POST /certificados/{codigo}/revocar                      | academia          | codigo=codigo_certificado                                         | 401  403  403  403  403  403  403  404  403  200* 200* 403  403
  POST /certificados/{codigo}/restaurar                    | academia          | codigo=codigo_revocado                                            | 401  403  403  403  403  403  403  404  403  200* 200* 403  403
  PUT /certificados/{id}                                   | signed            | id=certificado                                                    | 401  404  404  404  404  404  404  404  200* 404  404  404  404
  GET /certificados/validacion/{codigo}                    | public            | codigo=codigo_certificado                                         | 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200* 200+ 200+ 200+ 200+
  GET /certificados/{codigo}/pdf                           | public            | codigo=codigo_certificado                                         | 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200* 200+ 200+ 200+ 200+
  GET /certificados/{codigo}/imagen                        | public            | codigo=codigo_certificado                                         | 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200* 200+ 200+ 200+ 200+
  GET /notificaciones/eventos                              | signed            | -                                                                 | 401  -    -    -    -    -    -    -    -    -    -    -    -
  GET /notificaciones/usuario/{id}                         | signed            | id=victima +=aviso                                                | 401  403  403  403  403  403  403  403  200* 403  403  403  403
  GET /todas/notificaciones/usuario/{id}                   | signed            | id=victima +=aviso                                                | 401  403  403  403  403  403  403  403  200* 403  403  403  403
  PUT /notificaciones/desactivar/todas                     | signed            | +=aviso                                                           | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  PUT /notificaciones/desactivar/{id}                      | signed            | id=aviso                                                          | 401  404  404  404  404  404  404  404  200* 404  404  404  404
  PUT /notificaciones/activar/{id}                         | signed            | id=aviso                                                          | 401  404  404  404  404  404  404  404  200* 404  404  404  404
  GET /notificaciones/preferencias                         | signed            | -                                                                 | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  PUT /notificaciones/preferencias                         | signed            | -                                                                 | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /notificaciones/baja/{id}/{evento}                   | public            | id=victima evento==foro                                           | 404  404  404  404  404  404  404  404  404  404  404  404  404
  POST /notificaciones/baja/{id}/{evento}                  | public            | id=victima evento==foro                                           | 404  404  404  404  404  404  404  404  404  404  404  404  404
  GET /comentarios/leccion/{id}                            | signed            | id=leccion +=comentario                                           | 401  403  404  200+ 403  403  200+ 404  200* 200+ 200+ 200+ 403
  GET /comentarios/usuario/{id}                            | signed            | id=victima +=comentario                                           | 401  403  403  403  403  403  403  403  200* 403  403  403  403
  POST /comentarios                                        | signed            | .id_leccion=leccion                                               | 401  403  404  201  403  403  201  404  201* 201  201  403  403
  GET /comentarios/{id}/respuestas                         | signed            | id=comentario                                                     | 401  403  404  200  403  403  200  404  200* 200  200  200  403
  PUT /comentarios/{id}                                    | signed            | id=comentario                                                     | 401  403  404  403  403  403  403  404  200* 403  403  403  403
  DELETE /comentarios/{id}                                 | signed            | id=comentario                                                     | 401  403  404  403  403  403  200! 404  200* 200! 200! 200! 403
  PUT /comentarios/like/{id}                               | signed            | id=comentario                                                     | 401  403  404  200! 403  403  200! 404  200* 200! 200! 200! 403
  DELETE /comentarios/like/{id}                            | signed            | id=comentario                                                     | 401  403  404  200  403  403  200  404  200* 200  200  200  403
  GET /calendario/usuario/{id}                             | signed            | id=victima ?desde==2026-01-01 ?hasta==2026-12-31                  | 401  403  403  403  403  403  403  403  200* 403  403  403  403
  GET /calendario/suscripcion                              | signed            | -                                                                 | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  POST /calendario/suscripcion                             | signed            | -                                                                 | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /calendario/sesion/{id}                              | signed            | id=sesion                                                         | 401  404  404  200+ 404  404  404  404  200* 404  404  404  404
  GET /calendario/{archivo}                                | public            | archivo=calendario                                                | 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200* 200+ 200+ 200+ 200+
  POST /enviar-soporte                                     | signed            | -                                                                 | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /soporte                                             | soporte           | +=ticket                                                          | 401  403  403  403  403  403  403  200  403  200* 200* 200* 403
  GET /soporte/usuario/{id}                                | signed            | id=victima +=ticket                                               | 401  403  403  403  403  403  403  403  200* 403  403  403  403
  PUT /soporte/{id}                                        | soporte           | id=ticket                                                         | 401  403  403  403  403  403  403  404  403  200! 200! 200! 403
  GET /detalle/usuario/{id}                                | signed            | id=victima +=post                                                 | 401  403  403  403  403  403  403  403  200* 403  403  403  403
  GET /lecciones/buscar                                    | signed            | ?q==kanari +=post                                                 | 401  200  200  200+ 200  200  200  200  200* 200  200  200  200
  POST /mercadopago/webhook                                | public            | ?data.id==1 ?type==payment                                        | 401  401  401  401  401  401  401  401  401  401  401  401  401
  POST /mercadopago/preference                             | signed            | -                                                                 | 401  200  422  200  200  200  200  422  200* 200  200  200  200
  GET /mercadopago/verificar-pago                          | signed            | ?orden=orden                                                      | 401  404  404  404  404  404  404  404  200* 404  404  404  404
  GET /ordenes                                             | signed            | +=orden                                                           | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /ordenes/en-revision                                 | ventas.ver        | +=orden_en_revision                                               | 401  403  403  403  403  403  403  200  403  200* 200* 200* 200*
  PUT /ordenes/{numero}/aceptar                            | devoluciones      | numero=orden_en_revision                                          | 401  403  403  403  403  403  403  404  403  200* 200* 403  403
  GET /ordenes/{numero}                                    | signed            | numero=orden                                                      | 401  404  404  404  404  404  404  404  200* 404  404  404  404
  GET /pasarela-de-prueba/{numero}                         | public            | numero=orden                                                      | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  POST /pasarela-de-prueba/{numero}                        | public            | numero=orden                                                      | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /foros                                               | signed            | +=post                                                            | 401  200  200  200+ 200  200  200+ 200  200* 200+ 200+ 200+ 200
  POST /foros                                              | signed            | -                                                                 | 401  422  422  201  422  422  201  422  201* 201  201  422  422
  GET /foros/curso/{id}                                    | signed            | id=curso +=post                                                   | 401  403  404  200+ 403  403  200+ 404  200* 200+ 200+ 200+ 403
  GET /foros/modulo/{id}                                   | signed            | id=modulo                                                         | 401  403  404  200  403  403  200  404  200* 200  200  200  403
  GET /foros/generales                                     | signed            | +=post                                                            | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /foros/buscar                                        | signed            | ?q==kanari +=post                                                 | 401  200  200  200+ 200  200  200+ 200  200* 200+ 200+ 200+ 200
  GET /posts-foro/buscar                                   | signed            | ?q==kanari +=post                                                 | 401  200  200  200+ 200  200  200+ 200  200* 200+ 200+ 200+ 200
  GET /foros/{id}                                          | signed            | id=foro                                                           | 401  403  404  200+ 403  403  200+ 404  200* 200+ 200+ 200+ 403
  PUT /foros/{id}                                          | signed            | id=foro                                                           | 401  403  404  403  403  403  403  404  200* 403  403  403  403
  DELETE /foros/{id}                                       | signed            | id=foro                                                           | 401  403  404  403  403  403  200! 404  200* 200! 200! 200! 403
  PUT /foros/{id}/toggle-pinned                            | moderar           | id=foro                                                           | 401  403  403  403  403  403  200! 404  403  200! 200! 200! 403
  PUT /foros/{id}/seguimiento                              | signed            | id=foro                                                           | 401  403  404  200  403  403  200  404  200* 200  200  200  403
  PUT /foros/{id}/leido                                    | signed            | id=foro                                                           | 401  403  404  200  403  403  200  404  200* 200  200  200  403
  GET /foros/{id}/participantes                            | signed            | id=foro                                                           | 401  403  404  200+ 403  403  200+ 404  200* 200+ 200+ 200+ 403
  GET /foros/novedades                                     | signed            | -                                                                 | 401  200  200  200  200  200  200  200  200  200  200  200  200
  PUT /foros/{id}/like                                     | signed            | id=foro                                                           | 401  403  404  200! 403  403  200! 404  200* 200! 200! 200! 403
  DELETE /foros/{id}/like                                  | signed            | id=foro                                                           | 401  403  404  200  403  403  200  404  200* 200  200  200  403
  GET /foros/{id}/historial                                | signed            | id=foro                                                           | 401  403  404  403  403  403  200  404  200* 200  200  200  403
  POST /foros/{id}/reportes                                | signed            | id=foro                                                           | 401  403  404  201  403  403  201  404  201* 201  201  201  403
  POST /foros/imagenes                                     | signed            | -                                                                 | 401  201  201  201  201  201  201  201  201* 201  201  201  201
  GET /borradores/{clave}                                  | signed            | clave=borrador                                                    | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  PUT /borradores/{clave}                                  | signed            | clave=borrador                                                    | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  DELETE /borradores/{clave}                               | signed            | clave=borrador                                                    | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /reportes-foro                                       | moderar           | +=reporte                                                         | 401  403  403  403  403  200  200+ 200  403  200+ 200+ 200+ 403
  PUT /reportes-foro/{id}                                  | moderar           | id=reporte                                                        | 401  403  403  403  403  403  200! 404  403  200! 200! 200! 403
  GET /posts-foro                                          | signed            | ?id_foro=foro                                                     | 401  403  404  200  403  403  200  404  200* 200  200  200  403
  POST /posts-foro                                         | signed            | .id_foro=foro                                                     | 401  403  404  201! 403  403  201! 404  201* 201! 201! 201! 403
  GET /posts-foro/{id}                                     | signed            | id=post                                                           | 401  403  404  200+ 403  403  200+ 404  200* 200+ 200+ 200+ 403
  PUT /posts-foro/{id}                                     | signed            | id=post                                                           | 401  403  404  403  403  403  403  404  200* 403  403  403  403
  DELETE /posts-foro/{id}                                  | signed            | id=post                                                           | 401  403  404  403  403  403  200! 404  200* 200! 200! 200! 403
  GET /posts-foro/{id}/respuestas                          | signed            | id=post                                                           | 401  403  404  200  403  403  200  404  200* 200  200  200  403
  GET /posts-foro/{id}/historial                           | signed            | id=post                                                           | 401  403  404  403  403  403  200  404  200* 200  200  200  403
  POST /posts-foro/{id}/like                               | signed            | id=post                                                           | 401  403  404  200! 403  403  200! 404  200* 200! 200! 200! 403
  POST /posts-foro/{id}/unlike                             | signed            | id=post                                                           | 401  403  404  200  403  403  200  404  200* 200  200  200  403
  PUT /posts-foro/{id}/solucion                            | signed            | id=post                                                           | 401  403  404  403  403  403  200! 404  200* 200! 200! 200! 403
  DELETE /posts-foro/{id}/solucion                         | signed            | id=solucion                                                       | 401  403  404  403  403  403  200! 404  200* 200! 200! 200! 403
  POST /posts-foro/{id}/reportes                           | signed            | id=post                                                           | 401  403  404  201  403  403  201  404  201* 201  201  201  403
  GET /temas-prompt                                        | signed            | -                                                                 | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /temas-prompt/{id}                                   | signed            | id=tema                                                           | 401  200  404  200  200  200  200  404  200* 200  200  200  200
  POST /prompts-generados/{id}/generar                     | signed            | id=tema                                                           | 401  200  404  200  200  200  200  404  200* 200  200  200  200
  GET /prompts-generados                                   | signed            | -                                                                 | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /carrito                                             | optional          | ?ids=por_comprar                                                  | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /medios-de-pago                                      | public            | -                                                                 | 200  200  200  200  200  200  200  200  200  200  200  200  200
  GET /referido/{id}                                       | signed            | id=victima +=codigo                                               | 401  403  403  403  403  200+ 200+ 200  200* 200+ 200+ 200+ 200+
  POST /referidos                                          | signed            | -                                                                 | 401  201  201  201  201  403  403  403  201* 403  403  403  403
  GET /referidos/validar/{codigo}                          | optional          | codigo=codigo                                                     | 200+ 200+ 422  200+ 200+ 200+ 200+ 422  422  200+ 200+ 200+ 200+
  GET /paginas                                             | optional          | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /paginas/{clave}                                     | optional          | clave==terminos                                                   | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  PUT /paginas/{clave}                                     | sitio             | clave==terminos                                                   | 401  403  403  403  403  403  403  200  403  200  200  403  403
  GET /paginas/{clave}/fuente                              | sitio             | clave==terminos                                                   | 401  403  403  403  403  403  403  200  403  200  200  403  403
  GET /premios                                             | optional          | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /ranking                                             | optional          | -                                                                 | 200+ 200+ 200  200+ 200+ 200+ 200+ 200  200* 200+ 200+ 200+ 200+
  GET /ranking/meses                                       | optional          | -                                                                 | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /ranking/mio                                         | signed            | -                                                                 | 401  200  200  200+ 200  200  200  200  200* 200  200  200  200
  PUT /ranking/preferencia                                 | signed            | -                                                                 | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /puntos/mios                                         | signed            | -                                                                 | 401  200  200  200+ 200  200  200  200  200* 200  200  200  200
  POST /reclamos                                           | public            | -                                                                 | 201  201  201  201  201  201  201  201  201* 201  201  201  201
  GET /reclamos                                            | reclamos          | +=reclamo                                                         | 401  403  403  403  403  403  403  200  403  200+ 200+ 403  403
  GET /reclamos/{clave}/pdf                                | public            | clave=hoja                                                        | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /reclamos/{id}                                       | reclamos          | id=reclamo                                                        | 401  403  403  403  403  403  403  404  403  200* 200* 403  403
  PUT /reclamos/{id}/respuesta                             | reclamos          | id=reclamo                                                        | 401  403  403  403  403  403  403  404  403  200* 200* 403  403
  GET /gestion/bandeja                                     | gestion           | -                                                                 | 401  403  403  403  403  200  200  200  403  200  200  200  200
  GET /gestion/bandeja/cifras                              | academia          | -                                                                 | 401  403  403  403  403  403  403  200  403  200  200  403  403
  GET /gestion/preguntas                                   | cursos.editar     | +=pregunta                                                        | 401  403  403  403  403  200  200+ 200  403  200+ 200+ 403  403
  GET /gestion/correos                                     | academia          | +=correo_fallido                                                  | 401  403  403  403  403  403  403  200  403  200* 200* 403  403
  POST /gestion/correos/{id}/reintentar                    | academia          | id=correo_fallido                                                 | 401  403  403  403  403  403  403  404  403  200! 200! 403  403
  POST /gestion/correos/reintentar                         | academia          | +=correo_fallido                                                  | 401  403  403  403  403  403  403  200  403  200! 200! 403  403
  GET /gestion/buscar                                      | gestion           | ?q==Zuleika                                                       | 401  403  403  403  403  200  200* 200  403  200* 200* 200* 200*
  GET /gestion/calificar                                   | calificar         | +=respuesta                                                       | 401  403  403  403  403  200  200+ 200  403  200+ 200+ 403  403
  GET /gestion/calificar/{id}                              | calificar         | id=respuesta                                                      | 401  403  403  403  403  404  200+ 404  403  200+ 200+ 403  403
  PUT /gestion/calificaciones/{id}/correccion              | calificar         | id=respuesta_calificada                                           | 401  403  403  403  403  404  200! 404  403  200! 200! 403  403
  GET /gestion/evaluaciones/{id}/intentos                  | calificar         | id=examen_dado                                                    | 401  403  403  403  403  404  200+ 404  403  200+ 200+ 403  403
  GET /gestion/intentos/{id}                               | calificar         | id=intento_dado                                                   | 401  403  403  403  403  404  200+ 404  403  200+ 200+ 403  403
  PUT /gestion/evaluaciones/{id}/alumnos/{alumno}          | calificar         | id=examen_dado alumno=victima                                     | 401  403  403  403  403  404  200! 404  403  200! 200! 403  403
  POST /gestion/evaluaciones/{id}/recalificar              | calificar         | id=examen_dado                                                    | 401  403  403  403  403  404  200  404  403  200  200  403  403
  GET /gestion/trabajos                                    | gestion           | +=trabajo                                                         | 401  403  403  403  403  200  200  200  403  200  200  200  200
  GET /gestion/trabajos/{id}                               | gestion           | id=trabajo                                                        | 401  403  403  403  403  404  200  404  403  200  200  404  404
  GET /gestion/trabajos/{id}/filas                         | gestion           | id=trabajo                                                        | 401  403  403  403  403  404  200  404  403  200  200  404  404
  POST /gestion/trabajos/{id}/cancelar                     | gestion           | id=trabajo                                                        | 401  403  403  403  403  404  200  404  403  200  200  404  404
  POST /gestion/trabajos/{id}/reintentar                   | gestion           | id=trabajo_fallido                                                | 401  403  403  403  403  404  200  404  403  200  200  404  404
  GET /gestion/equipo                                      | academia          | +=colega                                                          | 401  403  403  403  403  403  403  200  403  200  200  403  403
  POST /gestion/equipo                                     | academia          | -                                                                 | 401  403  403  403  403  403  403  201  403  201  201  403  403
  PUT /gestion/equipo/{id}                                 | academia          | id=colega                                                         | 401  403  403  403  403  403  403  404  403  200  200  403  403
  GET /gestion/marca                                       | academia          | -                                                                 | 401  403  403  403  403  403  403  200  403  200  200  403  403
  PUT /gestion/marca                                       | academia          | -                                                                 | 401  403  403  403  403  403  403  200  403  200  200  403  403
  POST /gestion/marca/imagenes/{cual}                      | academia          | cual==isotipo                                                     | 401  403  403  403  403  403  403  200  403  200  200  403  403
  PUT /gestion/marca-activa                                | plataforma        | .id_cliente=marca                                                 | 401  403  403  403  403  403  403  403  403  403  200  403  403
  GET /gestion/marcas                                      | plataforma        | -                                                                 | 401  403  403  403  403  403  403  403  403  403  200  403  403
  POST /gestion/marcas                                     | plataforma        | -                                                                 | 401  403  403  403  403  403  403  403  403  403  201  403  403
  PUT /gestion/marcas/{id}                                 | plataforma        | id=marca                                                          | 401  403  403  403  403  403  403  403  403  403  200  403  403
  GET /gestion/yo                                          | gestion           | -                                                                 | 401  403  403  403  403  200  200  200  403  200  200  200  200
  GET /gestion/documentos/{objeto}                         | gestion           | objeto=texto                                                      | 401  403  403  403  403  404  200  404  403  200  200  403  403
  PUT /gestion/documentos/{objeto}                         | gestion           | objeto=texto                                                      | 401  403  403  403  403  404  200  404  403  200  200  403  403
  DELETE /gestion/documentos/{objeto}                      | gestion           | objeto=texto_borrador                                             | 401  403  403  403  403  404  200  404  403  200  200  403  403
  GET /gestion/versiones                                   | gestion           | ?objeto=texto                                                     | 401  403  403  403  403  404  200  404  403  200  200  403  403
  GET /gestion/versiones/{version}                         | gestion           | version=version_de_texto                                          | 401  403  403  403  403  404  200  404  403  200  200  403  403
  POST /gestion/versiones/{version}/restaurar              | gestion           | version=version_de_texto                                          | 401  403  403  403  403  404  200  404  403  200  200  403  403
  POST /gestion/publicar                                   | gestion           | +=texto_borrador                                                  | 401  403  403  403  403  404  200  404  403  200  200  403  403
  POST /gestion/vista-previa                               | gestion           | +=texto_borrador                                                  | 401  403  403  403  403  404  200  404  403  200  200  403  403
  GET /gestion/categorias                                  | catalogo          | -                                                                 | 401  403  403  403  403  403  403  200  403  200  200  403  403
  POST /gestion/categorias                                 | catalogo          | -                                                                 | 401  403  403  403  403  403  403  201  403  201  201  403  403
  PUT /gestion/categorias/{id}                             | catalogo          | id=categoria_nueva                                                | 401  403  403  403  403  403  403  404  403  200  200  403  403
  PUT /gestion/catalogo/orden                              | catalogo          | .que==categorias +=categoria_nueva                                | 401  403  403  403  403  403  403  422  403  200  200  403  403
  POST /gestion/archivos                                   | gestion           | -                                                                 | 401  403  403  403  403  201  201  201  403  201  201  403  403
  GET /lecciones/{id}/vista-previa                         | optional          | id=leccion_gratis                                                 | 200  200  404  200  200  200  200  404  200* 200  200  200  200
  GET /gestion/cursos                                      | cursos.editar     | -                                                                 | 401  403  403  403  403  200  200  200  403  200  200  403  403
  GET /gestion/cursos/{id}                                 | cursos.editar     | id=curso                                                          | 401  403  403  403  403  404  200  404  403  200  200  403  403
  POST /gestion/cursos                                     | catalogo          | .id_categoria=categoria                                           | 401  403  403  403  403  403  403  422  403  201  201  403  403
  DELETE /gestion/cursos/{id}                              | catalogo          | id=curso_oculto                                                   | 401  403  403  403  403  403  403  404  403  200  200  403  403
  POST /gestion/cursos/{id}/duplicar                       | catalogo          | id=curso_propio                                                   | 401  403  403  403  403  403  403  404  403  201  201  403  403
  POST /gestion/cursos/{id}/modulos                        | cursos.editar     | id=curso_propio                                                   | 401  403  403  403  403  404  201  404  403  201  201  403  403
  POST /gestion/modulos/{id}/lecciones                     | cursos.editar     | id=modulo_propio                                                  | 401  403  403  403  403  404  201  404  403  201  201  403  403
  POST /gestion/cursos/{id}/evaluaciones                   | cursos.editar     | id=curso_propio                                                   | 401  403  403  403  403  404  201  404  403  201  201  403  403
  PUT /gestion/cursos/{id}/estado                          | cursos.editar     | id=curso_propio                                                   | 401  403  403  403  403  404  200  404  403  200  200  403  403
  PUT /gestion/cursos/{id}/docentes                        | catalogo          | id=curso_propio                                                   | 401  403  403  403  403  403  403  404  403  200  200  403  403
  PUT /gestion/cursos/{id}/precio                          | catalogo          | id=curso_propio                                                   | 401  403  403  403  403  403  403  404  403  200  200  403  403
  GET /gestion/sesiones                                    | cursos.editar     | -                                                                 | 401  403  403  403  403  200  200+ 200  403  200+ 200+ 403  403
  POST /gestion/sesiones                                   | cursos.editar     | .id_leccion=leccion_propia                                        | 401  403  403  403  403  422  201  422  403  201  201  403  403
  PUT /gestion/sesiones/{id}                               | cursos.editar     | id=sesion_propia                                                  | 401  403  403  403  403  404  200  404  403  200  200  403  403
  POST /gestion/sesiones/{id}/cancelar                     | cursos.editar     | id=sesion_propia                                                  | 401  403  403  403  403  404  200  404  403  200  200  403  403
  GET /gestion/sesiones/{id}/asistencia                    | calificar         | id=sesion_tomada                                                  | 401  403  403  403  403  404  200  404  403  200  200  403  403
  GET /gestion/sesiones/{id}/asistencias                   | calificar         | id=sesion_tomada                                                  | 401  403  403  403  403  404  200+ 404  403  200+ 200+ 403  403
  PUT /gestion/sesiones/{id}/asistencias/{alumno}          | calificar         | id=sesion_tomada alumno=victima                                   | 401  403  403  403  403  404  200! 404  403  200! 200! 403  403
  POST /gestion/sesiones/{id}/asistencias                  | calificar         | id=sesion_tomada                                                  | 401  403  403  403  403  404  200! 404  403  200! 200! 403  403
  POST /gestion/sesiones/{id}/asistencias/deshacer         | calificar         | id=sesion_tomada                                                  | 401  403  403  403  403  404  200! 404  403  200! 200! 403  403
  GET /gestion/matriculas/cursos                           | alumnos.gestionar | -                                                                 | 401  403  403  403  403  403  403  200  403  200  200  200  403
  POST /gestion/matriculas                                 | alumnos.gestionar | .id_curso=curso_matriculado                                       | 401  403  403  403  403  403  403  404  403  200  200  200  403
  POST /gestion/matriculas/quitar                          | alumnos.gestionar | .id_curso=curso_matriculado                                       | 401  403  403  403  403  403  403  404  403  200* 200* 200* 403
  GET /gestion/alumnos                                     | alumnos.ver       | -                                                                 | 401  403  403  403  403  200  200* 200  403  200* 200* 200* 200*
  GET /gestion/alumnos/cursos                              | alumnos.ver       | -                                                                 | 401  403  403  403  403  200  200  200  403  200  200  200  200
  GET /gestion/alumnos/{id}                                | alumnos.ver       | id=victima                                                        | 401  403  403  403  403  404  200* 404  403  200* 200* 200* 200*
  GET /gestion/alumnos/{id}/intentos                       | alumnos.ver       | id=victima +=intento_dado                                         | 401  403  403  403  403  404  200+ 404  403  200+ 200+ 200+ 200+
  GET /gestion/alumnos/{id}/compras                        | ventas.ver        | id=victima +=orden                                                | 401  403  403  403  403  403  403  404  403  200* 200* 200* 200*
  GET /gestion/alumnos/{id}/soporte                        | soporte           | id=victima +=ticket                                               | 401  403  403  403  403  403  403  404  403  200* 200* 200* 403
  PUT /gestion/alumnos/{id}                                | alumnos.gestionar | id=alumno                                                         | 401  403  403  403  403  403  403  404  403  200  200  200  403
  GET /gestion/temas                                       | sitio             | -                                                                 | 401  403  403  403  403  403  403  200  403  200  200  403  403
  POST /gestion/temas                                      | sitio             | -                                                                 | 401  403  403  403  403  403  403  201  403  201  201  403  403
  PUT /gestion/temas/orden                                 | sitio             | -                                                                 | 401  403  403  403  403  403  403  422  403  200  200  403  403
  GET /gestion/paginas                                     | sitio             | -                                                                 | 401  403  403  403  403  403  403  200  403  200  200  403  403
  GET /auditoria                                           | academia          | -                                                                 | 401  403  403  403  403  403  403  200  403  200+ 200+ 403  403
  DELETE /usuarios/{id}                                    | signed            | id=victima                                                        | 401  403  403  403  403  403  403  403  200* 403  403  403  403
`

const MARKS: Record<string, Omit<Cell, 'status'>> = {
  '': { shown: 'nothing', changes: false },
  '+': { shown: 'shared', changes: false },
  '!': { shown: 'shared', changes: true },
  '*': { shown: 'all', changes: true },
}

function readCell(text: string): Cell {
  const [, status = '', mark = ''] = /^(\d{3}|-)([+!*]?)$/.exec(text) ?? []
  const allowed = MARKS[mark]
  if (!status || !allowed) throw new Error(`the table has a cell that means nothing: ${text}`)
  return { status: Number(status) || 0, ...allowed }
}

function readRow(line: string): Row {
  const [call = '', kind = '', where = '', statuses = ''] = line.split('|').map((cell) => cell.trim())
  const access = ACCESS.find((name) => name === kind)
  const cells = statuses.split(/\s+/).map(readCell)
  if (!access || cells.length !== PEOPLE.length) throw new Error(`the table has a line that cannot be read: ${line}`)
  const places = where === '-' ? [] : where.split(' ')
  return {
    call,
    access,
    where: places.map((place) => [place.slice(0, place.indexOf('=')), place.slice(place.indexOf('=') + 1)]),
    cells: Object.fromEntries(PEOPLE.map((who, at) => [who, cells[at]])) as Row['cells'],
  }
}

export const ROWS: Row[] = TABLE.trim().split('\n').map(readRow)
