/** Every URL, call and field of the specification. */

export const lines = (text: string) => text.trim().split(/\s*\n\s*/)

/** A colon is a parameter, `?` an optional one. */
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
  '/certificado/*',
  '/cursos/:?',
]

export const STOREFRONT_ROUTES = [
  '/detallecurso/:?',
  '/prompt',
  '/carrito',
  '/pago',
  '/plataformas',
  '/foro/:',
  '/marcas',
]

/** Screens that need a stored token and user. */
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

/** `usuario.nombre` is nested, `replies.id` in a list; for the password the fields are those of the body. */
export const CAMPUS_ENTITIES: [entity: string, call: string, fields: string][] = [
  [
    'User',
    'GET /usuarios/{id}',
    `id id_cliente nombres apellidos correo telefono direccion ciudad profesion numero_documento tipo_documento
    fecha_nacimiento foto_perfil tipo_cliente estado`,
  ],
  ['Course', 'GET /cursos/{id}', 'id nombre imagen horas'],
  ['Enrollment', 'GET /matriculas/usuario/{id}', 'id curso.nombre curso.imagen curso.horas nota fecha_vencimiento'],
  ['Category', 'GET /categorias/activas', 'id nombre'],
  ['Module', 'GET /modulos/{id}', 'id id_curso nombre cantidad_lecciones primera_leccion_id'],
  ['Lesson', 'GET /lecciones/{id}', 'id id_modulo titulo modulo.id_curso modulo.nombre'],
  [
    'Lesson in detail',
    'GET /lecciones/detallado/{id}',
    'id id_modulo titulo modulo.id_curso modulo.nombre materiales.id sesiones.nombre archivos.enlace',
  ],
  ['Material', 'GET /materiales/leccion/{id}', 'id tipo nombre texto ruta'],
  ['Lesson file', 'GET /archivos/leccion/{id}', 'enlace tipo_video'],
  ['Session', 'GET /sesiones/usuario/{id}', 'nombre fecha hora_inicio enlace'],
  [
    'Comment',
    'GET /comentarios/leccion/{id}',
    'id comentario id_usuario id_leccion fecha likes parent_id usuario.nombre usuario.imagen replies.id replies.comentario',
  ],
  ['Attendance', 'GET /asistencias/usuario-leccion', 'usuario_id leccion_id asistio fecha_asistencia fecha_cierre'],
  ['Notification', 'GET /notificaciones/usuario/{id}', 'id tipo mensaje fecha_envio estado'],
  ['Exam or survey', 'GET /evaluacion/{id}', 'id nombre modelo intentos duracion fecha_apertura fecha_cierre'],
  [
    'Question',
    'GET /preguntas/evaluacion/{id}',
    'id pregunta tipo_pregunta valor opciones.id opciones.opcion opciones.condicion',
  ],
  ['Answer', 'POST /respuestas', 'id_pregunta id_detalle_evaluacion respuesta'],
  [
    'Evaluation detail',
    'GET /detalle/evaluacion/{examId}/alumno/{userId}',
    'id id_evaluacion id_alumno fecha_evaluacion nota condicion intentos estado',
  ],
  [
    'Certificate',
    'GET /certificado/usuario/{u}',
    `id id_usuario id_modulo id_curso fecha_emision nota fecha_inicio fecha_fin horas codigo_certificado
    certificado_lado_a certificado_lado_b estado`,
  ],
  [
    'Verification',
    'GET /certificados/validacion/{code}',
    'alumno profesion imagen curso modulo nombre_cliente CursofechaInicio CursofechaFin',
  ],
  ['Client', 'GET /clientes', 'id nombre logo'],
  [
    'Banner settings',
    'GET /botones/cliente/{id}',
    `banner_uno link_banner_uno banner_dos link_banner_dos boton_1 boton_2 boton_3 link_boton_1 link_boton_2
    link_boton_3`,
  ],
]

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

export const STOREFRONT_ENTITIES = {
  course: 'id nombre descripcion nivel costo horas fecha_inicio imagen categoria',
  category: 'id nombre',
  teacher: 'id nombres apellidos profesion foto_perfil biography',
  bannerSettings:
    'banner_uno link_banner_uno banner_dos link_banner_dos boton_1 link_boton_1 boton_2 link_boton_2 boton_3 link_boton_3',
  user: 'id nombres apellidos correo foto_perfil',
  registration: 'numero_documento nombres apellidos correo password password_confirmation',
  prize: 'imagen premio puesto',
  rankingStudent: 'nombre apellido pais puntos',
  referral: 'codigo estudiante_id',
  promptTopic: 'id nombre descripcion preguntas',
  promptQuestion: 'id texto tipo variable opciones',
  generatedPrompt: 'titulo contenido_generado',
  forum:
    'id titulo descripcion contenido tipo_foro id_curso id_modulo pinned vistas total_posts fecha_creacion ultima_actividad estado usuario curso modulo',
  forumPost: 'id id_foro parent_id contenido fecha likes likes_usuarios usuario fecha_creacion',
  module: 'id nombre',
}
