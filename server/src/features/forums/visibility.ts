import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { accessValues, LIVE_ENROLMENT, ME } from '../learning/learning.ts'
import { foros } from './forums.tables.ts'

const BRAND = sql`${sql.placeholder('marca')}::int`
const ROLE = sql`${sql.placeholder('rol')}::text`

const moderated = (me: SQL, role: SQL): SQL => sql`(${role} = 'Administrador' OR (${role} = 'Docente' AND EXISTS (
  SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = f.id_curso AND cd.id_usuario = ${me})))`

const MODERATES = moderated(ME, ROLE)

/** Whether a person moderates a forum `f`: the brand's administrators, and a course's teachers in its forums. */
export const moderates = ({ id, tipo_cliente }: Identity): SQL => moderated(sql`${id}::int`, sql`${tipo_cliente}::text`)

const ENTERS = sql`(f.id_curso IS NULL OR ${MODERATES} OR EXISTS (
  SELECT 1 FROM matriculas WHERE matriculas.id_curso = f.id_curso AND matriculas.id_usuario = ${ME} AND ${LIVE_ENROLMENT}))`

/**
 * Whether the asker may read a forum `f`, of a query with {@link accessValues}: of their brand, not deleted, and general or
 * of a course that is open to them (contract section 2). The one place that says so, search included.
 */
export const READABLE = sql`(f.eliminado_en IS NULL AND f.id_cliente = ${BRAND} AND ${ENTERS})`

/** Columns that {@link checkForum} needs, of `foros f`. */
export const FORUM_ACCESS = sql`f.eliminado_en IS NULL AND f.id_cliente = ${BRAND} AS existe, ${ENTERS} AS entra, ${MODERATES} AS puede_moderar`
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

type ForumRow = ForumAccess & {
  id: number
  id_cliente: number
  id_curso: number | null
  id_usuario: number
  titulo: string
  total_raices: number
}

const forumRow = hotRows<ForumRow>(
  'foro_acceso',
  sql`SELECT f.id, f.id_cliente, f.id_curso, f.id_usuario, f.titulo, f.total_raices, ${FORUM_ACCESS} FROM foros f
    WHERE f.id = ${sql.placeholder('foro')}::int`,
)

/** A forum that the asker may read. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function requireForum(db: Db, identity: Identity, id: number): Promise<ForumRow> {
  const [row] = await forumRow(db, { ...accessValues(identity), foro: id })
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

const postRow = hotRows<PostRow>(
  'post_acceso',
  sql`SELECT p.id, p.id_foro, f.id_cliente, f.id_curso, f.titulo, f.id_usuario AS autor_foro, p.id_usuario,
      coalesce(p.raiz_id, p.id) AS raiz, r.respuestas, p.eliminado_en IS NOT NULL AS eliminado, ${FORUM_ACCESS}
    FROM posts_foro p JOIN foros f ON f.id = p.id_foro JOIN posts_foro r ON r.id = coalesce(p.raiz_id, p.id)
    WHERE p.id = ${sql.placeholder('post')}::int`,
)

/** A post whose forum the asker may read; deleted ones too. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function requirePost(db: Db, identity: Identity, id: number): Promise<PostRow> {
  const [row] = await postRow(db, { ...accessValues(identity), post: id })
  return checkForum(row)
}

/** A post that stands. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function requireLivePost(db: Db, identity: Identity, id: number): Promise<PostRow> {
  const post = await requirePost(db, identity, id)
  if (post.eliminado) throw fail('NO_ENCONTRADO')
  return post
}
