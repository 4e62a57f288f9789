/** Payments, the cart, referrals, pages, awards and complaints; `matrix.table.ts` says how to read a line. */
export const SHOP = `
  POST /mercadopago/webhook                                | public            | ?data.id==1 ?type==payment                                        | 401  401  401  401  401  401  401  401  401  401  401  401  401
  POST /mercadopago/preference                             | signed            | -                                                                 | 401  200  422  200  200  200  200  422  200* 200  200  200  200
  GET /mercadopago/verificar-pago                          | signed            | ?orden=orden                                                      | 401  404  404  404  404  404  404  404  200* 404  404  404  404
  GET /ordenes                                             | signed            | +=orden                                                           | 401  200  200  200  200  200  200  200  200* 200  200  200  200
  GET /ordenes/en-revision                                 | ventas.ver        | +=orden_en_revision                                               | 401  403  403  403  403  403  403  200  403  200* 200* 200* 200*
  PUT /ordenes/{numero}/aceptar                            | devoluciones      | numero=orden_en_revision                                          | 401  403  403  403  403  403  403  404  403  200* 200* 403  403
  GET /ordenes/{numero}                                    | signed            | numero=orden                                                      | 401  404  404  404  404  404  404  404  200* 404  404  404  404
  GET /pasarela-de-prueba/{numero}                         | public            | numero=orden                                                      | 200  200  200  200  200  200  200  200  200* 200  200  200  200
  POST /pasarela-de-prueba/{numero}                        | public            | numero=orden                                                      | 200  200  200  200  200  200  200  200  200* 200  200  200  200
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
`
