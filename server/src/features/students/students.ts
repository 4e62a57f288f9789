import { MAX_ENROLMENTS } from '@campus/contract/course-limits'
import { Dni } from '@campus/contract/registration'
import { TIME_ZONE } from '@campus/contract/rules'
import type { ENROLMENT_STATES, Student, StudentRow, StudentsQuery } from '@campus/contract/students.staff'
import { eq, type SQL, sql } from 'drizzle-orm'
import { type List, listRows, matchesWords } from '../../kit/lists/lists.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import { can, scopeOfIdentity } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import {
  averageProgress,
  BOUGHT_BY,
  ENROLMENT_STATE,
  LAST_DAYS,
  LIMA_TODAY,
  LIVE_ENROLMENT,
} from '../learning/learning.ts'
import { readWithProgress, updateProgress } from '../progress/progress.ts'
import { notas_alumno } from './students.tables.ts'

const USER = sql.raw('u.id')

/** Courses of `matriculas` that the caller may look into. */
const inScope = (identity: Caller): SQL => coursesInScope(identity, 'alumnos.ver', sql.raw('matriculas.id_curso'))

const ofBrand = ({ id_cliente }: Identity): SQL => sql`u.id_cliente = ${id_cliente} AND u.tipo_cliente = 'Alumno'`

/** Those of the brand; for teachers those who are or were in a course of theirs. */
function studentsOf(identity: Identity): SQL {
  if (scopeOfIdentity(identity, 'alumnos.ver') === 'marca') return ofBrand(identity)
  return sql`${ofBrand(identity)} AND EXISTS (SELECT FROM matriculas WHERE matriculas.id_usuario = u.id AND ${inScope(identity)})`
}

const DELETED = sql.raw(`u.tipo_documento = 'Eliminado'`)

/** A student's account `u` that is not closed. */
export const OPEN_ACCOUNT = sql`u.tipo_cliente = 'Alumno' AND NOT ${DELETED}`

const STATE = sql`CASE WHEN ${DELETED} THEN 'eliminada' WHEN u.estado = 0 THEN 'desactivada'
  WHEN u.correo_verificado_en IS NULL THEN 'sin_confirmar' ELSE 'activa' END`

const LAST_USE = sql.raw(`greatest((SELECT max(a.usado_en) FROM accesos a WHERE a.id_usuario = u.id),
  (SELECT x.fecha FROM auditoria x WHERE x.sobre = u.id AND x.accion = 'acceso_concedido' ORDER BY x.id DESC LIMIT 1))`)

/** In the last 7 days a student `u` used a session that is open, or logged in. */
export const SEEN_LATELY = sql.raw(
  `EXISTS (SELECT FROM accesos a WHERE a.id_usuario = u.id AND a.usado_en > now() - interval '7 days')`,
)
export const LET_IN_LATELY =
  sql.raw(`EXISTS (SELECT FROM auditoria x WHERE x.sobre = u.id AND x.accion = 'acceso_concedido'
  AND x.id_cliente = u.id_cliente AND x.fecha > now() - interval '7 days')`)

const seenSince = (day: string): SQL => {
  const midnight = sql`(${day}::date)::timestamp AT TIME ZONE ${TIME_ZONE}`
  return sql`(EXISTS (SELECT FROM accesos a WHERE a.id_usuario = u.id AND a.usado_en >= ${midnight})
    OR EXISTS (SELECT FROM auditoria x WHERE x.sobre = u.id AND x.accion = 'acceso_concedido' AND x.fecha >= ${midnight}))`
}

export const IN_STATE: Record<(typeof ENROLMENT_STATES)[number], SQL> = {
  vigente: LIVE_ENROLMENT,
  por_vencer: sql`matriculas.estado = 'activa' AND matriculas.fecha_vencimiento BETWEEN ${LIMA_TODAY} AND ${LAST_DAYS}`,
  vencida: sql`matriculas.estado = 'activa' AND matriculas.fecha_vencimiento < ${LIMA_TODAY}`,
  suspendida: sql.raw(`matriculas.estado = 'suspendida'`),
}

type Filters = Pick<StudentsQuery, 'curso' | 'matricula' | 'activos' | 'inactivo' | 'falta_nombre'>

