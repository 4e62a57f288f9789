import type { Attendance } from '@campus/contract/learning'
import { sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { audit } from '../audit/audit.ts'
import { award } from '../awards/awards.ts'
import { requireLesson, requireStudentOfLesson } from '../learning/learning.ts'

const COLUMNS = sql.raw('a.id, a.usuario_id, a.leccion_id, a.asistio, a.fecha_asistencia, a.fecha_cierre')
const STUDENT = sql`${sql.placeholder('usuario')}::int`
const LESSON = sql`${sql.placeholder('leccion')}::int`

const ofLesson = hotRows<Attendance>(
  'asistencia_de_leccion',
  sql`SELECT ${COLUMNS} FROM asistencias a WHERE a.usuario_id = ${STUDENT} AND a.leccion_id = ${LESSON}`,
)

async function findAttendance(db: Db, usuario: number, leccion: number): Promise<Attendance | null> {
  const [row] = await ofLesson(db, { usuario, leccion })
  return row ?? null
}

/**
 * Records that the student attends a lesson, by the server's clock. Many calls at once leave one row, and one of them
 * hears that it made it.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function startAttendance(
  db: Db,
  identity: Identity,
  idLeccion: number,
): Promise<{ created: boolean; attendance: Attendance }> {
  await requireStudentOfLesson(db, identity, idLeccion)
  const made =
    await db.execute(sql`INSERT INTO asistencias (usuario_id, leccion_id) VALUES (${identity.id}, ${idLeccion})
    ON CONFLICT (usuario_id, leccion_id) DO NOTHING RETURNING id`)
  const attendance = await findAttendance(db, identity.id, idLeccion)
  if (!attendance) throw fail('ASISTENCIA_NO_INICIADA')
  return { created: made.length > 0, attendance }
}

/**
 * Closes the attendance, by which the lesson is done and earns its points; the first closing stands however often it
 * is sent.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, ASISTENCIA_NO_INICIADA
 */
export async function closeAttendance(db: Db, identity: Identity, idLeccion: number) {
  await requireStudentOfLesson(db, identity, idLeccion)
  await db.transaction(async (tx) => {
    const [closed] = await tx.execute<{
      titulo: string
    }>(sql`UPDATE asistencias a SET fecha_cierre = greatest(now(), a.fecha_asistencia) FROM lecciones l
      WHERE a.usuario_id = ${identity.id} AND a.leccion_id = ${idLeccion} AND a.fecha_cierre IS NULL AND l.id = a.leccion_id
      RETURNING l.titulo`)
    if (closed)
      await award(tx, {
        usuario: identity.id,
        motivo: 'asistencia',
        clave: String(idLeccion),
        detalle: closed.titulo,
      })
  })
  const attendance = await findAttendance(db, identity.id, idLeccion)
  if (!attendance?.fecha_cierre) throw fail('ASISTENCIA_NO_INICIADA')
  return { fecha_cierre: attendance.fecha_cierre, data: attendance }
}

/**
 * Whether a student attended a lesson: their own, or for the lesson's staff anyone's.
 * @throws SIN_PERMISO when a student names another, NO_ENCONTRADO, SIN_MATRICULA
 */
export async function findAttendanceOf(db: Db, identity: Identity, idUsuario: number, idLeccion: number) {
  const own = idUsuario === identity.id
  if (!own && identity.tipo_cliente === 'Alumno') throw fail('SIN_PERMISO')
  const { staff } = await requireLesson(db, identity, idLeccion)
  if (!own && !staff) throw fail('SIN_PERMISO')
  return findAttendance(db, idUsuario, idLeccion)
}

const pageOfStudent = hotRows<{ total: number; data: Attendance[] }>(
  'asistencias_de_usuario',
  sql`SELECT (SELECT count(*) FROM asistencias a WHERE a.usuario_id = ${STUDENT}) AS total,
    (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${COLUMNS} FROM asistencias a WHERE a.usuario_id = ${STUDENT}
      ORDER BY a.id DESC LIMIT ${sql.placeholder('cantidad')}::int OFFSET ${sql.placeholder('desde')}::int) t) AS data`,
)

/** A page of the signed-in person's own attendances, newest first. */
export async function listAttendances(
  db: Db,
  identity: Identity,
  { page, per_page }: { page: number; per_page: number },
) {
  const [found] = await pageOfStudent(db, { usuario: identity.id, cantidad: per_page, desde: (page - 1) * per_page })
  const { total, data } = found ?? { total: 0, data: [] }
  return pageOfRows(data, total, page, per_page)
}

/** Removes an attendance: for the course's teachers and the brand's administrators. @throws NO_ENCONTRADO */
export async function removeAttendance(db: Db, identity: Identity, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = await tx.execute<{
      id: number
      usuario_id: number
    }>(sql`DELETE FROM asistencias a USING lecciones l, modulos mo, cursos c
    WHERE a.id = ${id} AND l.id = a.leccion_id AND mo.id = l.id_modulo AND c.id = mo.id_curso
      AND c.id_cliente = ${identity.id_cliente} AND (${identity.tipo_cliente} = 'Administrador'
        OR EXISTS (SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = c.id AND cd.id_usuario = ${identity.id}))
    RETURNING a.id, a.usuario_id`)
    const [gone] = removed
    if (!gone) throw fail('NO_ENCONTRADO')
    await audit(tx, 'gestion', { sobre: gone.usuario_id, objeto: `asistencia:${id}` })
  })
}
