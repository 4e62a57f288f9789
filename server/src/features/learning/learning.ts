import type { Place } from '@campus/contract/learning'
import { TIME_ZONE } from '@campus/contract/rules'
import { ENDING_DAYS } from '@campus/contract/students.staff'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { type Db, isAnyOf } from '../../platform/db/database.ts'
import { argument, CALLER, type Caller, prepared } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { notifyEach } from '../notifications/notifications.ts'
import { type ClosedExams, PROGRESS_COLUMNS, preparedWithProgress, progressTable } from '../progress/progress.ts'
import { matriculas, metas_estudio } from './learning.tables.ts'

/** The current day in Lima, the business day. */
export const LIMA_TODAY = sql`(now() AT TIME ZONE ${sql.raw(`'${TIME_ZONE}'`)})::date`

/**
 * Whether a `matriculas` row is active today in Lima (docs/product/learning.md 1.2). Column names are written out:
 * Drizzle drops the table name in a select of one table. The subselect is computed once, not for each enrolment.
 */
export const LIVE_ENROLMENT = sql<boolean>`(matriculas.estado = 'activa' AND (matriculas.fecha_vencimiento IS NULL OR matriculas.fecha_vencimiento >= (SELECT ${LIMA_TODAY})))`

export const LAST_DAYS = sql`${LIMA_TODAY} + ${sql.raw(String(ENDING_DAYS))}`

/** Of a row of `matriculas`. */
export const ENROLMENT_STATE = sql`CASE WHEN matriculas.estado = 'suspendida' THEN 'suspendida'
  WHEN matriculas.fecha_vencimiento < ${LIMA_TODAY} THEN 'vencida'
  WHEN matriculas.fecha_vencimiento <= ${LAST_DAYS} THEN 'por_vencer' ELSE 'vigente' END`

/** The newest paid order that costs something and bought a row of `matriculas`; null without one. */
export const BOUGHT_BY = sql.raw(`(SELECT o.numero FROM ordenes o JOIN orden_lineas l ON l.id_orden = o.id
  WHERE o.id_usuario = matriculas.id_usuario AND l.id_curso = matriculas.id_curso AND o.estado = 'pagada'
    AND l.cerrada_en IS NULL AND o.total_centimos > 0 AND l.precio_centimos > 0 ORDER BY o.pagada_en DESC LIMIT 1)`)

const USUARIO = argument('usuario')

/** The courses of live enrolments, as a query of ids. */
export const followedCourses = (usuario: SQL | number) =>
  sql`SELECT matriculas.id_curso FROM matriculas WHERE matriculas.id_usuario = ${usuario} AND ${LIVE_ENROLMENT}`

/** {@link followedCourses} as pairs of student and course. */
export const followed = (usuario: SQL | number) =>
  sql`SELECT matriculas.id_usuario, matriculas.id_curso FROM matriculas WHERE matriculas.id_usuario = ${usuario} AND ${LIVE_ENROLMENT}`

export type ProgressInCourse = Place & { id_curso: number; cerrados: ClosedExams | null }

/** Where a student is in each course of a live enrolment (docs/product/learning.md 5). */
export const listProgress = preparedWithProgress<ProgressInCourse, { usuario: number }>(
  sql`SELECT p.id_curso, ${PROGRESS_COLUMNS}, p.cerrados FROM ${progressTable(USUARIO, followedCourses(USUARIO))} p`,
  followed(USUARIO),
)

/** Of a brand whose exams wait for lessons. */
const WAITING = sql`SELECT ${USUARIO}::bigint, c.id FROM cursos c JOIN clientes b ON b.id = c.id_cliente AND b.examenes_desde > 0
  WHERE c.id = ${argument('curso')}`

const closedExams = preparedWithProgress<{ cerrados: ClosedExams | null }, { usuario: number; curso: number }>(
  sql`SELECT a.cerrados FROM avances a WHERE (a.id_usuario, a.id_curso) IN (${WAITING})`,
  WAITING,
)

/** The exams of a course that wait for lessons of this student (docs/product/exams.md 1.7). */
export async function findClosedExams(db: Db, usuario: number, curso: number): Promise<ClosedExams> {
  const [row] = await closedExams(db, { usuario, curso })
  return row?.cerrados ?? {}
}

/** The mean progress in `courses`, a query of ids, as a whole percentage; null without one. */
export const averageProgress = (usuario: SQL, courses: SQL): SQL =>
  sql`(SELECT round(avg(a.porcentaje))::int FROM avances a WHERE a.id_usuario = ${usuario} AND a.id_curso IN (${courses}))`

/** False for guests. */
export const isEnrolled = (usuario: SQL | number | null, idCurso: SQL) => sql<boolean>`EXISTS (SELECT 1 FROM matriculas
  WHERE matriculas.id_curso = ${idCurso} AND matriculas.id_usuario = ${usuario} AND ${LIVE_ENROLMENT})`

