import type { Course, StudentSession } from '@campus/contract/catalogue'
import { MOST_ENROLMENTS, MOST_SESSIONS } from '@campus/contract/course-limits'
import type { Dashboard, Enrollment } from '@campus/contract/learning'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import { query } from '../../platform/db/query.ts'
import { subjectOf } from '../../platform/http/access.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { NO_SETTINGS } from '../brands/brands.ts'
import { courseAsShown, LISTED_COLUMNS } from '../catalogue/catalogue.ts'
import { LIMA_TODAY, LIVE_ENROLMENT, SESSIONS_OF_LESSON } from './learning.ts'
import { bestAttempt, done, LESSON_ORDER, lastLesson, progress, SESSION_COLUMNS, SESSION_DAY } from './pieces.ts'

/**
 * The student whom a read is about. `docente` narrows it to the courses of the teacher who reads, and is null for the student and for
 * administrators.
 */
export type Subject = { usuario: number; docente: number | null }

/** Whether the reader of a {@link Subject} may know about course `c`. */
export const isOpenTo = ({ docente }: Subject) =>
  docente === null
    ? sql`true`
    : sql`EXISTS (SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = c.id AND cd.id_usuario = ${docente})`

/**
 * The student that a path names (contract section 2).
 * @throws SIN_PERMISO when a student names another, NO_ENCONTRADO when staff name someone of another brand
 */
export async function findSubject(db: Db, identity: Identity, id: number): Promise<Subject> {
  const usuario = subjectOf(identity, id)
  if (usuario === identity.id) return { usuario, docente: null }
  const inBrand = and(eq(usuarios.id, id), eq(usuarios.id_cliente, identity.id_cliente))
  if ((await db.$count(usuarios, inBrand)) === 0) throw fail('NO_ENCONTRADO')
  return { usuario, docente: identity.tipo_cliente === 'Docente' ? identity.id : null }
}

/** The courses `c` in which the student has a live enrolment. */
const liveCourses = (usuario: number) =>
  sql`matriculas JOIN cursos c ON c.id = matriculas.id_curso AND matriculas.id_usuario = ${usuario} AND ${LIVE_ENROLMENT}`
const NEWEST_FIRST = sql.raw('matriculas.fecha_matricula DESC, matriculas.id DESC')

/** A student's live enrolments, newest first (campus.md section 4: those past their day are hidden). */
export function listEnrolments(db: Db, subject: Subject): Promise<Enrollment[]> {
  const { usuario } = subject
  const enrolments = sql`SELECT matriculas.id, matriculas.fecha_vencimiento, matriculas.fecha_matricula,
      json_build_object('id', c.id, 'nombre', c.nombre, 'imagen', c.imagen, 'horas', c.horas) AS curso,
      (SELECT b.porcentaje FROM ${bestAttempt(usuario, sql`ev.id_curso = c.id AND ev.id_modulo IS NULL`)} b) AS nota,
      ${progress(usuario)} AS progreso, ${lastLesson(usuario)} AS continuar
    FROM ${liveCourses(usuario)} WHERE ${isOpenTo(subject)} ORDER BY ${NEWEST_FIRST} LIMIT ${MOST_ENROLMENTS}`
  if (subject.docente !== null) return query<Enrollment>(db, enrolments)
  return preparedQuery<Enrollment>(db, 'matriculas_de_usuario', enrolments)
}

/** The courses in which a student has a live enrolment, newest enrolment first. */
export async function listCoursesOf(db: Db, subject: Subject): Promise<Course[]> {
  const courses = await query<Course>(
    db,
    sql`SELECT ${LISTED_COLUMNS} FROM ${liveCourses(subject.usuario)} JOIN categorias k ON k.id = c.id_categoria
    WHERE ${isOpenTo(subject)} ORDER BY ${NEWEST_FIRST} LIMIT ${MOST_ENROLMENTS}`,
  )
  return courses.map(courseAsShown)
}

