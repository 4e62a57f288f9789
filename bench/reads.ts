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

/** Reads that grow with an academy. */
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

const ADMIN = 'admin@demo.pe'
const dayOf = (ago: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Lima' }).format(Date.now() - ago * 86_400_000)
const days = (first: number, last: number) => `desde_dia=${dayOf(first)}&hasta_dia=${dayOf(last)}`
const TEACHER = 'docente@demo.pe'

/** The first pages that staff open; those of `/gestion` by an administrator, who sees the whole brand. */
export const staffReads = ({
  curso,
  examen,
  orden,
  vendido,
  registra,
}: LongForum): Record<string, { path: string; correo: string }> => ({
  'reported posts': { path: '/reportes-foro', correo: ADMIN },
  complaints: { path: '/reclamos', correo: ADMIN },
  'audit trail': { path: '/auditoria', correo: ADMIN },
  'exams to grade': { path: '/calificaciones/pendientes', correo: TEACHER },
  'staff, inbox': { path: '/gestion/bandeja', correo: ADMIN },
  'staff, figures': { path: '/gestion/bandeja/cifras', correo: ADMIN },
  'staff, search': { path: '/gestion/buscar?q=ana', correo: ADMIN },
  'staff, courses': { path: '/gestion/cursos', correo: ADMIN },
  'staff, courses by change': { path: '/gestion/cursos?orden=-actualizado', correo: ADMIN },
  'staff, answers to grade': { path: '/gestion/calificar', correo: ADMIN },
  'staff, answers by wait': { path: '/gestion/calificar?orden=espera', correo: ADMIN },
  'staff, attempts of an exam': { path: `/gestion/evaluaciones/${examen}/intentos`, correo: ADMIN },
  'staff, live classes': { path: '/gestion/sesiones', correo: ADMIN },
  'staff, unanswered questions': { path: '/gestion/preguntas', correo: ADMIN },
  'staff, failed mails': { path: '/gestion/correos', correo: ADMIN },
  'staff, jobs': { path: '/gestion/trabajos', correo: ADMIN },
  'staff, students': { path: '/gestion/alumnos', correo: ADMIN },
  'staff, students by name': { path: '/gestion/alumnos?orden=nombre', correo: ADMIN },
  'staff, students whose course ends': { path: '/gestion/alumnos?matricula=por_vencer', correo: ADMIN },
  'staff, students of a course': { path: `/gestion/alumnos?curso=${curso}`, correo: ADMIN },
  'staff, students by a word': { path: '/gestion/alumnos?q=maria', correo: ADMIN },
  'teacher, inbox': { path: '/gestion/bandeja', correo: TEACHER },
  'teacher, search': { path: '/gestion/buscar?q=ana', correo: TEACHER },
  'teacher, students': { path: '/gestion/alumnos', correo: TEACHER },
  'teacher, students of a course': { path: `/gestion/alumnos?curso=${curso}`, correo: TEACHER },
  'teacher, students whose course ended': { path: '/gestion/alumnos?matricula=vencida', correo: TEACHER },
  'staff, enrolments': { path: '/gestion/matriculas', correo: ADMIN },
  'staff, enrolments that end': { path: '/gestion/matriculas?estado=por_vencer', correo: ADMIN },
  'staff, sales': { path: '/gestion/ordenes', correo: ADMIN },
  'staff, sales by Yape': { path: '/gestion/ordenes?medio=yape', correo: ADMIN },
  'staff, sales of a course': { path: `/gestion/ordenes?curso=${vendido}`, correo: ADMIN },
  'staff, sales of a day': { path: `/gestion/ordenes?${days(1, 1)}`, correo: ADMIN },
  'staff, sales of a month': { path: `/gestion/ordenes?${days(30, 0)}`, correo: ADMIN },
  'staff, sales of an old month': { path: `/gestion/ordenes?${days(330, 300)}`, correo: ADMIN },
  'staff, sales of a year': { path: `/gestion/ordenes?${days(364, 0)}`, correo: ADMIN },
  'staff, sales of a course and month': { path: `/gestion/ordenes?curso=${vendido}&${days(30, 0)}`, correo: ADMIN },
  'staff, sales by who registered them': { path: `/gestion/ordenes?registro=${registra}`, correo: ADMIN },
  'staff, sales online of a month': { path: `/gestion/ordenes?registro=en_linea&${days(30, 0)}`, correo: ADMIN },
  'staff, sales to a mail': { path: '/gestion/ordenes?q=alumna@demo.pe', correo: ADMIN },
  'staff, a sale': { path: `/gestion/ordenes/${orden}`, correo: ADMIN },
  'staff, search for a sale': { path: `/gestion/buscar?q=${orden.slice(0, 8)}`, correo: ADMIN },
  'staff, team': { path: '/gestion/equipo', correo: ADMIN },
})

export const PAGES: Record<string, string> = { landing: '/', catalogue: '/cursos' }
/** The encodings that browsers accept. */
export const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }

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
