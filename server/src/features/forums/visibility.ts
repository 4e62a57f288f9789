import type { Scope } from '@campus/contract/permissions'
import { type SQL, sql } from 'drizzle-orm'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import type { Db } from '../../platform/db/database.ts'
import { argument, CALLER, type Caller, prepared } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { isEnrolled, LIVE_ENROLMENT, owesFor } from '../learning/learning.ts'

const COURSE = sql.raw('f.id_curso')

/** Moderators: of the whole brand, and teachers in the forums of their courses. */
export const moderates = (caller: Caller | typeof CALLER): SQL => coursesInScope(caller, 'moderar', COURSE)

/** Columns for {@link checkForum}, from `foros f`. */
export const FORUM_ACCESS = sql`f.eliminado_en IS NULL AND f.id_cliente = ${CALLER.id_cliente} AS existe,
  (f.id_curso IS NULL OR ${moderates(CALLER)} OR ${isEnrolled(CALLER.id, COURSE)}) AS entra, ${owesFor(CALLER.id, COURSE)} AS owes, ${moderates(CALLER)} AS puede_moderar`

export type ForumAccess = { existe: boolean; entra: boolean; owes: boolean; puede_moderar: boolean }

/** @throws NO_ENCONTRADO when unknown, deleted or of another brand, SIN_MATRICULA or CUOTA_VENCIDA without an active enrolment */
export function checkForum<Row extends ForumAccess>(row: Row | undefined): Row {
  if (!row?.existe) throw fail('NO_ENCONTRADO')
  if (!row.entra) throw fail(row.owes ? 'CUOTA_VENCIDA' : 'SIN_MATRICULA')
  return row
}

/** Columns by which lists of forums are ordered. */
export const LISTED = sql.raw('f.id, f.pinned, f.likes, f.total_posts, f.fecha_creacion, f.ultima_actividad')

/** The forums that {@link checkForum} allows, of a course or of all (0), found through the user's courses; `reach` is that of `moderar`. */
export function visibleForums(
  { id, id_cliente }: Caller | typeof CALLER,
  reach: Scope | undefined,
  idCurso?: SQL | number,
): SQL {
  const forums = sql`SELECT ${LISTED} FROM foros f
    WHERE f.id_cliente = ${id_cliente} AND f.eliminado_en IS NULL`
  if (reach === 'marca') return idCurso ? sql`${forums} AND f.id_curso = ${idCurso}` : forums
  const taught = sql`SELECT cd.id_curso FROM curso_docentes cd WHERE cd.id_usuario = ${id}`
  const courses = sql`SELECT matriculas.id_curso FROM matriculas WHERE matriculas.id_usuario = ${id} AND ${LIVE_ENROLMENT}
    ${reach === 'propios' ? sql`UNION ${taught}` : sql``}`
  if (idCurso) return sql`${forums} AND f.id_curso = ${idCurso} AND f.id_curso IN (${courses})`
  return sql`${forums} AND f.tipo_foro = 'general' UNION ALL ${forums} AND f.id_curso IN (${courses})`
}

type ForumRow = ForumAccess & {
  id: number
  id_cliente: number
  tipo_foro: 'general' | 'curso' | 'modulo'
  id_curso: number | null
  id_modulo: number | null
  id_usuario: number
  titulo: string
  pinned: boolean
  id_solucion: number | null
  total_raices: number
}

const accessToForum = prepared<ForumRow, Caller & { foro: number }>(
  sql`SELECT f.id, f.id_cliente, f.tipo_foro, f.id_curso, f.id_modulo, f.id_usuario, f.titulo, f.pinned, f.id_solucion,
      f.total_raices, ${FORUM_ACCESS} FROM foros f WHERE f.id = ${argument('foro')}`,
)

/** @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function requireForum(db: Db, identity: Identity, id: number): Promise<ForumRow> {
  const [row] = await accessToForum(db, { ...identity, foro: id })
  return checkForum(row)
}

/**
 * Locks a forum and reads place and rights of the locked row: what was read before may have changed meanwhile. Every change
 * of a forum, its posts or its counts begins here. @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function lockForum(tx: Db, identity: Identity, id: number): Promise<ForumRow> {
  await tx.execute(sql`SELECT 1 FROM foros WHERE id = ${id} FOR NO KEY UPDATE`)
  return requireForum(tx, identity, id)
}

/** A text was written for the readers of one place. @throws FORO_MOVIDO when the forum has others now */
export function requireSameReaders(forum: { id_curso: number | null }, seen: { id_curso: number | null }): void {
  if (forum.id_curso !== seen.id_curso) throw fail('FORO_MOVIDO')
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

const accessToPost = prepared<PostRow, Caller & { post: number }>(
  sql`SELECT p.id, p.id_foro, f.id_cliente, f.id_curso, f.titulo, f.id_usuario AS autor_foro, p.id_usuario,
      coalesce(p.raiz_id, p.id) AS raiz, r.respuestas, p.eliminado_en IS NOT NULL AS eliminado, ${FORUM_ACCESS}
    FROM posts_foro p JOIN foros f ON f.id = p.id_foro JOIN posts_foro r ON r.id = coalesce(p.raiz_id, p.id)
    WHERE p.id = ${argument('post')}`,
)

/** A post whose forum the caller may read, even if deleted. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function requirePost(db: Db, identity: Identity, id: number): Promise<PostRow> {
  const [row] = await accessToPost(db, { ...identity, post: id })
  return checkForum(row)
}

export async function requireLivePost(db: Db, identity: Identity, id: number): Promise<PostRow> {
  const post = await requirePost(db, identity, id)
  if (post.eliminado) throw fail('NO_ENCONTRADO')
  return post
}

/** Locks the forum of a post, then reads both. @throws NO_ENCONTRADO, also when the post is deleted, SIN_MATRICULA */
export async function lockPost(tx: Db, identity: Identity, id: number) {
  const { id_foro } = await requirePost(tx, identity, id)
  const forum = await lockForum(tx, identity, id_foro)
  return { forum, post: await requireLivePost(tx, identity, id) }
}