/** Whether the enrolment is suspended for an instalment. */
export const owesFor = (usuario: SQL | number, idCurso: SQL) => sql<boolean>`EXISTS (SELECT 1 FROM matriculas
  WHERE matriculas.id_curso = ${idCurso} AND matriculas.id_usuario = ${usuario} AND matriculas.estado = 'suspendida'
    AND matriculas.suspendida_por = 'cuotas')`

/** `OFFSET 0` keeps the lookup by lesson; otherwise the planner scans all sessions by time. */
export const SESSIONS_OF_LESSON = sql.raw('(SELECT * FROM sesiones WHERE id_leccion = l.id OFFSET 0)')

/** `staff`: who edits the course, and so reads all of it; `moderates`: who reads and removes what its students write. */
export type CourseAccess = {
  id_curso: number
  visible: boolean
  staff: boolean
  moderates: boolean
  enrolled: boolean
  /** Suspended for an instalment. */
  owes: boolean
}

const COURSE_ID = sql.raw('c.id')

/** {@link CourseAccess} of course `c`, for {@link checkAccess}. */
export const ACCESS = sql`c.id AS id_curso, c.id_cliente = ${CALLER.id_cliente} AS visible, ${coursesInScope(CALLER, 'cursos.editar', COURSE_ID)} AS staff,
  ${coursesInScope(CALLER, 'moderar', COURSE_ID)} AS moderates,
  ${isEnrolled(CALLER.id, COURSE_ID)} AS enrolled, ${owesFor(CALLER.id, COURSE_ID)} AS owes`

/** Which staff a read is also open to. */
type StaffRead = 'staff' | 'moderates'

/** @throws NO_ENCONTRADO when unknown or of another brand, SIN_MATRICULA or CUOTA_VENCIDA without an active enrolment */
export function checkAccess<Row extends CourseAccess>(row: Row | undefined, read: StaffRead = 'staff'): Row {
  if (!row?.visible) throw fail('NO_ENCONTRADO')
  if (!row[read] && !row.enrolled) throw fail(row.owes ? 'CUOTA_VENCIDA' : 'SIN_MATRICULA')
  return row
}

const accessToCourse = prepared<CourseAccess, Caller & { curso: number }>(
  sql`SELECT ${ACCESS} FROM cursos c WHERE c.id = ${argument('curso')}`,
)

/** Staff of the course pass too (docs/product/learning.md 2.2). @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function requireEnrolment(db: Db, identity: Identity, idCurso: number): Promise<CourseAccess> {
  const [row] = await accessToCourse(db, { ...identity, curso: idCurso })
  return checkAccess(row)
}

export type LessonAccess = CourseAccess & { id_modulo: number; id_leccion: number }

const accessToLesson = prepared<LessonAccess, Caller & { leccion: number }>(
  sql`SELECT ${ACCESS}, mo.id AS id_modulo, l.id AS id_leccion FROM lecciones l JOIN modulos mo ON mo.id = l.id_modulo
    JOIN cursos c ON c.id = mo.id_curso WHERE l.id = ${argument('leccion')} AND l.activo AND mo.activo`,
)

/** {@link requireEnrolment} for a lesson that is not withdrawn. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function requireLesson(
  db: Db,
  identity: Identity,
  idLeccion: number,
  read?: StaffRead,
): Promise<LessonAccess> {
  const [row] = await accessToLesson(db, { ...identity, leccion: idLeccion })
  return checkAccess(row, read)
}

/** {@link requireLesson} for students only (progress, attendance). @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function requireStudentOfLesson(db: Db, identity: Identity, idLeccion: number): Promise<LessonAccess> {
  const access = await requireLesson(db, identity, idLeccion)
  if (!access.enrolled) throw fail('SIN_MATRICULA')
  return access
}

const accessToModule = prepared<CourseAccess, Caller & { modulo: number }>(
  sql`SELECT ${ACCESS} FROM modulos mo JOIN cursos c ON c.id = mo.id_curso WHERE mo.id = ${argument('modulo')} AND mo.activo`,
)

/** {@link requireEnrolment} for a module that is not withdrawn. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function requireModule(
  db: Db,
  identity: Identity,
  idModulo: number,
  read?: StaffRead,
): Promise<CourseAccess> {
  const [row] = await accessToModule(db, { ...identity, modulo: idModulo })
  return checkAccess(row, read)
}

/** `fecha_vencimiento` is the last day (Lima), null without an end; without a group an earlier one stays. */
export type NewEnrolment = {
  id_usuario: number
  id_curso: number
  fecha_vencimiento: string | null
  id_grupo?: number | null
}

