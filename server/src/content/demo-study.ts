import { sql } from 'drizzle-orm'
import { openSession } from '../features/accounts/sessions.ts'
import { startAttendance } from '../features/learning/attendance.ts'
import { completeLesson } from '../features/learning/lessons.ts'
import { type Db, query } from '../platform/db/database.ts'
import { as, backdate, person } from './demo-people.ts'

/** The first lessons of a course, each done that many days ago. */
type Study = { correo: string; curso: string; dias: number[] }

/** The invented students, whose points premios.yaml has. */
const RANKED = '%@alumnos.demo.pe'

const STUDIES: readonly Study[] = [
  { correo: 'alumna@demo.pe', curso: 'diseno-de-marca-para-emprendedores', dias: [35, 34, 32, 30] },
  { correo: 'alumna@demo.pe', curso: 'guion-y-narrativa-audiovisual', dias: [12, 10, 8, 2, 1] },
  { correo: 'alumno1@demo.pe', curso: 'presentaciones-que-convencen', dias: [9, 8, 6, 1] },
  { correo: 'alumno3@demo.pe', curso: 'clases-virtuales-que-funcionan', dias: [9, 8, 6, 1] },
]

/** Dates the enrolments made by hand within the two months before. */
export async function enrolledBefore(tx: Db): Promise<void> {
  await tx.execute(
    sql`UPDATE matriculas SET fecha_matricula = now() - make_interval(days => (40 + id * 11 % 29)::int, hours => (id % 12)::int)`,
  )
  await tx.execute(sql`UPDATE notificaciones n SET fecha_envio = m.fecha_matricula FROM matriculas m
    WHERE n.id_usuario = m.id_usuario AND n.clave = 'matricula:' || m.id_curso`)
}

type Lesson = { id: number; begun: boolean }

/** In their order; whether a class that begins later still keeps its attendance closed. */
const lessonsOf = (tx: Db, { curso, dias }: Study): Promise<Lesson[]> =>
  query<Lesson>(
    tx,
    sql`SELECT l.id, NOT EXISTS (SELECT FROM sesiones s WHERE s.id_leccion = l.id)
        OR EXISTS (SELECT FROM sesiones s WHERE s.id_leccion = l.id AND s.inicio < now()) AS begun
      FROM lecciones l JOIN modulos m ON m.id = l.id_modulo JOIN cursos c ON c.id = m.id_curso
      WHERE c.clave = ${curso} ORDER BY m.orden, l.orden LIMIT ${dias.length}`,
  )

async function study(tx: Db, course: Study): Promise<void> {
  const student = await person(tx, course.correo)
  for (const [at, { id, begun }] of (await lessonsOf(tx, course)).entries()) {
    if (begun) await startAttendance(tx, student, id)
    await as(student, () => completeLesson(tx, student, id))
    await backdate(tx, course.dias[at] ?? 0)
  }
}

/** The lessons behind the points of the ranking's students, at once: one by one takes seconds. */
async function studyOfRanking(tx: Db): Promise<void> {
  const lessons = sql`(SELECT p.id_usuario, p.clave::bigint AS id_leccion, p.creado_en FROM puntos p
    JOIN usuarios u ON u.id = p.id_usuario WHERE p.motivo = 'asistencia' AND u.correo LIKE ${RANKED}) hecha`
  await tx.execute(sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion, completada_en, visto_en)
    SELECT id_usuario, id_leccion, creado_en, creado_en FROM ${lessons}`)
  await tx.execute(sql`INSERT INTO asistencias (usuario_id, leccion_id, fecha_asistencia, fecha_cierre)
    SELECT id_usuario, id_leccion, min(s.inicio), min(s.inicio) + interval '40 minutes'
    FROM ${lessons} JOIN sesiones s USING (id_leccion) WHERE s.inicio < now() - interval '1 hour' GROUP BY 1, 2`)
}

/** Two of three were here in the last days. */
async function visit(tx: Db): Promise<void> {
  const rows = await query<{ id: number }>(
    tx,
    sql`SELECT id FROM usuarios WHERE correo LIKE ${RANKED} AND id % 3 > 0 ORDER BY id`,
  )
  for (const { id } of rows) await openSession(tx, id, { ip: '', agent: '' })
  await tx.execute(sql`UPDATE accesos SET usado_en = now() - make_interval(hours => (id % 120)::int), creado_en = now() - interval '6 days'
    WHERE id_usuario = ANY (${sql.param(rows.map(({ id }) => id))}::bigint[])`)
}

/** What students did before the demo was loaded, except what they bought and their exams. */
export async function studyInDemo(tx: Db): Promise<void> {
  for (const course of STUDIES) await study(tx, course)
  await studyOfRanking(tx)
  await visit(tx)
}
