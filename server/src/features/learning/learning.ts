import { TIME_ZONE } from '@campus/contract/rules'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { cursos, lecciones, modulos } from '../catalogue/catalogue.tables.ts'
import { notify } from '../notifications/notifications.ts'
import { matriculas } from './learning.tables.ts'

/** Lima's calendar day: the business day (contract section 1). */
export const LIMA_TODAY = sql`(now() AT TIME ZONE ${sql.raw(`'${TIME_ZONE}'`)})::date`

/**
 * Whether a row of `matriculas`, in the query under its own name, is live: active and not past its last day in Lima
 * (contract section 2). Column names are written out, because Drizzle drops the table's name in a select of one table.
 */
export const LIVE_ENROLMENT = sql<boolean>`(matriculas.estado = 'activa' AND (matriculas.fecha_vencimiento IS NULL OR matriculas.fecha_vencimiento >= ${LIMA_TODAY}))`

/** Whether a student has a live enrolment in a course; false for guests. */
export const isEnrolled = (usuario: SQL | number | null, idCurso: SQL) => sql<boolean>`EXISTS (SELECT 1 FROM matriculas
  WHERE matriculas.id_curso = ${idCurso} AND matriculas.id_usuario = ${usuario} AND ${LIVE_ENROLMENT})`

/**
 * Whether a student has done a lesson: its attendance is closed or it is marked done (contract section 4, "Progress").
 * Progress is counted from it and stored nowhere.
 */
export const lessonDone = (usuario: SQL | number | null, idLeccion: SQL) => sql<boolean>`(
  EXISTS (SELECT 1 FROM asistencias a WHERE a.usuario_id = ${usuario} AND a.leccion_id = ${idLeccion} AND a.fecha_cierre IS NOT NULL)
  OR EXISTS (SELECT 1 FROM progreso_lecciones p WHERE p.id_usuario = ${usuario} AND p.id_leccion = ${idLeccion} AND p.completada_en IS NOT NULL))`

/** Sessions of lesson `l`. `OFFSET 0` makes PostgreSQL look them up by lesson instead of reading all sessions in order of time. */
export const SESSIONS_OF_LESSON = sql.raw('(SELECT * FROM sesiones WHERE id_leccion = l.id OFFSET 0)')

/** What a person may do in a course: `staff` reads and arranges it, a student reads it with a live enrolment. */
export type CourseAccess = { id_curso: number; visible: boolean; staff: boolean; enrolled: boolean }

/** Whether a person is staff of the course: an administrator, or one of its teachers. Rows of other brands are excluded by `visible`. */
export const isStaffOf = (identity: Identity, idCurso: SQL) => sql<boolean>`(${identity.tipo_cliente} = 'Administrador'
  OR (${identity.tipo_cliente} = 'Docente' AND EXISTS (
    SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = ${idCurso} AND cd.id_usuario = ${identity.id})))`

const COURSE_ID = sql.raw('cursos.id')

/** Columns of {@link CourseAccess} for a query over `cursos`. */
export const accessOf = (identity: Identity) => ({
  id_curso: cursos.id,
  visible: sql<boolean>`cursos.id_cliente = ${identity.id_cliente}`,
  staff: isStaffOf(identity, COURSE_ID),
  enrolled: isEnrolled(identity.id, COURSE_ID),
})

/**
 * Lets pass who may read a course's content.
 * @throws NO_ENCONTRADO for an unknown course or another brand's, SIN_MATRICULA without a live enrolment
 */
export function checkAccess<Row extends CourseAccess>(row: Row | undefined): Row {
  if (!row?.visible) throw fail('NO_ENCONTRADO')
  if (!row.staff && !row.enrolled) throw fail('SIN_MATRICULA')
  return row
}

/**
 * Requires a live enrolment in a course (contract section 2); its teachers and the brand's administrators pass too.
 * @throws NO_ENCONTRADO for an unknown course or another brand's, SIN_MATRICULA without a live enrolment
 */
export async function requireEnrolment(db: Db, identity: Identity, idCurso: number): Promise<CourseAccess> {
  const [row] = await db.select(accessOf(identity)).from(cursos).where(eq(cursos.id, idCurso))
  return checkAccess(row)
}

/** Where a lesson is, with what the person may do there. */
export type LessonAccess = CourseAccess & { id_modulo: number; id_leccion: number }

