import type { StudentSession } from '@campus/contract/catalogue'
import { MAX_ENROLMENTS, MAX_SESSIONS } from '@campus/contract/course-limits'
import type { Dashboard, Enrollment, OwnCourse } from '@campus/contract/learning'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { subjectOf } from '../../kit/staff-access/staff-access.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { argument, CALLER, type Caller } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import { scopeOfIdentity } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { NO_SETTINGS } from '../brands/brands.ts'
import { LISTED_COLUMNS, withCleanDescription } from '../catalogue/catalogue.ts'
import { seesClass } from '../groups/groups.ts'
import { PROGRESS_COLUMNS, preparedWithProgress, progressTable, updateProgress } from '../progress/progress.ts'
import { bestAttempt, openAttempt, SESSION_COLUMNS, SESSION_DAY } from './course-parts.ts'
import { followed, followedCourses, isEnrolled, LIMA_TODAY, LIVE_ENROLMENT, SESSIONS_OF_LESSON } from './learning.ts'
import { type MomentumRow, momentumOf, momentumRow } from './momentum.ts'

/** The student whose data is read. `docente` limits it to the courses of the reading teacher, null otherwise. */
export type Subject = { usuario: number; docente: number | null }

/** Whether course `c` is within the limit of a {@link Subject}. */
export const isOpenTo = ({ docente }: { docente: SQL | number | null }) => sql`(${docente}::bigint IS NULL
  OR EXISTS (SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = c.id AND cd.id_usuario = ${docente}))`

/** The student in the path (docs/product/accounts.md 1.3). @throws SIN_PERMISO, NO_ENCONTRADO */
export async function findSubject(db: Db, identity: Identity, id: number): Promise<Subject> {
  const usuario = subjectOf(identity, id)
  if (usuario === identity.id) return { usuario, docente: null }
  const inBrand = and(eq(usuarios.id, id), eq(usuarios.id_cliente, identity.id_cliente))
  if ((await db.$count(usuarios, inBrand)) === 0) throw fail('NO_ENCONTRADO')
  return { usuario, docente: scopeOfIdentity(identity, 'alumnos.ver') === 'propios' ? identity.id : null }
}

const activeCourses = (usuario: SQL | number) =>
  sql`matriculas JOIN cursos c ON c.id = matriculas.id_curso AND matriculas.id_usuario = ${usuario} AND ${LIVE_ENROLMENT}`

/** Active courses `c` with the student's place `p` in each. */
const placedCourses = (usuario: SQL | number) => sql`${activeCourses(usuario)} JOIN
  ${progressTable(usuario, followedCourses(usuario))} p ON p.id_curso = c.id`

/** Finished courses after the others, and those never begun between them (docs/product/learning.md 1.7). */
const LAST_ACTIVE_FIRST = sql.raw(
  "p.estado_avance = 'terminado', p.ultima_actividad DESC NULLS LAST, matriculas.fecha_matricula DESC, matriculas.id DESC",
)

const enrolments = (
  usuario: SQL,
  docente: SQL,
) => sql`SELECT matriculas.id, matriculas.fecha_vencimiento, matriculas.fecha_matricula,
    json_build_object('id', c.id, 'nombre', c.nombre, 'imagen', c.imagen, 'horas', c.horas) AS curso,
    (SELECT b.porcentaje FROM ${bestAttempt(usuario, sql`ev.id_curso = c.id AND ev.id_modulo IS NULL`)} b) AS nota,
    ${PROGRESS_COLUMNS}
  FROM ${placedCourses(usuario)} WHERE ${isOpenTo({ docente })} ORDER BY ${LAST_ACTIVE_FIRST} LIMIT ${MAX_ENROLMENTS}`

/** Active enrolments (docs/product/learning.md 1.6). */
export const listEnrolments = preparedWithProgress<Enrollment, Subject>(
  enrolments(argument('usuario'), argument('docente')),
  followed(argument('usuario')),
)

