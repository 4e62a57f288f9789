import { sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/db/database.ts'
import { subjectOf } from '../../platform/http/access.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'

/**
 * The student whom an answer is about, as values of a prepared read: `docente` narrows it to the courses of the
 * teacher who asks, and is null for the student's own question and an administrator's.
 */
export type Subject = { usuario: number; docente: number | null }

const personOfBrand = hotRows<{ id: number }>(
  'persona_de_marca',
  sql`SELECT u.id FROM usuarios u WHERE u.id = ${sql.placeholder('id')}::int AND u.id_cliente = ${sql.placeholder('marca')}::int`,
)

/** Whether course `c` is one that the asker of a {@link Subject} may hear about. */
export const OF_TEACHER = sql`(${sql.placeholder('docente')}::int IS NULL OR EXISTS (
  SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = c.id AND cd.id_usuario = ${sql.placeholder('docente')}::int))`

/**
 * The student that a path names (contract section 2).
 * @throws SIN_PERMISO when a student names another, NO_ENCONTRADO when staff name someone of another brand
 */
export async function findSubject(db: Db, identity: Identity, id: number): Promise<Subject> {
  const usuario = subjectOf(identity, id)
  if (usuario === identity.id) return { usuario, docente: null }
  const [person] = await personOfBrand(db, { id, marca: identity.id_cliente })
  if (!person) throw fail('NO_ENCONTRADO')
  return { usuario, docente: identity.tipo_cliente === 'Docente' ? identity.id : null }
}