/** One enrolment of the caller's courses that fits both filters. */
function enrolled(identity: Identity, { curso, matricula }: Filters): SQL {
  const state = matricula ? IN_STATE[matricula] : sql`true`
  if (curso)
    return sql`${coursesInScope(identity, 'alumnos.ver', sql`${curso}::bigint`)} AND EXISTS (SELECT FROM matriculas
      WHERE matriculas.id_usuario = u.id AND matriculas.id_curso = ${curso} AND ${state})`
  const which = sql`FROM matriculas WHERE ${inScope(identity)} AND ${state}`
  if (scopeOfIdentity(identity, 'alumnos.ver') === 'marca')
    return sql`EXISTS (SELECT ${which} AND matriculas.id_usuario = u.id)`
  // OFFSET 0: a teacher's few are read first; PostgreSQL would ask each of 200,000 students until the page is full.
  return sql`u.id IN (SELECT id_usuario FROM (SELECT matriculas.id_usuario ${which} OFFSET 0) few)`
}

/** A whole DNI is looked up too, by those who may read it. */
export function searched(identity: Caller, q: string): SQL {
  const words = matchesWords(sql.raw('u.busqueda'), q)
  const dni = Dni.safeParse(q)
  if (!dni.success || !can(identity, 'alumnos.gestionar')) return words
  return sql`(${words} OR (u.id_cliente = ${identity.id_cliente} AND u.tipo_documento = 'DNI' AND u.numero_documento = ${dni.data}))`
}

/** Subselects are read for the rows of the page alone. */
function columnsFor(identity: Identity): SQL {
  const live = sql`FROM matriculas WHERE matriculas.id_usuario = u.id AND ${LIVE_ENROLMENT} AND ${inScope(identity)}`
  const document = can(identity, 'alumnos.gestionar') ? sql.raw('u.numero_documento') : sql.raw('NULL')
  return sql`u.id, u.nombres, u.apellidos, u.falta_nombre, u.foto_perfil, u.correo, ${document} AS numero_documento,
    (SELECT count(*)::int ${live}) AS cursos_vigentes, ${averageProgress(USER, sql`SELECT matriculas.id_curso ${live}`)} AS avance,
    ${LAST_USE} AS ultima_actividad, u.creado_en, ${STATE} AS estado`
}

const listFor = (identity: Identity, asked: Filters): List<Filters> => ({
  from: sql`usuarios u`,
  id: USER,
  columns: columnsFor(identity),
  sorts: {
    nombre: { by: alphabetical(sql.raw(`u.nombres || ' ' || u.apellidos`)), type: 'text' },
    alta: { by: sql.raw('u.creado_en'), type: 'timestamptz' },
  },
  defaultSort: '-alta',
  search: (q) => searched(identity, q),
  filters: {
    curso: () => enrolled(identity, asked),
    matricula: () => (asked.curso ? sql`true` : enrolled(identity, asked)),
    falta_nombre: () => sql.raw('u.falta_nombre'),
    activos: () => sql`u.estado = 1 AND (${SEEN_LATELY} OR ${LET_IN_LATELY})`,
    inactivo: (day) => sql`NOT ${seenSince(day)}`,
  },
})

/** Of all that the caller may look into: a list tells the live ones, a student's page the ended ones too. */
const progressTold = (identity: Identity, students: number[]) =>
  sql`SELECT matriculas.id_usuario, matriculas.id_curso FROM matriculas
    WHERE matriculas.id_usuario = ANY (${sql.param(students)}::bigint[]) AND ${inScope(identity)}`

/** Students of the caller's reach whose account is not closed (docs/product/staff.md 14). @throws DATOS_INVALIDOS */
export function listStudents(db: Db, identity: Identity, asked: StudentsQuery) {
  // Either filter looks for an enrolment in the caller's courses already; a second look costs seconds at 200,000 students.
  const reach = asked.curso || asked.matricula ? ofBrand(identity) : studentsOf(identity)
  const scope = sql`${reach} AND NOT ${DELETED}`
  return readWithProgress(
    db,
    () => listRows<StudentRow, Filters>(db, listFor(identity, asked), asked, scope),
    ({ data }) =>
      progressTold(
        identity,
        data.map(({ id }) => id),
      ),
  )
}

