/** Health, brands and accounts; `matrix.table.ts` says how to read a line. The last one closes the victim's account. */
export const ACCOUNTS = `
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
  DELETE /usuarios/{id}                                    | signed            | id=victima                                                        | 401  403  403  403  403  403  403  403  200* 403  403  403  403
`
