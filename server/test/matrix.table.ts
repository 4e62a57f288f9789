import { PEOPLE, type Someone } from './matrix.world.ts'

/** What a route declares (`platform/access.ts`); a token that opens nothing is refused everywhere but on public routes. */
export type Access = 'public' | 'optional' | 'signed' | 'staff' | 'admin'

/** What one person is answered: the status (0: not asked here), and how much of the victim's may stand in the answer. */
export type Cell = { status: number; shown: 'nothing' | 'shared' | 'all'; changes: boolean }

/** One call of the API: its access, how the victim's row that it is about is made, and what each person is answered. */
export type Row = {
  call: string
  access: Access
  where: [name: string, source: string][]
  cells: Record<Someone, Cell>
}

/**
 * The reviewed table: who may do what, a line per call (contract section 2). Whoever adds a call adds its line on purpose.
 *
 * `where`: `id=post` puts the id of a post that the victim has just written into the path, `?name=` into the query and
 * `.name=` into the body; `+=` only makes the thing. `matrix.things.ts` makes each; `==` stands before a plain value.
 *
 * The columns are {@link PEOPLE}: nobody; a student of the brand without the course; a student of another brand; one of the
 * same course; one whose enrolment there is over; a teacher of another course; the course's teacher; an administrator of
 * another brand; the victim; an administrator of her brand. After a status nothing of hers may be in the answer and no row
 * of hers may change, but for `+` what she shares may be in it, `!` that and her rows may change (a like, moderation), `*`
 * all that and her mail, document, telephone, address and birthday.
 */