/** The courses that the list can be narrowed to. */
export const coursesToChoose = (db: Db, identity: Caller) =>
  query<{ id: number; nombre: string }>(
    db,
    sql`SELECT c.id, c.nombre FROM cursos c WHERE c.id_cliente = ${identity.id_cliente}
      AND ${coursesInScope(identity, 'alumnos.ver')} ORDER BY ${alphabetical(sql`c.nombre`)}, c.id`,
  )

/** Courses of the caller's reach that `u` is or was in, live ones first. */
function coursesFor(identity: Identity): SQL {
  const own = sql`matriculas.id_usuario = u.id AND ${inScope(identity)}`
  const field = (name: string) => sql.raw(`coalesce(p.${name}, 0) AS ${name}`)
  return sql`(SELECT coalesce(json_agg(t), '[]') FROM (
    SELECT matriculas.id, matriculas.secuencia AS version, c.id AS id_curso, c.nombre, matriculas.id_grupo,
      (SELECT g.nombre FROM grupos g WHERE g.id = matriculas.id_grupo) AS grupo, ${ENROLMENT_STATE} AS estado, matriculas.fecha_matricula AS desde,
      matriculas.fecha_vencimiento AS vence, ${BOUGHT_BY} IS NOT NULL AS comprada, ${field('porcentaje')}, ${field('lecciones')}, ${field('completadas')},
      (SELECT count(*)::int FROM modulos mo JOIN lecciones l ON l.id_modulo = mo.id AND l.activo
        JOIN asistencias a ON a.leccion_id = l.id AND a.usuario_id = u.id
        WHERE mo.id_curso = c.id AND mo.activo AND a.asistio) AS asistencias,
      p.ultima_actividad, p.codigo_certificado
    FROM matriculas JOIN cursos c ON c.id = matriculas.id_curso
    LEFT JOIN avances p ON p.id_usuario = u.id AND p.id_curso = c.id
    WHERE ${own} ORDER BY ${LIVE_ENROLMENT} DESC, matriculas.fecha_matricula DESC, matriculas.id DESC LIMIT ${MAX_ENROLMENTS}) t)`
}

/** A student of the caller's reach with the courses. @throws NO_ENCONTRADO */
export async function findStudent(db: Db, identity: Identity, id: number): Promise<Student> {
  const personal = can(identity, 'alumnos.gestionar')
    ? sql.raw('u.telefono, u.direccion, u.fecha_nacimiento')
    : sql.raw('NULL AS telefono, NULL AS direccion, NULL AS fecha_nacimiento')
  await updateProgress(db, progressTold(identity, [id]))
  const [student] = await query<Student>(
    db,
    sql`SELECT ${columnsFor(identity)}, ${personal}, u.ciudad, u.profesion, u.version, NOT u.clave_propia AS invitada,
        CASE WHEN ${can(identity, 'alumnos.gestionar')}::boolean THEN (SELECT v.correo FROM verificaciones_correo v WHERE v.id_usuario = u.id AND v.correo IS NOT NULL AND v.expira_en > now()) END AS correo_pendiente,
        (SELECT count(*)::int FROM certificados ce WHERE ce.id_usuario = u.id AND u.falta_nombre) AS certificados_sin_nombre,
        ${coursesFor(identity)} AS cursos
      FROM usuarios u WHERE u.id = ${id} AND ${studentsOf(identity)}`,
  )
  if (!student) throw fail('NO_ENCONTRADO')
  return student
}

/** @throws NO_ENCONTRADO beyond the caller's reach, `open` also for a closed account */
export async function requireStudent(db: Db, identity: Identity, id: number, open?: 'open'): Promise<void> {
  const closed = open ? sql`AND NOT ${DELETED}` : sql``
  const [found] = await query(
    db,
    sql`SELECT u.id FROM usuarios u WHERE u.id = ${id} AND ${studentsOf(identity)} ${closed}`,
  )
  if (!found) throw fail('NO_ENCONTRADO')
}

/** Of a closed account. */
export async function forgetNotes(tx: Db, student: number): Promise<void> {
  await tx.delete(notas_alumno).where(eq(notas_alumno.id_usuario, student))
}
