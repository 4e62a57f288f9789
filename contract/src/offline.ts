/** Cached for offline reading (docs/operations.md): no answer key, token or other person's data. Others: `no-store`. */
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

/** Marks a response from the worker's cache; its value is when the server sent it. */
export const COPY_HEADER = 'x-copia'

/** Moves the server's clock in an answer on by its age, so that no time is left that has passed. */
export const withClockMoved = (answer: string, ageMs: number): string =>
  JSON.stringify(
    JSON.parse(answer, (key, value: unknown) =>
      key === 'ahora' && typeof value === 'string' ? new Date(Date.parse(value) + ageMs).toISOString() : value,
    ),
  )

/** The worker's caches. The program's files are the same for all users; the others are emptied with the session. */
export const FILES_CACHE = 'campus-archivos'
export const SESSION_CACHES = ['campus-datos', 'campus-paginas', 'campus-imagenes'] as const

export type WorkerMessage =
  | { tipo: 'pagina'; ruta: string }
  | { tipo: 'archivos'; archivos: string[] }
  | { tipo: 'calentar'; alumno: boolean }
  | { tipo: 'vaciar' }

/** From a new worker to the open pages: the file with the program's routes, whose name changes with each version. */
export type WorkerNews = { tipo: 'version'; manifiesto: string }
