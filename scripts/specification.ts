/**
 * What the two specifications list, transcribed once: routes, calls and literal texts. Tests hold the application and
 * docs/coverage.md against it, so that nothing of them can go missing unseen.
 */

const lines = (text: string) => text.trim().split(/\s*\n\s*/)

/** campus.md section 2; the places of parameters stand as colons, `?` where one may be missing. */
export const CAMPUS_ROUTES = [
  '/',
  '/inicio',
  '/login/:?',
  '/registro',
  '/restablecer/:',
  '/premios',
  '/miscursos',
  '/miscursos/:/modulos/:?',
  '/miscursos/:/modulos/:/leccion/:',
  '/examen/:/:/:',
  '/miscursos/:/foros',
  '/calendario',
  '/miscertificados',
  '/certificado-modulo/:',
  '/notificaciones',
  '/referidos',
  '/soporte',
  '/perfil',
  '/certificado/:?',
  '/cursos/:?',
]

/** storefront.md section 2, what is not above; contract.md section 3. */
export const STOREFRONT_ROUTES = [
  '/detallecurso/:?',
  '/prompt',
  '/carrito',
  '/pago',
  '/plataformas',
  '/foro/:',
  '/marcas',
]

/** storefront.md section 2: what needs a stored token and user. */
export const GUARDED_ROUTES = [
  '/inicio',
  '/miscursos',
  '/miscursos/:/modulos/:?',
  '/miscursos/:/modulos/:/leccion/:',
  '/miscursos/:/foros',
  '/foro/:',
  '/notificaciones',
  '/examen/:/:/:',
  '/calendario',
  '/perfil',
  '/miscertificados',
  '/certificado-modulo/:',
  '/soporte',
  '/prompt',
]

/** Every call of campus.md section 7, as it stands there. */
export const CAMPUS_CALLS = lines(`
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
`)

/** Every call of storefront.md section 7 that campus.md does not have; the ranking's, whose path it does not show, is the contract's. */
export const STOREFRONT_CALLS = lines(`
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
`)

/** The literal texts of both: storefront.md sections 2, 5, 8 and 9, campus.md sections 5 and 8. */
export const TEXTS = lines(`
  El título y contenido son obligatorios.
  Campos requeridos
  Curso requerido
  Debes seleccionar un curso.
  Módulo requerido
  Debes seleccionar un módulo.
  Contenido requerido
  Debes escribir una respuesta.
  El contenido no puede estar vacío.
  No hay banners disponibles
  Todos los cursos en un solo lugar
  Buscar cursos...
  No hay cursos disponibles
  Ver más
  Ver perfil
  Todos los cursos
  OFERTA EXPIRA EN:
  ¡Comprar ahora!
  Cargando curso...
  No hay productos en el carrito.
  Todos los meses premiamos a los primeros puestos
  Ranking de los mejores alumnos
  La premiación ha finalizado
  PUESTO 4-10
  PUESTO 11-50
  Participante
  Generar PROMPT 1,2,3
  Foros del Curso
  Nuevo Foro
  No hay foros aún
  Crear Primer Foro
  Recientes
  No hay foros recientes
  No hay respuestas aún
  Volver a Foros
  Ir al Inicio
  Datos de Pago
  Hubo un error al cargar los docentes.
  Hubo un error al cargar las categorías.
  Error al crear cuenta.
  Ocurrió un error inesperado.
  ¡Registro exitoso!
  Ya puedes proceder con tu compra.
  Cuenta Creada
  Hubo un problema al procesar el pago.
  No se recibió una URL de pago válida
  Copiado
  El código de referido ha sido copiado al portapapeles.
  ¡Copiado!
  No se pudo copiar.
  No se pudo identificar el curso. Por favor, regresa a la lista de cursos.
  No se pudieron cargar los foros.
  No se pudo guardar el foro. Inténtalo de nuevo.
  No se pudo eliminar el foro.
  No se pudo cargar el foro.
  No se pudo enviar la respuesta.
  No se pudo procesar el like.
  No se pudo actualizar la respuesta.
  No se pudo eliminar la respuesta.
  ¿Eliminar foro?
  ¿Eliminar respuesta?
  Esta acción no se puede deshacer.
  Sí, eliminar
  Foro creado
  Foro actualizado
  Foro eliminado
  Respuesta enviada
  Post actualizado
  Respuesta eliminada
  Fecha no disponible
  No se pudo dar like al comentario.
  No se pudo enviar el comentario.
  No se pudo registrar la asistencia.
  No se pudo registrar el cierre.
  Hubo un error al cargar los comentarios.
  Hubo un error al cargar los Cursos.
  Hubo un error al cargar los módulos.
  Las contraseñas no coinciden
  No se pudo generar el certificado. Por favor, intente nuevamente.
  Correo Enviado
  Certificado no disponible.
  Hubo un error al enviar el mensaje
  No se pudo conectar con el servidor
  Examen No Aprobado
  Las contraseñas deben ser las mismas y deben tener como mínimo 8 caracteres.
  El mensaje no puede estar vacío y debe tener al menos 10 caracteres.
  Lección no disponible
  Este módulo no tiene lecciones disponibles.
  Like!!!
  Comentario Publicado!!!
  Asistencia registrada
  Cierre registrado
  Usuario Actualizado
  Mensaje de soporte enviado correctamente.
  Certificado Generado
  Certificado Actualizado
  Tiempo Terminado
  Presione OK para enviar
  Enviado
`)