/**
 * {@link requireEnrolment} for the course of a lesson.
 * @throws NO_ENCONTRADO for an unknown or withdrawn lesson or another brand's, SIN_MATRICULA without a live enrolment
 */
export async function requireLesson(db: Db, identity: Identity, idLeccion: number): Promise<LessonAccess> {
  const [row] = await db
    .select({ ...accessOf(identity), id_modulo: modulos.id, id_leccion: lecciones.id })
    .from(lecciones)
    .innerJoin(modulos, eq(modulos.id, lecciones.id_modulo))
    .innerJoin(cursos, eq(cursos.id, modulos.id_curso))
    .where(and(eq(lecciones.id, idLeccion), eq(lecciones.activo, true), eq(modulos.activo, true)))
  return checkAccess(row)
}

/**
 * {@link requireLesson} for what only a student does, such as progress and attendance: staff pass only when they are enrolled.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function requireStudentOfLesson(db: Db, identity: Identity, idLeccion: number): Promise<LessonAccess> {
  const access = await requireLesson(db, identity, idLeccion)
  if (!access.enrolled) throw fail('SIN_MATRICULA')
  return access
}

/**
 * {@link requireEnrolment} for the course of a module.
 * @throws NO_ENCONTRADO for an unknown or withdrawn module or another brand's, SIN_MATRICULA without a live enrolment
 */
export async function requireModule(db: Db, identity: Identity, idModulo: number): Promise<CourseAccess> {
  const [row] = await db
    .select(accessOf(identity))
    .from(modulos)
    .innerJoin(cursos, eq(cursos.id, modulos.id_curso))
    .where(and(eq(modulos.id, idModulo), eq(modulos.activo, true)))
  return checkAccess(row)
}

/** A student in a course, until a last day (Lima) or for ever. */
export type NewEnrolment = { id_usuario: number; id_curso: number; fecha_vencimiento: string | null }

/**
 * Enrols students and welcomes the new ones, in the caller's transaction. Existing enrolments stay as they are, so it may be
 * repeated; `renew` opens a place that ended or was suspended. `silent` sends no mail.
 */
export async function enrol(
  tx: Db,
  enrolments: NewEnrolment[],
  options: { silent?: boolean; renew?: boolean } = {},
): Promise<void> {
  if (enrolments.length === 0) return
  const made = await tx
    .insert(matriculas)
    .values(enrolments)
    .onConflictDoUpdate({
      target: [matriculas.id_usuario, matriculas.id_curso],
      set: { estado: 'activa', fecha_vencimiento: sql`excluded.fecha_vencimiento`, fecha_matricula: sql`now()` },
      // A live place is kept; one that ended or was suspended is opened again.
      setWhere: options.renew ? sql`NOT ${LIVE_ENROLMENT}` : sql`false`,
    })
    .returning({ id_usuario: matriculas.id_usuario, id_curso: matriculas.id_curso })
  const byCourse = Map.groupBy(made, (row) => row.id_curso)
  const names = await tx
    .select({ id: cursos.id, nombre: cursos.nombre })
    .from(cursos)
    .where(inArray(cursos.id, [...byCourse.keys()]))
  // One statement per course, whatever the number of its students.
  for (const { id, nombre } of names) {
    await notify(tx, {
      evento: 'matricula',
      tipo: 'Bienvenida',
      mensaje: `¡Te damos la bienvenida a ${nombre}! Ya puedes empezar.`,
      ruta: `/miscursos/${id}/modulos`,
      clave: `matricula:${id}`,
      usuarios: (byCourse.get(id) ?? []).map((row) => row.id_usuario),
      silent: options.silent,
    })
  }
}

/**
 * Locks a student's places in these courses and returns them: an order that opens a place and one that closes it take turns, and
 * the second sees what the first did.
 */
export async function holdPlaces(tx: Db, idUsuario: number, idsCurso: number[]) {
  return tx
    .select({ id_curso: matriculas.id_curso, estado: matriculas.estado })
    .from(matriculas)
    .where(and(eq(matriculas.id_usuario, idUsuario), inArray(matriculas.id_curso, idsCurso)))
    .orderBy(matriculas.id_curso)
    .for('no key update')
}

/** Closes places whose payment went back. */
export async function suspend(tx: Db, idUsuario: number, idsCurso: number[]): Promise<void> {
  await tx
    .update(matriculas)
    .set({ estado: 'suspendida' })
    .where(and(eq(matriculas.id_usuario, idUsuario), inArray(matriculas.id_curso, idsCurso)))
}
