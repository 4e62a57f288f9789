import type { Target } from './load.ts'
import type { LongForum, Student } from './students.ts'

type Path = (student: Student) => string

/** What students read most, each their own. */
export const READS: Record<string, Path> = {
  'my enrolments': ({ id }) => `/matriculas/usuario/${id}`,
  'modules of a course': ({ curso }) => `/modulos/curso/${curso}`,
  'lesson detail': ({ leccion }) => `/lecciones/detallado/${leccion}`,
  'forum list': ({ curso }) => `/foros/curso/${curso}`,
  forum: ({ foro }) => `/foros/${foro}`,
  'forum page, 15 posts of 5': ({ foro }) => `/posts-foro?id_foro=${foro}&per_page=15`,
  notifications: ({ id }) => `/todas/notificaciones/usuario/${id}`,
  'unread notifications': ({ id }) => `/notificaciones/usuario/${id}`,
  'search feed': ({ id }) => `/detalle/usuario/${id}`,
  comments: ({ leccion }) => `/comentarios/leccion/${leccion}`,
  dashboard: () => '/inicio',
}

/** What grows with an academy: its longest forum and everything that all of its students did. */
export const growingReads = ({ curso, leccion, foro, post, pages }: LongForum): Record<string, Path> => ({
  'full course, modules': () => `/modulos/curso/${curso}`,
  'full course, forum list': () => `/foros/curso/${curso}`,
  'full course, comments': () => `/comentarios/leccion/${leccion}`,
  'long forum': () => `/foros/${foro}`,
  'long forum, first page': () => `/posts-foro?id_foro=${foro}&per_page=15`,
  'long forum, last page': () => `/posts-foro?id_foro=${foro}&per_page=15&page=${pages}`,
  'long forum, permalink': () => `/posts-foro/${post}`,
  'all my forums': () => '/foros',
  'search in all posts': () => '/posts-foro/buscar?q=pregunta',
  'my attendances': () => '/asistencias',
  ranking: () => '/ranking',
  'my place': () => '/ranking/mio',
  'my points': () => '/puntos/mios',
})

/** What staff read. */
export const STAFF_READS: Record<string, { path: string; correo: string }> = {
  'reported posts': { path: '/reportes-foro', correo: 'admin@demo.pe' },
  complaints: { path: '/reclamos', correo: 'admin@demo.pe' },
  'audit trail': { path: '/auditoria', correo: 'admin@demo.pe' },
  'exams to grade': { path: '/calificaciones/pendientes', correo: 'docente@demo.pe' },
}

export const PAGES: Record<string, string> = { landing: '/', catalogue: '/cursos' }
/** The encodings that browsers accept. */
export const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** A read by all students in rotation. */
export const readTarget = (url: string, students: Student[], path: Path): Target => ({
  url,
  requests: students.map((student) => ({
    path: `/api${path(student)}`,
    headers: { authorization: `Bearer ${student.token}` },
  })),
})

/** @throws Error when a response is not 200 */
export async function checkTarget(name: string, { url, requests }: Target): Promise<void> {
  for (const { path, headers } of requests.slice(0, 3)) {
    const response = await fetch(url + path, { headers })
    if (response.status !== 200)
      throw new Error(`${name}: ${path} returned ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
}