/**
 * Enrols and notifies; idempotent. `renew` reopens ended or suspended enrolments, `silent` omits mails. What was `bought`
 * has no end, if it had been given by hand with one, too,
 * and gives its group to who has none.
 */
export async function enrol(
  tx: Db,
  enrolments: NewEnrolment[],
  options: { silent?: boolean; renew?: boolean; bought?: boolean } = {},
): Promise<void> {
  if (enrolments.length === 0) return
  const enrolled = await tx
    .insert(matriculas)
    .values(enrolments)
    .onConflictDoUpdate({
      target: [matriculas.id_usuario, matriculas.id_curso],
      set: {
        estado: 'activa',
        suspendida_por: null,
        fecha_vencimiento: sql`excluded.fecha_vencimiento`,
        id_grupo: sql`coalesce(excluded.id_grupo, matriculas.id_grupo)`,
        fecha_matricula: sql`CASE WHEN ${LIVE_ENROLMENT} THEN matriculas.fecha_matricula ELSE now() END`,
      },
      // Active enrolments stay as they are, but for the end and the group of what was bought.
      setWhere: sql`${options.renew ?? false}::boolean AND NOT ${LIVE_ENROLMENT}
        OR ${options.bought ?? false}::boolean AND (matriculas.fecha_vencimiento IS NOT NULL
          OR (matriculas.id_grupo IS NULL AND excluded.id_grupo IS NOT NULL))`,
    })
    .returning({
      id_usuario: matriculas.id_usuario,
      id_curso: matriculas.id_curso,
      curso: sql<string>`(SELECT c.nombre FROM cursos c WHERE c.id = matriculas.id_curso)`,
    })
  const notices = enrolled.map(({ id_usuario, id_curso, curso }) => ({
    usuario: id_usuario,
    mensaje: 'Ya puedes empezar tu curso\n¡Te damos la bienvenida!',
    asunto: curso,
    ruta: `/miscursos/${id_curso}/modulos`,
    clave: `matricula:${id_curso}`,
  }))
  await notifyEach(tx, { evento: 'matricula', tipo: 'Bienvenida', silent: options.silent }, notices)
}

/** Locks and returns enrolments, so that orders that open and close the same course run one after the other. */
export async function lockEnrolments(tx: Db, idUsuario: number, idsCurso: number[]) {
  return tx
    .select({ id_curso: matriculas.id_curso, estado: matriculas.estado, por: matriculas.suspendida_por })
    .from(matriculas)
    .where(and(eq(matriculas.id_usuario, idUsuario), isAnyOf(matriculas.id_curso, idsCurso)))
    .orderBy(matriculas.id_curso)
    .for('no key update')
}

/** Suspends enrolments for their money; what staff suspended stays theirs. */
export async function suspend(
  tx: Db,
  idUsuario: number,
  idsCurso: number[],
  por: 'cuotas' | 'pasarela',
): Promise<void> {
  const own = and(eq(matriculas.id_usuario, idUsuario), isAnyOf(matriculas.id_curso, idsCurso))
  await tx
    .update(matriculas)
    .set({ estado: 'suspendida', suspendida_por: por })
    .where(and(own, sql`${matriculas.suspendida_por} IS DISTINCT FROM 'personal'`))
}

/** Opens again what was suspended for an instalment, and nothing else. Returns the courses. */
export async function resume(tx: Db, idUsuario: number, idsCurso: number[]): Promise<number[]> {
  const own = and(eq(matriculas.id_usuario, idUsuario), isAnyOf(matriculas.id_curso, idsCurso))
  const rows = await tx
    .update(matriculas)
    .set({ estado: 'activa', suspendida_por: null })
    .where(and(own, eq(matriculas.suspendida_por, 'cuotas')))
    .returning({ id: matriculas.id_curso })
  return rows.map(({ id }) => id)
}

export async function setLastDays(tx: Db, enrolments: NewEnrolment[]): Promise<void> {
  const ids = enrolments.map(({ id_usuario }) => id_usuario)
  const courses = enrolments.map(({ id_curso }) => id_curso)
  const days = enrolments.map(({ fecha_vencimiento }) => fecha_vencimiento)
  await tx.execute(sql`UPDATE matriculas m SET fecha_vencimiento = x.hasta
    FROM unnest(${sql.param(ids)}::bigint[], ${sql.param(courses)}::bigint[], ${sql.param(days)}::date[]) x (usuario, curso, hasta)
    WHERE m.id_usuario = x.usuario AND m.id_curso = x.curso AND m.fecha_vencimiento IS DISTINCT FROM x.hasta`)
}

export async function forgetGoal(tx: Db, idUsuario: number): Promise<void> {
  await tx.delete(metas_estudio).where(eq(metas_estudio.id_usuario, idUsuario))
}
