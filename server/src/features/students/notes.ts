import type { NoteBody } from '@campus/contract/student-story'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { can } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { notas_alumno } from './students.tables.ts'
import { requireStudent } from './students.ts'

const NOTES = limit('notas_usuario', 120, 60 * 60)

/** @throws NO_ENCONTRADO for a course beyond the caller's reach, or without the student */
async function requireEnrolled(db: Db, identity: Identity, student: number, course: number): Promise<void> {
  const [found] = await query(
    db,
    sql`SELECT m.id FROM matriculas m JOIN cursos c ON c.id = m.id_curso WHERE m.id_usuario = ${student} AND c.id = ${course}
      AND c.id_cliente = ${identity.id_cliente} AND ${coursesInScope(identity, 'alumnos.ver')}`,
  )
  if (!found) throw fail('NO_ENCONTRADO')
}

/** Writes down something about a student, once for each `envio`. @throws NO_ENCONTRADO, DEMASIADOS_INTENTOS */
export async function addNote(
  db: Db,
  identity: Identity,
  student: number,
  { texto, id_curso, envio }: NoteBody,
): Promise<{ id: number }> {
  await throttle(db, NOTES, String(identity.id))
  return db.transaction(async (tx) => {
    await requireStudent(tx, identity, student, 'open')
    if (id_curso !== undefined) await requireEnrolled(tx, identity, student, id_curso)
    const [made] = await tx
      .insert(notas_alumno)
      .values({ id_usuario: student, texto, id_curso, por: identity.id, envio })
      .onConflictDoNothing({ target: [notas_alumno.por, notas_alumno.envio] })
      .returning({ id: notas_alumno.id })
    if (made) {
      const detalle = { hecho: 'nota escrita', ...(id_curso !== undefined && { curso: id_curso }) }
      await audit(tx, 'gestion', { sobre: student, objeto: `nota:${made.id}`, detalle })
      return made
    }
    const [before] = await tx
      .select({ id: notas_alumno.id })
      .from(notas_alumno)
      .where(and(eq(notas_alumno.por, identity.id), eq(notas_alumno.envio, envio)))
    if (!before) throw fail('NO_ENCONTRADO')
    return before
  })
}

/** Its author deletes it, or who manages the academy. @throws NO_ENCONTRADO */
export async function deleteNote(db: Db, identity: Identity, student: number, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await requireStudent(tx, identity, student)
    const own = can(identity, 'academia') ? undefined : eq(notas_alumno.por, identity.id)
    const [gone] = await tx
      .delete(notas_alumno)
      .where(and(eq(notas_alumno.id, id), eq(notas_alumno.id_usuario, student), own))
      .returning({ id: notas_alumno.id })
    if (!gone) throw fail('NO_ENCONTRADO')
    await audit(tx, 'gestion', { sobre: student, objeto: `nota:${id}`, detalle: { hecho: 'nota borrada' } })
  })
}