export async function listCoursesOf(db: Db, subject: Subject): Promise<OwnCourse[]> {
  await updateProgress(db, followed(subject.usuario))
  const courses = await query<OwnCourse>(
    db,
    sql`SELECT ${LISTED_COLUMNS}, ${PROGRESS_COLUMNS} FROM ${placedCourses(subject.usuario)} JOIN categorias k ON k.id = c.id_categoria
    WHERE ${isOpenTo(subject)} ORDER BY ${LAST_ACTIVE_FIRST} LIMIT ${MAX_ENROLMENTS}`,
  )
  return courses.map(withCleanDescription)
}

const studentSessions = (
  usuario: SQL | number,
) => sql`SELECT ${SESSION_COLUMNS}, c.id AS id_curso, c.nombre AS curso, l.id_modulo,
    l.id AS id_leccion
  FROM ${activeCourses(usuario)} JOIN modulos mo ON mo.id_curso = c.id AND mo.activo
  JOIN lecciones l ON l.id_modulo = mo.id AND l.activo JOIN LATERAL ${SESSIONS_OF_LESSON} s ON ${seesClass(sql.raw('matriculas.id_grupo'))}`

/** Sessions of active courses in a period of Lima days; by default from 60 days ago to 180 days ahead. */
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
    ORDER BY s.inicio, s.id LIMIT ${MAX_SESSIONS}`,
  )
}

type DashboardRow = Omit<Dashboard, 'botones' | 'siguiente' | 'ritmo'> & {
  botones: Dashboard['botones'] | null
  ritmo: MomentumRow
}

const readDashboard = preparedWithProgress<DashboardRow, Caller>(
  sql`SELECT (SELECT count(*) FROM certificados z WHERE z.id_usuario = ${CALLER.id} AND z.estado = 'vigente') AS certificados_obtenidos,
    (SELECT count(*) FROM ${activeCourses(CALLER.id)}) AS cursos_matriculados,
    (SELECT coalesce(json_agg(t), '[]') FROM (${enrolments(CALLER.id, sql`NULL`)}) t) AS cursos,
    (SELECT coalesce(json_agg(c.nombre ORDER BY c.id), '[]') FROM matriculas m JOIN cursos c ON c.id = m.id_curso
      WHERE m.id_usuario = ${CALLER.id} AND m.estado = 'suspendida' AND m.suspendida_por = 'cuotas') AS en_pausa,
    ${openAttempt(CALLER.id, isEnrolled(CALLER.id, sql.raw('e.id_curso')))} AS intento_abierto,
    (SELECT to_json(t) FROM (${studentSessions(CALLER.id)} WHERE s.inicio + make_interval(mins => s.duracion) > now()
      AND s.cancelada_en IS NULL ORDER BY s.inicio, s.id LIMIT 1) t) AS proxima_sesion,
    (SELECT to_json(b) FROM botones b WHERE b.id_cliente = ${CALLER.id_cliente}) AS botones, ${momentumRow(CALLER.id)} AS ritmo`,
  followed(CALLER.id),
)

const remainingOf = ({ progreso }: Enrollment): number =>
  progreso.lecciones + progreso.examenes - progreso.completadas - progreso.aprobados

/** The dashboard (docs/product/learning.md 6). */
export async function findDashboard(db: Db, identity: Identity): Promise<Dashboard> {
  const [dashboard] = await readDashboard(db, identity)
  if (!dashboard) throw new Error('the dashboard has no row')
  const current = dashboard.cursos.find((course) => course.estado_avance !== 'terminado' && course.siguiente)
  const ritmo = momentumOf(dashboard.ritmo, current ? { id: current.curso.id, remaining: remainingOf(current) } : null)
  return { ...dashboard, siguiente: current?.siguiente ?? null, botones: dashboard.botones ?? NO_SETTINGS, ritmo }
}
