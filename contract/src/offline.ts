/**
 * The calls whose last answers a browser keeps for reading without a connection (docs/operations.md). Never one with an
 * answer key, a token or another person's data; every other answer says `no-store`.
 */
export const OFFLINE_CALLS: readonly string[] = [
  '/api/inicio',
  '/api/cursos/usuario/:id',
  '/api/cursos/detallado/:id',
  '/api/modulos/curso/:id',
  '/api/lecciones/detallado/:id',
  '/api/materiales/leccion/:id',
  '/api/archivos/leccion/:id',
  '/api/comentarios/leccion/:id',
  '/api/evaluacion/:id',
  '/api/evaluaciones/modulo/:id',
  '/api/evaluaciones/solo/curso/:id',
  '/api/encuestas/solo/curso/:id',
  // An attempt under way: its questions without their key.
  '/api/preguntas/evaluacion/:id',
  '/api/detalle/evaluacion/:id/alumno/:alumno',
  '/api/certificado/usuario/:id',
  '/api/certificados/activos',
  '/api/certificados/cursos',
  '/api/certificados/curso/:id',
  '/api/calendario/usuario/:id',
  '/api/notificaciones/usuario/:id',
  '/api/todas/notificaciones/usuario/:id',
  '/api/foros/curso/:id',
  '/api/foros/modulo/:id',
  '/api/foros/:id',
  '/api/posts-foro',
  '/api/posts-foro/:id',
]

/** Whether a path is that of one of {@link OFFLINE_CALLS}. */
export function isOfflineCall(path: string): boolean {
  const parts = path.split('/')
  return OFFLINE_CALLS.some((call) => {
    const expected = call.split('/')
    return (
      expected.length === parts.length &&
      expected.every((part, at) => (part[0] === ':' ? /^\d+$/.test(parts[at] ?? '') : part === parts[at]))
    )
  })
}

/** Marks an answer that comes from this browser; its value is when it came from the server. */
export const COPY_HEADER = 'x-copia'

/** Caches of the worker. The program's files are the same for everyone; the others are emptied with the session. */
export const FILES_CACHE = 'campus-archivos'
export const SESSION_CACHES = ['campus-datos', 'campus-paginas', 'campus-imagenes'] as const

/** What a page tells the worker. */
export type WorkerMessage =
  | { tipo: 'pagina'; ruta: string; archivos: string[] }
  | { tipo: 'calentar'; alumno: boolean }
  | { tipo: 'vaciar' }

/** What a new worker tells the pages that are open: the file with the program's routes, whose name changes with it. */
export type WorkerNews = { tipo: 'version'; manifiesto: string }
