import {
  type AttendanceRow,
  type AttendanceRowsQuery,
  type AttendanceState,
  type AttendedClass,
  MAX_MARKED,
  type MarkBody,
  type MarkedAll,
  type UndoBody,
} from '@campus/contract/attendance.staff'
import { EARLY_MINUTES } from '@campus/contract/attendance-opening'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit, lastEdit } from '../../kit/audit/audit.ts'
import { countedRows, type List, listRows, matchesWords } from '../../kit/lists/lists.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { withdrawPoints } from '../awards/awards.ts'
import { closeOpenAttendances, refuseEarly } from './attendance.ts'
import { LIVE_ENROLMENT } from './learning.ts'

type Class = Omit<AttendedClass, 'alumnos' | 'asistieron'> & { id_leccion: number; id_grupo: number | null }

/** Attendance belongs to the lesson, so a hidden one has none, as for students. @throws NO_ENCONTRADO */
async function requireClass(db: Db, identity: Identity, id: number, lock = sql``): Promise<Class> {
  const [row] = await query<Class>(
    db,
    sql`SELECT s.id, s.nombre, c.id AS id_curso, c.nombre AS curso, l.id AS id_leccion, l.titulo AS leccion, s.inicio,
        s.cancelada_en IS NOT NULL AS cancelada,
        s.id_grupo, (SELECT g.nombre FROM grupos g WHERE g.id = s.id_grupo) AS grupo,
        (SELECT count(*)::int FROM sesiones o WHERE o.id_leccion = l.id AND o.cancelada_en IS NULL
          AND (o.id_grupo IS NULL OR s.id_grupo IS NULL OR o.id_grupo = s.id_grupo)) AS clases
      FROM sesiones s JOIN lecciones l ON l.id = s.id_leccion JOIN modulos m ON m.id = l.id_modulo JOIN cursos c ON c.id = m.id_curso
      WHERE s.id = ${id} AND l.activo AND m.activo AND c.id_cliente = ${identity.id_cliente}
        AND ${coursesInScope(identity, 'calificar')} ${lock}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

/** Locks the lesson, so that members of the staff mark one after the other. @throws NO_ENCONTRADO, CLASE_CANCELADA */
async function lockClass(tx: Db, identity: Identity, id: number): Promise<Class> {
  const found = await requireClass(tx, identity, id, sql`FOR NO KEY UPDATE OF l`)
  if (found.cancelada) throw fail('CLASE_CANCELADA')
  return found
}

/** What was marked before the class began may only be taken back. @throws CLASE_SIN_EMPEZAR */
async function requireBegun(tx: Db, { id }: Class): Promise<void> {
  const [early] = await query<{ desde: string }>(
    tx,
    sql`SELECT s.inicio - make_interval(mins => ${EARLY_MINUTES}) AS desde FROM sesiones s
      WHERE s.id = ${id} AND s.inicio - make_interval(mins => ${EARLY_MINUTES}) > now()`,
  )
  if (early) refuseEarly(early.desde)
}

const STATE = sql.raw(`CASE WHEN a.id IS NULL THEN 'no' WHEN a.fecha_cierre IS NULL THEN 'abierta' ELSE 'cerrada' END`)

const COLUMNS = sql`u.id AS id_usuario, u.nombres, u.apellidos, u.foto_perfil, a.id AS id_asistencia, ${STATE} AS estado,
  a.fecha_asistencia`

/** Everyone who is or was enrolled and has the class, `u`, with their attendance `a`. */
const enrolledIn = ({
  id_curso,
  id_leccion,
  id_grupo,
}: Class) => sql`matriculas JOIN usuarios u ON u.id = matriculas.id_usuario
    AND matriculas.id_curso = ${id_curso} AND (${id_grupo}::bigint IS NULL OR matriculas.id_grupo = ${id_grupo}) LEFT JOIN asistencias a ON a.usuario_id = u.id AND a.leccion_id = ${id_leccion}`

const LIVE = sql`${LIVE_ENROLMENT} AND u.estado = 1`

const studentsOf = (found: Class): List<object> => ({
  from: enrolledIn(found),
  id: sql.raw('u.id'),
  columns: COLUMNS,
  sorts: { alumno: { by: alphabetical(sql.raw(`u.apellidos || ' ' || u.nombres`)), type: 'text' } },
  defaultSort: 'alumno',
  search: (q) => matchesWords(sql.raw('u.busqueda'), q),
  filters: {},
})

/** @throws NO_ENCONTRADO */
export async function listClassStudents(
  db: Db,
  identity: Identity,
  id: number,
  asked: z.output<typeof AttendanceRowsQuery>,
) {
  const found = await requireClass(db, identity, id)
  // The brand too, so that the index by surname may serve a course with very many students.
  return listRows<AttendanceRow, object>(
    db,
    studentsOf(found),
    asked,
    sql`${LIVE} AND u.id_cliente = ${identity.id_cliente}`,
  )
}

/** @throws NO_ENCONTRADO */
export async function readClass(db: Db, identity: Identity, id: number): Promise<AttendedClass> {
  const { id_leccion, id_grupo, ...found } = await requireClass(db, identity, id)
  const all = sql`FROM ${enrolledIn({ ...found, id_leccion, id_grupo })} WHERE ${LIVE}`
  const [counts] = await query<{ alumnos: number; asistieron: number }>(
    db,
    sql`SELECT ${countedRows(all)} AS alumnos, ${countedRows(sql`${all} AND a.fecha_cierre IS NOT NULL`)} AS asistieron`,
  )
  return { ...found, alumnos: counts?.alumnos ?? 0, asistieron: counts?.asistieron ?? 0 }
}

/** @throws NO_ENCONTRADO, MATRICULA_TERMINADA when it is not live */
async function lockStudent(tx: Db, found: Class, alumno: number): Promise<AttendanceRow> {
  await tx.execute(
    sql`SELECT 1 FROM asistencias WHERE usuario_id = ${alumno} AND leccion_id = ${found.id_leccion} FOR UPDATE`,
  )
  const [row] = await query<AttendanceRow & { vigente: boolean }>(
    tx,
    sql`SELECT ${COLUMNS}, ${LIVE} AS vigente FROM ${enrolledIn(found)} WHERE u.id = ${alumno}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  const { vigente, ...student } = row
  if (!vigente) throw fail('MATRICULA_TERMINADA')
  return student
}

/** Returns those that were made. */
const open = (tx: Db, { id_leccion }: Class, students: number[]) =>
  query<{ id: number }>(
    tx,
    sql`INSERT INTO asistencias (usuario_id, leccion_id)
      SELECT u, ${id_leccion}::bigint FROM unnest(${sql.param(students)}::bigint[]) u ORDER BY u
      ON CONFLICT (usuario_id, leccion_id) DO NOTHING RETURNING id`,
  )

async function close(tx: Db, found: Class, students: number[]) {
  const made = new Set((await open(tx, found, students)).map(({ id }) => id))
  const closed = await closeOpenAttendances(tx, students, found.id_leccion)
  return closed.map(({ id }) => ({ id_asistencia: id, antes: made.has(id) ? ('no' as const) : ('abierta' as const) }))
}

/** Removes attendances of the lesson, or opens them again, and takes their points; returns how many. */
async function takeBack(tx: Db, { id_leccion }: Class, ids: number[], to: 'no' | 'abierta'): Promise<number> {
  const ofLesson = sql`leccion_id = ${id_leccion} AND id = ANY (${sql.param(ids)}::bigint[])`
  const change =
    to === 'no'
      ? sql`DELETE FROM asistencias WHERE ${ofLesson}`
      : sql`UPDATE asistencias SET fecha_cierre = NULL WHERE ${ofLesson} AND fecha_cierre IS NOT NULL`
  const taken = await query<{ usuario: number }>(tx, sql`${change} RETURNING usuario_id AS usuario`)
  const clave = String(id_leccion)
  await withdrawPoints(
    tx,
    'asistencia',
    taken.map(({ usuario }) => ({ usuario, clave })),
  )
  return taken.length
}

async function setState(tx: Db, found: Class, { id_usuario, id_asistencia }: AttendanceRow, estado: AttendanceState) {
  if (estado === 'cerrada') await close(tx, found, [id_usuario])
  else if (id_asistencia) await takeBack(tx, found, [id_asistencia], estado)
  else await open(tx, found, [id_usuario])
}

const AMOUNT: Record<AttendanceState, number> = { no: 0, abierta: 1, cerrada: 2 }
const DONE: Record<AttendanceState, string> = { no: 'no asistió', abierta: 'llegó', cerrada: 'asistió' }

/**
 * One student's attendance, as the student's own (docs/product/learning.md 5.13). Taking one back needs the state that the
 * caller saw; giving it never undoes what another did.
 * @throws NO_ENCONTRADO, CLASE_CANCELADA, CLASE_SIN_EMPEZAR, MATRICULA_TERMINADA, CAMBIO_MIENTRAS with the current row
 */
export async function markStudent(
  db: Db,
  identity: Identity,
  id: number,
  alumno: number,
  { estado, antes }: MarkBody,
): Promise<AttendanceRow> {
  return db.transaction(async (tx) => {
    const found = await lockClass(tx, identity, id)
    const before = await lockStudent(tx, found, alumno)
    if (before.estado === estado) return before
    if (AMOUNT[estado] > AMOUNT[before.estado]) await requireBegun(tx, found)
    const seen = before.id_asistencia === antes.id_asistencia && before.estado === antes.estado
    if (estado !== 'cerrada' && !seen) {
      const by = await lastEdit(tx, `asistencia:${before.id_asistencia ?? antes.id_asistencia}`)
      throw fail('CAMBIO_MIENTRAS', { actual: { datos: before, version: before.id_asistencia ?? 0, ...by } })
    }
    await setState(tx, found, before, estado)
    const now = await lockStudent(tx, found, alumno)
    await audit(tx, 'gestion', {
      sobre: alumno,
      objeto: `asistencia:${now.id_asistencia ?? before.id_asistencia}`,
      detalle: { hecho: DONE[estado], clase: found.nombre },
    })
    return now
  })
}

const auditMany = (tx: Db, { id_leccion, nombre }: Class, hecho: string, alumnos: number) =>
  audit(tx, 'gestion', { objeto: `leccion:${id_leccion}`, detalle: { hecho, clase: nombre, alumnos } })

/** Everyone who is not marked, {@link MAX_MARKED} at a time. @throws NO_ENCONTRADO, CLASE_CANCELADA, CLASE_SIN_EMPEZAR */
export async function markAll(db: Db, identity: Identity, id: number): Promise<MarkedAll> {
  return db.transaction(async (tx) => {
    const found = await lockClass(tx, identity, id)
    await requireBegun(tx, found)
    const missing = await query<{ id: number }>(
      tx,
      sql`SELECT u.id FROM ${enrolledIn(found)} WHERE ${LIVE} AND a.fecha_cierre IS NULL ORDER BY u.id LIMIT ${MAX_MARKED + 1}`,
    )
    const students = missing.slice(0, MAX_MARKED).map((student) => student.id)
    const marcas = await close(tx, found, students)
    if (marcas.length > 0) await auditMany(tx, found, 'asistieron todos', marcas.length)
    return { marcas, quedan: missing.length > MAX_MARKED }
  })
}

/** Takes back what {@link markAll} marked; what others changed since stays. @throws NO_ENCONTRADO, CLASE_CANCELADA */
export async function undoMarks(db: Db, identity: Identity, id: number, { marcas }: UndoBody) {
  return db.transaction(async (tx) => {
    const found = await lockClass(tx, identity, id)
    const idsOf = (state: 'no' | 'abierta') =>
      marcas.filter(({ antes }) => antes === state).map(({ id_asistencia }) => id_asistencia)
    const removed = await takeBack(tx, found, idsOf('no'), 'no')
    const deshechas = removed + (await takeBack(tx, found, idsOf('abierta'), 'abierta'))
    if (deshechas > 0) await auditMany(tx, found, 'asistencias deshechas', deshechas)
    return { deshechas }
  })
}
