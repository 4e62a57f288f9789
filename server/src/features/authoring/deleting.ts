import { sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { forgetDocuments } from '../../kit/documents/documents.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { requireCourse } from './authoring.ts'

/** Of NO ACTION and, since PostgreSQL 18, of RESTRICT. */
const REFERENCED = ['23503', '23001']

/** People's rows that reference a course prevent its deletion. */
function isInUse(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && REFERENCED.includes(String(cause.code))
}

const documentsOf = (id: number) => sql`SELECT 'curso:' || ${id}::bigint AS objeto
  UNION ALL SELECT 'leccion:' || l.id FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE m.id_curso = ${id}
  UNION ALL SELECT 'evaluacion:' || e.id FROM evaluaciones e WHERE e.id_curso = ${id}`

async function remove(tx: Db, identity: Identity, id: number): Promise<void> {
  await requireCourse(tx, identity, id, 'catalogo')
  const documents = await query<{ objeto: string }>(tx, documentsOf(id))
  const [course] = await query<{ nombre: string }>(
    tx,
    sql`DELETE FROM cursos c WHERE c.id = ${id} AND c.estado = 0 RETURNING c.nombre`,
  )
  if (!course) throw fail('CURSO_EN_USO', { message: 'El curso está en la tienda: ocúltalo antes de eliminarlo.' })
  await forgetDocuments(
    tx,
    identity.id_cliente,
    documents.map(({ objeto }) => objeto),
  )
  await audit(tx, 'gestion', { objeto: `curso:${id}`, detalle: { hecho: 'eliminado', nombre: course.nombre } })
}

/** Deletes a hidden course that no person has anything in, with its drafts and versions. @throws NO_ENCONTRADO, CURSO_EN_USO */
export async function deleteCourse(db: Db, identity: Identity, id: number): Promise<void> {
  try {
    await db.transaction((tx) => remove(tx, identity, id))
  } catch (error) {
    throw isInUse(error) ? fail('CURSO_EN_USO') : error
  }
}