const TABLE = `
  GET /salud/viva                                          | public   | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  GET /salud                                               | public   | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  POST /csp-report                                         | public   | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  GET /storage/imagenes/{nombre}                           | public   | nombre=imagen                                                     | 200  200  200  200  200  200  200  200  200* 200
  GET /storage/fotos/{nombre}                              | public   | nombre=foto                                                       | 200  200  200  200  200  200  200  200  200* 200
  GET /clientes                                            | public   | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  GET /clientes/activos                                    | public   | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  GET /clientes/{id}                                       | public   | id=marca                                                          | 200  200  200  200  200  200  200  200  200* 200
  POST /clientes/{id}                                      | admin    | id=marca                                                          | 401  403  403  403  403  403  403  404  403  200
  GET /botones/cliente/{id}                                | public   | id=marca                                                          | 200  200  200  200  200  200  200  200  200* 200
  POST /loginalumno                                        | public   | -                                                                 | 401  401  401  401  401  401  401  401  401  401
  POST /logout                                             | signed   | -                                                                 | 401  200  200  200  200  200  200  200  200* 200
  POST /recuperar-contrasena                               | public   | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  PUT /actualizar-contrasena/{id}                          | optional | id=victima                                                        | 422  422  422  422  422  422  422  422  200* 422
  GET /usuarios/{id}                                       | signed   | id=victima                                                        | 401  403  403  403  403  404  200* 404  200* 200*
  POST /usuarios/{id}                                      | signed   | id=victima                                                        | 401  403  403  403  403  403  403  403  200* 403
  POST /auth/register                                      | public   | -                                                                 | 201  201  201  201  201  201  201  201  201* 201
  POST /usuarios                                           | public   | -                                                                 | 201  201  201  201  201  201  201  201  201* 201
  GET /accesos                                             | signed   | +=acceso                                                          | 401  200  200  200  200  200  200  200  200* 200
  DELETE /accesos                                          | signed   | +=acceso                                                          | 401  200  200  200  200  200  200  200  200* 200
  DELETE /accesos/{id}                                     | signed   | id=acceso                                                         | 401  404  404  404  404  404  404  404  200* 404
  GET /usuarios/{id}/datos                                 | signed   | id=victima +=ticket                                               | 401  403  403  403  403  403  403  403  200* 403
  GET /cursos                                              | optional | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  GET /cursos/activos                                      | optional | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  GET /cursos/{id}                                         | optional | id=curso                                                          | 200  200  404  200  200  200  200  404  200* 200
  GET /cursos/nombre/modulo/{id}                           | optional | id=modulo                                                         | 200  200  404  200  200  200  200  404  200* 200
  GET /categorias/activas                                  | optional | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  GET /usuarios/docentes/activos                           | optional | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  GET /portada                                             | optional | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  POST /modulos/update-orden                               | staff    | -                                                                 | 401  403  403  403  403  404  200  404  403  200
  POST /lecciones/update-orden                             | staff    | -                                                                 | 401  403  403  403  403  404  200  404  403  200
  GET /inicio                                              | signed   | +=aviso                                                           | 401  200  200  200+ 200  200  200  200  200* 200
  GET /matriculas/usuario/{id}                             | signed   | id=victima                                                        | 401  403  403  403  403  200  200  404  200* 200
  GET /cursos/usuario/{id}                                 | signed   | id=victima                                                        | 401  403  403  403  403  200  200  404  200* 200
  GET /sesiones/usuario/{id}                               | signed   | id=victima                                                        | 401  403  403  403  403  200  200+ 404  200* 200+
  GET /nota/modulo/{m}/usuario/{u}                         | signed   | m=modulo u=victima                                                | 401  403  403  403  403  404  200  404  200* 200
  GET /cursos/detallado/{id}                               | optional | id=curso                                                          | 200  200  404  200  200  200  200  404  200* 200
  GET /modulos/curso/{id}                                  | optional | id=curso                                                          | 200  200  404  200  200  200  200  404  200* 200
  GET /modulos/{id}                                        | optional | id=modulo                                                         | 200  200  404  200  200  200  200  404  200* 200
  GET /horas/modulo/{id}                                   | optional | id=modulo                                                         | 200  200  404  200  200  200  200  404  200* 200
  GET /lecciones/{id}                                      | signed   | id=leccion                                                        | 401  403  404  200  403  403  200  404  200* 200
  GET /lecciones/modulo/{id}                               | signed   | id=modulo                                                         | 401  403  404  200  403  403  200  404  200* 200
  GET /lecciones/detallado/{id}                            | signed   | id=leccion                                                        | 401  403  404  200+ 403  403  200+ 404  200* 200+
  GET /archivos/leccion/{id}                               | signed   | id=leccion                                                        | 401  403  404  200+ 403  403  200+ 404  200* 200+
  GET /materiales/leccion/{id}                             | signed   | id=leccion                                                        | 401  403  404  200+ 403  403  200+ 404  200* 200+
  PUT /progreso/leccion/{id}                               | signed   | id=leccion                                                        | 401  403  404  200  403  403  403  404  200* 403
  GET /materiales/{id}/archivo                             | public   | id=material                                                       | 404  404  404  404  404  404  404  404  404  404
  POST /asistencia/iniciar                                 | signed   | .leccion_id=leccion_nueva .usuario_id=victima                     | 401  403  404  201  403  403  403  404  201* 403
  POST /asistencia/cerrar                                  | signed   | .leccion_id=leccion_asistida .usuario_id=victima                  | 401  403  404  409  403  403  403  404  200* 403
  GET /asistencias                                         | signed   | +=asistencia                                                      | 401  200  200  200  200  200  200  200  200* 200
  GET /asistencias/usuario-leccion                         | signed   | ?usuario_id=victima ?leccion_id=leccion                           | 401  403  403  403  403  403  200  404  200* 200
  DELETE /asistencias/{id}                                 | staff    | id=asistencia                                                     | 401  403  403  403  403  404  200! 404  403  200!
  GET /evaluacion/{id}                                     | signed   | id=examen                                                         | 401  403  404  200  403  403  200  404  200* 200
  GET /evaluaciones/modulo/{id}                            | signed   | id=modulo                                                         | 401  403  404  200  403  403  200  404  200* 200
  GET /evaluaciones/solo/curso/{id}                        | signed   | id=curso                                                          | 401  403  404  200  403  403  200  404  200* 200
  GET /encuestas/solo/curso/{id}                           | signed   | id=curso                                                          | 401  403  404  200  403  403  200  404  200* 200
  GET /preguntas/evaluacion/{id}                           | signed   | id=examen_abierto                                                 | 401  403  404  409  403  403  200  404  200* 200
  GET /detalle/evaluacion/{id}/alumno/{alumno}             | signed   | id=examen_abierto alumno=victima                                  | 401  403  404  403  403  403  200  404  200* 200
  POST /detalle-evaluacion                                 | signed   | .id_evaluacion=examen                                             | 401  403  404  201  403  403  403  403  201* 403
  GET /detalle-evaluacion/{id}/incrementar-intento         | signed   | id=detalle                                                        | 401  404  404  404  404  404  404  404  200* 404
  POST /detalle-evaluacion/{id}/intentos                   | signed   | id=detalle                                                        | 401  404  404  404  404  404  404  404  200* 404
  PUT /detalle-evaluacion/{id}                             | signed   | id=detalle_abierto                                                | 401  404  404  404  404  404  404  404  200* 404
  GET /detalle-evaluacion/{id}/revision                    | signed   | id=detalle_calificado                                             | 401  404  404  404  404  403  200+ 404  200* 200+
  POST /respuestas                                         | signed   | .id_detalle_evaluacion=detalle_abierto .id_pregunta=pregunta_abierta | 401  404  404  404  404  404  404  404  200* 404
  POST /respuestasabiertas                                 | signed   | .id_detalle_evaluacion=detalle_abierto .id_pregunta=pregunta_abierta | 401  404  404  404  404  404  404  404  200* 404
  GET /encuestas/{id}/resultados                           | staff    | id=encuesta                                                       | 401  403  403  403  403  403  200  404  403  200
  GET /calificaciones/pendientes                           | staff    | +=respuesta                                                       | 401  403  403  403  403  200  200+ 200  403  200+
  PUT /calificaciones/{id}                                 | staff    | id=respuesta                                                      | 401  403  403  403  403  404  200! 404  403  200!
  GET /certificado/modulo/{id}/usuario/{usuario}           | signed   | id=modulo usuario=victima                                         | 401  403  403  403  403  200  200  200  200* 200
  GET /certificado/curso/{id}/usuario/{usuario}            | signed   | id=curso usuario=victima                                          | 401  403  403  403  403  200  200  200  200* 200
  GET /certificado/usuario/{id}                            | signed   | id=victima +=certificado                                          | 401  403  403  403  403  200  200+ 200  200* 200+
  GET /certificados/activos                                | signed   | +=certificado                                                     | 401  200  200  200  200  200  200  200  200* 200
  GET /certificados/cursos                                 | signed   | +=certificado                                                     | 401  200  200  200  200  200  200  200  200* 200
  GET /certificados/curso/{id}                             | signed   | id=curso +=certificado                                            | 401  403  404  200  403  403  404  404  200* 404
  POST /certificados                                       | signed   | .id_curso=curso_aprobado                                          | 401  403  404  403  403  403  403  404  201* 403
  POST /certificados/{codigo}/revocar                      | admin    | codigo=codigo_certificado                                         | 401  403  403  403  403  403  403  404  403  200*
  POST /certificados/{codigo}/restaurar                    | admin    | codigo=codigo_revocado                                            | 401  403  403  403  403  403  403  404  403  200*
  PUT /certificados/{id}                                   | signed   | id=certificado                                                    | 401  404  404  404  404  404  404  404  200* 404
  GET /certificados/validacion/{codigo}                    | public   | codigo=codigo_certificado                                         | 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200* 200+
  GET /certificados/{codigo}/pdf                           | public   | codigo=codigo_certificado                                         | 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200* 200+
  GET /notificaciones/eventos                              | signed   | -                                                                 | 401  -    -    -    -    -    -    -    -    -
  GET /notificaciones/usuario/{id}                         | signed   | id=victima +=aviso                                                | 401  403  403  403  403  403  403  403  200* 403
  GET /todas/notificaciones/usuario/{id}                   | signed   | id=victima +=aviso                                                | 401  403  403  403  403  403  403  403  200* 403
  PUT /notificaciones/desactivar/todas                     | signed   | +=aviso                                                           | 401  200  200  200  200  200  200  200  200* 200
  PUT /notificaciones/desactivar/{id}                      | signed   | id=aviso                                                          | 401  404  404  404  404  404  404  404  200* 404
  PUT /notificaciones/activar/{id}                         | signed   | id=aviso                                                          | 401  404  404  404  404  404  404  404  200* 404
  GET /notificaciones/preferencias                         | signed   | -                                                                 | 401  200  200  200  200  200  200  200  200* 200
  PUT /notificaciones/preferencias                         | signed   | -                                                                 | 401  200  200  200  200  200  200  200  200* 200
  GET /comentarios/leccion/{id}                            | signed   | id=leccion +=comentario                                           | 401  403  404  200+ 403  403  200+ 404  200* 200+
  GET /comentarios/usuario/{id}                            | signed   | id=victima +=comentario                                           | 401  403  403  403  403  403  403  403  200* 403
  POST /comentarios                                        | signed   | .id_leccion=leccion                                               | 401  403  404  201  403  403  201  404  201* 201
  GET /comentarios/{id}/respuestas                         | signed   | id=comentario                                                     | 401  403  404  200  403  403  200  404  200* 200
  PUT /comentarios/{id}                                    | signed   | id=comentario                                                     | 401  403  404  403  403  403  403  404  200* 403
  DELETE /comentarios/{id}                                 | signed   | id=comentario                                                     | 401  403  404  403  403  403  200! 404  200* 200!
  PUT /comentarios/like/{id}                               | signed   | id=comentario                                                     | 401  403  404  200! 403  403  200! 404  200* 200!
  DELETE /comentarios/like/{id}                            | signed   | id=comentario                                                     | 401  403  404  200  403  403  200  404  200* 200
  GET /calendario/usuario/{id}                             | signed   | id=victima ?desde==2026-01-01 ?hasta==2026-12-31                  | 401  403  403  403  403  403  403  403  200* 403
  GET /calendario/suscripcion                              | signed   | -                                                                 | 401  200  200  200  200  200  200  200  200* 200
  POST /calendario/suscripcion                             | signed   | -                                                                 | 401  200  200  200  200  200  200  200  200* 200
  GET /calendario/sesion/{id}                              | signed   | id=sesion                                                         | 401  404  404  200+ 404  404  404  404  200* 404
  GET /calendario/{archivo}                                | public   | archivo=calendario                                                | 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200+ 200* 200+
  POST /enviar-soporte                                     | signed   | -                                                                 | 401  200  200  200  200  200  200  200  200* 200
  GET /soporte                                             | admin    | +=ticket                                                          | 401  403  403  403  403  403  403  200  403  200*
  GET /soporte/usuario/{id}                                | signed   | id=victima +=ticket                                               | 401  403  403  403  403  403  403  403  200* 403
  PUT /soporte/{id}                                        | admin    | id=ticket                                                         | 401  403  403  403  403  403  403  404  403  200!
  GET /detalle/usuario/{id}                                | signed   | id=victima +=post                                                 | 401  403  403  403  403  403  403  403  200* 403
  POST /mercadopago/webhook                                | public   | ?data.id==1 ?type==payment                                        | 401  401  401  401  401  401  401  401  401  401
  POST /mercadopago/preference                             | signed   | -                                                                 | 401  200  422  200  200  200  200  422  200* 200
  GET /mercadopago/verificar-pago                          | signed   | ?orden=orden                                                      | 401  404  404  404  404  404  404  404  200* 404
  GET /ordenes                                             | signed   | +=orden                                                           | 401  200  200  200  200  200  200  200  200* 200
  GET /ordenes/en-revision                                 | admin    | +=orden_en_revision                                               | 401  403  403  403  403  403  403  200  403  200*
  PUT /ordenes/{numero}/aceptar                            | admin    | numero=orden_en_revision                                          | 401  403  403  403  403  403  403  404  403  200*
  GET /ordenes/{numero}                                    | signed   | numero=orden                                                      | 401  404  404  404  404  404  404  404  200* 404
  GET /pasarela-de-prueba/{numero}                         | public   | numero=orden                                                      | 200  200  200  200  200  200  200  200  200* 200
  POST /pasarela-de-prueba/{numero}                        | public   | numero=orden                                                      | 200  200  200  200  200  200  200  200  200* 200
  GET /foros                                               | signed   | +=post                                                            | 401  200  200  200+ 200  200  200+ 200  200* 200+
  POST /foros                                              | signed   | -                                                                 | 401  422  422  201  422  422  201  422  201* 201
  GET /foros/curso/{id}                                    | signed   | id=curso +=post                                                   | 401  403  404  200+ 403  403  200+ 404  200* 200+
  GET /foros/modulo/{id}                                   | signed   | id=modulo                                                         | 401  403  404  200  403  403  200  404  200* 200
  GET /foros/generales                                     | signed   | +=post                                                            | 401  200  200  200  200  200  200  200  200* 200
  GET /foros/buscar                                        | signed   | ?q==kanari +=post                                                 | 401  200  200  200+ 200  200  200+ 200  200* 200+
  GET /posts-foro/buscar                                   | signed   | ?q==kanari +=post                                                 | 401  200  200  200+ 200  200  200+ 200  200* 200+
  GET /foros/{id}                                          | signed   | id=foro                                                           | 401  403  404  200+ 403  403  200+ 404  200* 200+
  PUT /foros/{id}                                          | signed   | id=foro                                                           | 401  403  404  403  403  403  403  404  200* 403
  DELETE /foros/{id}                                       | signed   | id=foro                                                           | 401  403  404  403  403  403  200! 404  200* 200!
  PUT /foros/{id}/toggle-pinned                            | staff    | id=foro                                                           | 401  403  403  403  403  403  200! 404  403  200!
  PUT /foros/{id}/seguimiento                              | signed   | id=foro                                                           | 401  403  404  200  403  403  200  404  200* 200
  PUT /foros/{id}/leido                                    | signed   | id=foro                                                           | 401  403  404  200  403  403  200  404  200* 200
  GET /foros/{id}/participantes                            | signed   | id=foro                                                           | 401  403  404  200+ 403  403  200+ 404  200* 200+
  POST /foros/imagenes                                     | signed   | -                                                                 | 401  201  201  201  201  201  201  201  201* 201
  GET /borradores/{clave}                                  | signed   | clave=borrador                                                    | 401  200  200  200  200  200  200  200  200* 200
  PUT /borradores/{clave}                                  | signed   | clave=borrador                                                    | 401  200  200  200  200  200  200  200  200* 200
  DELETE /borradores/{clave}                               | signed   | clave=borrador                                                    | 401  200  200  200  200  200  200  200  200* 200
  GET /reportes-foro                                       | staff    | +=reporte                                                         | 401  403  403  403  403  200  200+ 200  403  200+
  PUT /reportes-foro/{id}                                  | staff    | id=reporte                                                        | 401  403  403  403  403  403  200! 404  403  200!
  GET /posts-foro                                          | signed   | ?id_foro=foro                                                     | 401  403  404  200  403  403  200  404  200* 200
  POST /posts-foro                                         | signed   | .id_foro=foro                                                     | 401  403  404  201! 403  403  201! 404  201* 201!
  GET /posts-foro/{id}                                     | signed   | id=post                                                           | 401  403  404  200+ 403  403  200+ 404  200* 200+
  PUT /posts-foro/{id}                                     | signed   | id=post                                                           | 401  403  404  403  403  403  403  404  200* 403
  DELETE /posts-foro/{id}                                  | signed   | id=post                                                           | 401  403  404  403  403  403  200! 404  200* 200!
  GET /posts-foro/{id}/respuestas                          | signed   | id=post                                                           | 401  403  404  200  403  403  200  404  200* 200
  GET /posts-foro/{id}/historial                           | signed   | id=post                                                           | 401  403  404  403  403  403  200  404  200* 200
  POST /posts-foro/{id}/like                               | signed   | id=post                                                           | 401  403  404  200! 403  403  200! 404  200* 200!
  POST /posts-foro/{id}/unlike                             | signed   | id=post                                                           | 401  403  404  200  403  403  200  404  200* 200
  PUT /posts-foro/{id}/solucion                            | signed   | id=post                                                           | 401  403  404  403  403  403  200! 404  200* 200!
  DELETE /posts-foro/{id}/solucion                         | signed   | id=solucion                                                       | 401  403  404  403  403  403  200! 404  200* 200!
  POST /posts-foro/{id}/reportes                           | signed   | id=post                                                           | 401  403  404  201  403  403  201  404  201* 201
  GET /temas-prompt                                        | signed   | -                                                                 | 401  200  200  200  200  200  200  200  200* 200
  GET /temas-prompt/{id}                                   | signed   | id=tema                                                           | 401  200  404  200  200  200  200  404  200* 200
  POST /prompts-generados/{id}/generar                     | signed   | id=tema                                                           | 401  200  404  200  200  200  200  404  200* 200
  GET /prompts-generados                                   | signed   | -                                                                 | 401  200  200  200  200  200  200  200  200* 200
  GET /carrito                                             | optional | ?ids=por_comprar                                                  | 200  200  200  200  200  200  200  200  200* 200
  GET /referido/{id}                                       | signed   | id=victima +=codigo                                               | 401  403  403  403  403  200+ 200+ 200  200* 200+
  POST /referidos                                          | signed   | -                                                                 | 401  201  201  201  201  403  403  403  201* 403
  GET /referidos/validar/{codigo}                          | optional | codigo=codigo                                                     | 200+ 200+ 422  200+ 200+ 200+ 200+ 422  422  200+
  GET /paginas                                             | optional | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  GET /paginas/{clave}                                     | optional | clave==terminos                                                   | 200  200  200  200  200  200  200  200  200* 200
  PUT /paginas/{clave}                                     | admin    | clave==terminos                                                   | 401  403  403  403  403  403  403  200  403  200
  GET /paginas/{clave}/fuente                              | admin    | clave==terminos                                                   | 401  403  403  403  403  403  403  200  403  200
  GET /premios                                             | optional | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  GET /ranking                                             | optional | -                                                                 | 200+ 200+ 200  200+ 200+ 200+ 200+ 200  200* 200+
  GET /ranking/meses                                       | optional | -                                                                 | 200  200  200  200  200  200  200  200  200* 200
  GET /ranking/mio                                         | signed   | -                                                                 | 401  200  200  200+ 200  200  200  200  200* 200
  PUT /ranking/preferencia                                 | signed   | -                                                                 | 401  200  200  200  200  200  200  200  200* 200
  GET /puntos/mios                                         | signed   | -                                                                 | 401  200  200  200+ 200  200  200  200  200* 200
  POST /reclamos                                           | public   | -                                                                 | 201  201  201  201  201  201  201  201  201* 201
  GET /reclamos                                            | admin    | +=reclamo                                                         | 401  403  403  403  403  403  403  200  403  200+
  GET /reclamos/{clave}/pdf                                | public   | clave=hoja                                                        | 200  200  200  200  200  200  200  200  200* 200
  GET /reclamos/{id}                                       | admin    | id=reclamo                                                        | 401  403  403  403  403  403  403  404  403  200*
  PUT /reclamos/{id}/respuesta                             | admin    | id=reclamo                                                        | 401  403  403  403  403  403  403  404  403  200*
  GET /auditoria                                           | admin    | -                                                                 | 401  403  403  403  403  403  403  200  403  200+
  DELETE /usuarios/{id}                                    | signed   | id=victima                                                        | 401  403  403  403  403  403  403  403  200* 403
`

const MARKS: Record<string, Omit<Cell, 'status'>> = {
  '': { shown: 'nothing', changes: false },
  '+': { shown: 'shared', changes: false },
  '!': { shown: 'shared', changes: true },
  '*': { shown: 'all', changes: true },
}
const ACCESS = ['public', 'optional', 'signed', 'staff', 'admin'] as const

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

/** The table's lines. */
export const ROWS: Row[] = TABLE.trim().split('\n').map(readRow)