const studentSessions = (
  usuario: number,
) => sql`SELECT ${SESSION_COLUMNS}, c.id AS id_curso, c.nombre AS curso, l.id_modulo,
    l.id AS id_leccion
  FROM ${liveCourses(usuario)} JOIN modulos mo ON mo.id_curso = c.id AND mo.activo
  JOIN lecciones l ON l.id_modulo = mo.id AND l.activo JOIN LATERAL ${SESSIONS_OF_LESSON} s ON true`

/** Sessions of a student's live courses in a period of Lima days, in order of time. */
export function listSessions(
  db: Db,
  subject: Subject,
  { desde = null, hasta = null }: { desde?: string | null; hasta?: string | null },
): Promise<StudentSession[]> {
  return query<StudentSession>(
    db,
    sql`${studentSessions(subject.usuario)} CROSS JOIN (SELECT ${desde}::date AS desde, ${hasta}::date AS hasta) p
    WHERE ${SESSION_DAY} BETWEEN coalesce(p.desde, p.hasta - 400, ${LIMA_TODAY} - 60)
      AND coalesce(p.hasta, p.desde + 400, ${LIMA_TODAY} + 180) AND ${isOpenTo(subject)}
    ORDER BY s.inicio, s.id LIMIT ${MOST_SESSIONS}`,
  )
}

/**
 * Where to go on: of the courses with something left, the one seen last (otherwise the newest), and there the last lesson seen, or
 * when that is done the next that is not.
 */
const nextLesson = (usuario: number) => sql`(
  WITH serie AS (
    SELECT c.id AS id_curso, mo.id AS id_modulo, l.id AS id_leccion, l.titulo, mo.nombre AS modulo, v.segundo, v.visto_en,
      ${done(usuario)} AS hecha, matriculas.fecha_matricula, row_number() OVER (PARTITION BY c.id ORDER BY ${LESSON_ORDER}) AS n
    FROM ${liveCourses(usuario)} JOIN modulos mo ON mo.id_curso = c.id AND mo.activo
    JOIN lecciones l ON l.id_modulo = mo.id AND l.activo
    LEFT JOIN progreso_lecciones v ON v.id_leccion = l.id AND v.id_usuario = ${usuario}
  ), ultima AS (
    SELECT DISTINCT ON (id_curso) id_curso, n, visto_en FROM serie WHERE visto_en IS NOT NULL ORDER BY id_curso, visto_en DESC
  )
  SELECT to_json(t) FROM (
    SELECT s.id_curso, s.id_modulo, s.id_leccion, s.titulo, s.modulo, coalesce(s.segundo, 0) AS segundo, s.visto_en
    FROM serie s LEFT JOIN ultima u ON u.id_curso = s.id_curso WHERE NOT s.hecha
    ORDER BY u.visto_en DESC NULLS LAST, s.fecha_matricula DESC, s.id_curso, coalesce(s.n < u.n, false), s.n LIMIT 1) t)`

type Rest = Omit<Dashboard, 'cursos' | 'botones'> & { botones: Dashboard['botones'] | null }

const restOfDashboard = (db: Db, { id, id_cliente }: Identity) =>
  preparedQuery<Rest>(
    db,
    'inicio',
    sql`SELECT (SELECT count(*) FROM certificados z WHERE z.id_usuario = ${id} AND z.estado = 'vigente') AS certificados_obtenidos,
      (SELECT count(*) FROM ${liveCourses(id)}) AS cursos_matriculados, ${nextLesson(id)} AS continuar,
      (SELECT to_json(t) FROM (${studentSessions(id)} WHERE s.inicio + make_interval(mins => s.duracion) > now()
        ORDER BY s.inicio, s.id LIMIT 1) t) AS proxima_sesion,
      (SELECT to_json(b) FROM botones b WHERE b.id_cliente = ${id_cliente}) AS botones`,
  )

/** The dashboard of the signed-in person (campus.md section 2). */
export async function findDashboard(db: Db, identity: Identity): Promise<Dashboard> {
  const [cursos, [rest]] = await Promise.all([
    listEnrolments(db, { usuario: identity.id, docente: null }),
    restOfDashboard(db, identity),
  ])
  if (!rest) throw new Error('the dashboard has no row')
  return { ...rest, botones: rest.botones ?? NO_SETTINGS, cursos }
}
