import type { Attendance } from '@campus/contract/attendance'
import { EARLY_MINUTES } from '@campus/contract/attendance-opening'
import { formatInstant } from '@campus/contract/formats'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { audit } from '../../kit/audit/audit.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { can } from '../../platform/http/access.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import { award, pointsToShow, withdrawPoints } from '../awards/awards.ts'
import { lecciones } from '../catalogue/catalogue.tables.ts'
import { groupIn, seesClass } from '../groups/groups.ts'
import { asistencias } from '../learning/learning.tables.ts'
import { requireLesson, requireStudentOfLesson } from './learning.ts'

const COLUMNS = sql.raw('a.id, a.usuario_id, a.leccion_id, a.asistio, a.fecha_asistencia, a.fecha_cierre')

async function findAttendance(db: Db, usuario: number, leccion: number): Promise<Attendance | null> {
  const [row] = await query<Attendance>(
    db,
    sql`SELECT ${COLUMNS} FROM asistencias a WHERE a.usuario_id = ${usuario} AND a.leccion_id = ${leccion}`,
  )
  return row ?? null
}

/** When a student's attendance of a lesson opens, of {@link attendanceOpens}; `-infinity` without a class of theirs. */
const opensAt = (
  leccion: SQL | AnyPgColumn,
  usuario: SQL | AnyPgColumn,
) => sql`(SELECT coalesce(min(s.inicio) - make_interval(mins => ${EARLY_MINUTES}), '-infinity')
  FROM sesiones s JOIN lecciones l ON l.id = s.id_leccion JOIN modulos mo ON mo.id = l.id_modulo
  WHERE s.id_leccion = ${leccion} AND s.cancelada_en IS NULL AND ${seesClass(groupIn(sql`${usuario}`, sql.raw('mo.id_curso')))})`

/** @throws CLASE_SIN_EMPEZAR with the moment from which it is possible */
export function refuseEarly(desde: string): never {
  throw fail('CLASE_SIN_EMPEZAR', {
    message: `Esta clase todavía no empieza: la asistencia se registra desde el ${formatInstant(desde)}.`,
  })
}

/** Nothing is attended before it begins. @throws CLASE_SIN_EMPEZAR */
async function requireBegun(db: Db, { id }: Identity, idLeccion: number): Promise<void> {
  const [early] = await query<{ desde: string }>(
    db,
    sql`SELECT opens.desde FROM (SELECT ${opensAt(sql`${idLeccion}`, sql`${id}`)} AS desde) opens WHERE opens.desde > now()`,
  )
  if (early) refuseEarly(early.desde)
}

/**
 * Concurrent calls insert one row; only one of them returns `created`.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, CLASE_SIN_EMPEZAR
 */
export async function startAttendance(
  db: Db,
  identity: Identity,
  idLeccion: number,
): Promise<{ created: boolean; attendance: Attendance }> {
  await requireStudentOfLesson(db, identity, idLeccion)
  await requireBegun(db, identity, idLeccion)
  const made = await db
    .insert(asistencias)
    .values({ usuario_id: identity.id, leccion_id: idLeccion })
    .onConflictDoNothing()
    .returning({ id: asistencias.id })
  const attendance = await findAttendance(db, identity.id, idLeccion)
  if (!attendance) throw fail('ASISTENCIA_NO_INICIADA')
  return { created: made.length > 0, attendance }
}

/** Closes attendances that are open, of lessons whose class has begun, and awards their points, once each; returns those that it closed. */
export async function closeOpenAttendances(
  tx: Db,
  usuarios: number[],
  idLeccion: number,
): Promise<{ id: number; usuario: number }[]> {
  const closed = await tx
    .update(asistencias)
    .set({ fecha_cierre: sql`greatest(now(), ${asistencias.fecha_asistencia})` })
    .from(lecciones)
    .where(
      and(
        sql`${asistencias.usuario_id} = ANY (${sql.param(usuarios)}::bigint[])`,
        eq(asistencias.leccion_id, idLeccion),
        isNull(asistencias.fecha_cierre),
        sql`${opensAt(asistencias.leccion_id, asistencias.usuario_id)} <= now()`,
        eq(lecciones.id, asistencias.leccion_id),
      ),
    )
    .returning({ id: asistencias.id, usuario: asistencias.usuario_id, titulo: lecciones.titulo })
  const clave = String(idLeccion)
  await award(
    tx,
    ...closed.map(({ usuario, titulo: detalle }) => ({ usuario, motivo: 'asistencia' as const, clave, detalle })),
  )
  return closed
}

/** {@link closeOpenAttendances} of one student, whose attendance it returns, if any. */
export async function closeOpenAttendance(tx: Db, usuario: number, idLeccion: number): Promise<Attendance | null> {
  await closeOpenAttendances(tx, [usuario], idLeccion)
  return findAttendance(tx, usuario, idLeccion)
}

/** Completes the lesson. @throws NO_ENCONTRADO, SIN_MATRICULA, CLASE_SIN_EMPEZAR, ASISTENCIA_NO_INICIADA */
export async function closeAttendance(db: Db, identity: Identity, idLeccion: number) {
  await requireStudentOfLesson(db, identity, idLeccion)
  await requireBegun(db, identity, idLeccion)
  const { attendance, puntos } = await db.transaction(async (tx) => ({
    attendance: await closeOpenAttendance(tx, identity.id, idLeccion),
    puntos: await pointsToShow(tx, identity.id),
  }))
  if (!attendance?.fecha_cierre) throw fail('ASISTENCIA_NO_INICIADA')
  return { fecha_cierre: attendance.fecha_cierre, data: attendance, puntos }
}

/**
 * Students read their own, the course's staff anyone's.
 * @throws SIN_PERMISO when a student names another, NO_ENCONTRADO, SIN_MATRICULA
 */
export async function findAttendanceOf(db: Db, identity: Identity, idUsuario: number, idLeccion: number) {
  const own = idUsuario === identity.id
  if (!own && !can(identity, 'calificar')) throw fail('SIN_PERMISO')
  const { staff } = await requireLesson(db, identity, idLeccion)
  if (!own && !staff) throw fail('SIN_PERMISO')
  return findAttendance(db, idUsuario, idLeccion)
}

export async function listAttendances(
  db: Db,
  identity: Identity,
  { page, per_page }: { page: number; per_page: number },
) {
  const total = await db.$count(asistencias, eq(asistencias.usuario_id, identity.id))
  const data = await query<Attendance>(
    db,
    sql`SELECT ${COLUMNS} FROM asistencias a WHERE a.usuario_id = ${identity.id}
      ORDER BY a.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`,
  )
  return pageOfRows(data, total, page, per_page)
}

/** For the course's staff; its points go with it. @throws NO_ENCONTRADO */
export async function removeAttendance(db: Db, identity: Identity, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [removed] = await query<{ usuario: number; leccion: number }>(
      tx,
      sql`DELETE FROM asistencias a USING lecciones l, modulos mo, cursos c
        WHERE a.id = ${id} AND l.id = a.leccion_id AND mo.id = l.id_modulo AND c.id = mo.id_curso
          AND c.id_cliente = ${identity.id_cliente} AND ${coursesInScope(identity, 'calificar')}
        RETURNING a.usuario_id AS usuario, a.leccion_id AS leccion`,
    )
    if (!removed) throw fail('NO_ENCONTRADO')
    const { usuario, leccion } = removed
    await withdrawPoints(tx, 'asistencia', [{ usuario, clave: String(leccion) }])
    await audit(tx, 'gestion', { sobre: usuario, objeto: `asistencia:${id}` })
  })
}
