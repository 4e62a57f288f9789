import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { subjectOf } from '../../platform/http/access.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { usuarios } from '../accounts/accounts.tables.ts'

/**
 * The student whom a read is about. `docente` narrows it to the courses of the teacher who reads, and is null for the student and for
 * administrators.
 */
export type Subject = { usuario: number; docente: number | null }

/** Whether the reader of a {@link Subject} may know about course `c`. */
export const isOpenTo = ({ docente }: Subject) =>
  docente === null
    ? sql`true`
    : sql`EXISTS (SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = c.id AND cd.id_usuario = ${docente})`

/**
 * The student that a path names (contract section 2).
 * @throws SIN_PERMISO when a student names another, NO_ENCONTRADO when staff name someone of another brand
 */
export async function findSubject(db: Db, identity: Identity, id: number): Promise<Subject> {
  const usuario = subjectOf(identity, id)
  if (usuario === identity.id) return { usuario, docente: null }
  const inBrand = and(eq(usuarios.id, id), eq(usuarios.id_cliente, identity.id_cliente))
  if ((await db.$count(usuarios, inBrand)) === 0) throw fail('NO_ENCONTRADO')
  return { usuario, docente: identity.tipo_cliente === 'Docente' ? identity.id : null }
}
