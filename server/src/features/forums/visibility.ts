import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { isEnrolled, isStaffOf, LIVE_ENROLMENT } from '../learning/learning.ts'
import { foros } from './forums.tables.ts'

const COURSE = sql.raw('f.id_curso')

/** Whether a person moderates a forum `f`: the brand's administrators, and a course's teachers in its forums. */
export const moderates = (identity: Identity): SQL => isStaffOf(identity, COURSE)

const canEnter = (identity: Identity): SQL =>
  sql`(f.id_curso IS NULL OR ${moderates(identity)} OR ${isEnrolled(identity.id, COURSE)})`

/** Columns that {@link checkForum} needs, of `foros f`. */
export const forumAccess = (identity: Identity): SQL =>
  sql`f.eliminado_en IS NULL AND f.id_cliente = ${identity.id_cliente} AS existe, ${canEnter(identity)} AS entra,
    ${moderates(identity)} AS puede_moderar`

export type ForumAccess = { existe: boolean; entra: boolean; puede_moderar: boolean }

/**
 * Lets pass who may read the forum.
 * @throws NO_ENCONTRADO for an unknown, deleted or another brand's, SIN_MATRICULA without a live enrolment
 */
export function checkForum<Row extends ForumAccess>(row: Row | undefined): Row {
  if (!row?.existe) throw fail('NO_ENCONTRADO')
  if (!row.entra) throw fail('SIN_MATRICULA')
  return row
}

/**
 * The forums that a person may read, of one course or of all (0), as a query: the same rule as {@link checkForum}, but found from
 * their courses instead of being checked for each forum of an academy.
 */
export function visibleForums({ id, id_cliente, tipo_cliente }: Identity, idCurso = 0): SQL {
  const forums = sql`SELECT f.id, f.pinned, f.ultima_actividad FROM foros f
    WHERE f.id_cliente = ${id_cliente} AND f.eliminado_en IS NULL`
  if (tipo_cliente === 'Administrador') return idCurso ? sql`${forums} AND f.id_curso = ${idCurso}` : forums
  const taught = sql`SELECT cd.id_curso FROM curso_docentes cd WHERE cd.id_usuario = ${id}`
  const courses = sql`SELECT matriculas.id_curso FROM matriculas WHERE matriculas.id_usuario = ${id} AND ${LIVE_ENROLMENT}
    ${tipo_cliente === 'Docente' ? sql`UNION ${taught}` : sql``}`
  if (idCurso) return sql`${forums} AND f.id_curso = ${idCurso} AND f.id_curso IN (${courses})`
  return sql`${forums} AND f.tipo_foro = 'general' UNION ALL ${forums} AND f.id_curso IN (${courses})`
}

type ForumRow = ForumAccess & {
  id: number
  id_cliente: number
  id_curso: number | null
  id_usuario: number
  titulo: string
  total_raices: number
}

/** A forum that the caller may read. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function requireForum(db: Db, identity: Identity, id: number): Promise<ForumRow> {
  const [row] = await query<ForumRow>(
    db,
    sql`SELECT f.id, f.id_cliente, f.id_curso, f.id_usuario, f.titulo, f.total_raices, ${forumAccess(identity)} FROM foros f
    WHERE f.id = ${id}`,
  )
  return checkForum(row)
}

/**
 * Locks a forum until the transaction ends; everything that changes its posts or its counts locks it first.
 * @throws NO_ENCONTRADO when it was deleted meanwhile
 */
export async function lockForum(tx: Db, id: number) {
  const [forum] = await tx
    .select({
      id: foros.id,
      titulo: foros.titulo,
      pinned: foros.pinned,
      tipo_foro: foros.tipo_foro,
      id_curso: foros.id_curso,
      id_modulo: foros.id_modulo,
    })
    .from(foros)
    .where(and(eq(foros.id, id), isNull(foros.eliminado_en)))
    .for('no key update')
  if (!forum) throw fail('NO_ENCONTRADO')
  return forum
}

type PostRow = ForumAccess & {
  id: number
  id_foro: number
  id_cliente: number
  id_curso: number | null
  titulo: string
  autor_foro: number
  id_usuario: number
  raiz: number
  respuestas: number
  eliminado: boolean
}

/** A post whose forum the caller may read; deleted ones too. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function requirePost(db: Db, identity: Identity, id: number): Promise<PostRow> {
  const [row] = await query<PostRow>(
    db,
    sql`SELECT p.id, p.id_foro, f.id_cliente, f.id_curso, f.titulo, f.id_usuario AS autor_foro, p.id_usuario,
      coalesce(p.raiz_id, p.id) AS raiz, r.respuestas, p.eliminado_en IS NOT NULL AS eliminado, ${forumAccess(identity)}
    FROM posts_foro p JOIN foros f ON f.id = p.id_foro JOIN posts_foro r ON r.id = coalesce(p.raiz_id, p.id)
    WHERE p.id = ${id}`,
  )
  return checkForum(row)
}

/** A post that is not deleted. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function requireLivePost(db: Db, identity: Identity, id: number): Promise<PostRow> {
  const post = await requirePost(db, identity, id)
  if (post.eliminado) throw fail('NO_ENCONTRADO')
  return post
}
