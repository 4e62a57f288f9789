import type { Course, StudentSession } from '@campus/contract/catalogue'
import { MOST_ENROLMENTS, MOST_SESSIONS } from '@campus/contract/course-limits'
import type { Dashboard, Enrollment } from '@campus/contract/learning'
import { sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { NO_SETTINGS } from '../brands/brands.ts'
import { courseAsShown, LISTED_COLUMNS } from '../catalogue/catalogue.ts'
import { LIMA_TODAY, LIVE_ENROLMENT, ME, SESSIONS_OF_LESSON } from './learning.ts'
import { bestAttempt, DONE, LAST_LESSON, LESSON_ORDER, PROGRESS, SESSION_COLUMNS, SESSION_DAY } from './pieces.ts'
import { OF_TEACHER, type Subject } from './subject.ts'

/** The courses `c` in which the student has a live enrolment. */
const LIVE_COURSES = sql`matriculas JOIN cursos c ON c.id = matriculas.id_curso AND matriculas.id_usuario = ${ME} AND ${LIVE_ENROLMENT}`
const NEWEST_FIRST = sql.raw('matriculas.fecha_matricula DESC, matriculas.id DESC')

const enrolments = hotRows<Enrollment>(
  'matriculas_de_usuario',
  sql`SELECT matriculas.id, matriculas.fecha_vencimiento, matriculas.fecha_matricula,
      json_build_object('id', c.id, 'nombre', c.nombre, 'imagen', c.imagen, 'horas', c.horas) AS curso,
      (SELECT b.porcentaje FROM ${bestAttempt(sql`ev.id_curso = c.id AND ev.id_modulo IS NULL`)} b) AS nota,
      ${PROGRESS} AS progreso, ${LAST_LESSON} AS continuar
    FROM ${LIVE_COURSES} WHERE ${OF_TEACHER} ORDER BY ${NEWEST_FIRST} LIMIT ${sql.raw(String(MOST_ENROLMENTS))}`,
)

/** A student's live enrolments, newest first (campus.md section 4: those past their day are hidden). */
export async function listEnrolments(db: Db, subject: Subject): Promise<Enrollment[]> {
  return enrolments(db, subject)
}

const coursesOfStudent = hotRows<Course>(
  'cursos_de_usuario',
  sql`SELECT ${LISTED_COLUMNS} FROM ${LIVE_COURSES} JOIN categorias k ON k.id = c.id_categoria
    WHERE ${OF_TEACHER} ORDER BY ${NEWEST_FIRST} LIMIT ${sql.raw(String(MOST_ENROLMENTS))}`,
)

/** The courses in which a student has a live enrolment, newest enrolment first. */
export async function listCoursesOf(db: Db, subject: Subject): Promise<Course[]> {
  return (await coursesOfStudent(db, subject)).map(courseAsShown)
}

const STUDENT_SESSION = sql`SELECT ${SESSION_COLUMNS}, c.id AS id_curso, c.nombre AS curso, l.id_modulo, l.id AS id_leccion
  FROM ${LIVE_COURSES} JOIN modulos mo ON mo.id_curso = c.id AND mo.activo
  JOIN lecciones l ON l.id_modulo = mo.id AND l.activo JOIN LATERAL ${SESSIONS_OF_LESSON} s ON true`

const sessionsOfStudent = hotRows<StudentSession>(
  'sesiones_de_usuario',
  sql`${STUDENT_SESSION} CROSS JOIN (SELECT ${sql.placeholder('desde')}::date AS desde, ${sql.placeholder('hasta')}::date AS hasta) p
    WHERE ${SESSION_DAY} BETWEEN coalesce(p.desde, p.hasta - 400, ${LIMA_TODAY} - 60)
      AND coalesce(p.hasta, p.desde + 400, ${LIMA_TODAY} + 180) AND ${OF_TEACHER}
    ORDER BY s.inicio, s.id LIMIT ${sql.raw(String(MOST_SESSIONS))}`,
)

/** Sessions of a student's live courses in a period of Lima days, in order of time. */
export async function listSessions(
  db: Db,
  subject: Subject,
  { desde, hasta }: { desde?: string; hasta?: string },
): Promise<StudentSession[]> {
  return sessionsOfStudent(db, { ...subject, desde: desde ?? null, hasta: hasta ?? null })
}

/**
 * Where to go on: of the courses with something left, the one seen last (else the newest), and there the last lesson
 * seen, or when that is done the next that is not.
 */
const NEXT_LESSON = sql`(
  WITH serie AS (
    SELECT c.id AS id_curso, mo.id AS id_modulo, l.id AS id_leccion, l.titulo, mo.nombre AS modulo, v.segundo, v.visto_en,
      ${DONE} AS hecha, matriculas.fecha_matricula, row_number() OVER (PARTITION BY c.id ORDER BY ${LESSON_ORDER}) AS n
    FROM ${LIVE_COURSES} JOIN modulos mo ON mo.id_curso = c.id AND mo.activo
    JOIN lecciones l ON l.id_modulo = mo.id AND l.activo
    LEFT JOIN progreso_lecciones v ON v.id_leccion = l.id AND v.id_usuario = ${ME}
  ), ultima AS (
    SELECT DISTINCT ON (id_curso) id_curso, n, visto_en FROM serie WHERE visto_en IS NOT NULL ORDER BY id_curso, visto_en DESC
  )
  SELECT to_json(t) FROM (
    SELECT s.id_curso, s.id_modulo, s.id_leccion, s.titulo, s.modulo, coalesce(s.segundo, 0) AS segundo, s.visto_en
    FROM serie s LEFT JOIN ultima u ON u.id_curso = s.id_curso WHERE NOT s.hecha
    ORDER BY u.visto_en DESC NULLS LAST, s.fecha_matricula DESC, s.id_curso, coalesce(s.n < u.n, false), s.n LIMIT 1) t)`

type Rest = Pick<Dashboard, 'cursos_matriculados' | 'certificados_obtenidos' | 'continuar' | 'proxima_sesion'> & {
  botones: Dashboard['botones'] | null
}

const restOfDashboard = hotRows<Rest>(
  'inicio',
  sql`SELECT (SELECT count(*) FROM certificados z WHERE z.id_usuario = ${ME} AND z.estado = 'vigente') AS certificados_obtenidos,
      (SELECT count(*) FROM ${LIVE_COURSES}) AS cursos_matriculados, ${NEXT_LESSON} AS continuar,
      (SELECT to_json(t) FROM (${STUDENT_SESSION} WHERE s.inicio + make_interval(mins => s.duracion) > now()
        ORDER BY s.inicio, s.id LIMIT 1) t) AS proxima_sesion,
      to_json(b) AS botones
    FROM (SELECT ${sql.placeholder('marca')}::int AS marca) p LEFT JOIN botones b ON b.id_cliente = p.marca`,
)

/** The dashboard of the signed-in person in one answer (campus.md section 2). */
export async function findDashboard(db: Db, identity: Identity): Promise<Dashboard> {
  const [cursos, [rest]] = await Promise.all([
    enrolments(db, { usuario: identity.id, docente: null }),
    restOfDashboard(db, { usuario: identity.id, marca: identity.id_cliente }),
  ])
  if (!rest) throw new Error('the dashboard has no row')
  return { ...rest, botones: rest.botones ?? NO_SETTINGS, cursos }
}
