import type { FlatPost, PostPlace, TopPost } from '@campus/contract/forums'
import { POST_DELETED_TEXT, POST_EDIT_EMPTY_TEXT, POSTS_PER_PAGE, REPLIES_PER_POST } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/db/database.ts'
import { statement } from '../../platform/db/statements.ts'
import { shownPost } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { audit } from '../audit/audit.ts'
import { ME } from '../learning/learning.ts'
import { ROOTS_BITS } from './forums.tables.ts'
import { AUTHOR, rootsBefore } from './forums.ts'
import { authorOf, tellMentioned } from './telling.ts'
import { auditTaken } from './trail.ts'
import { flatPost, type PostRow, treeOf } from './tree.ts'
import { requireForum, requireLivePost, requirePost } from './visibility.ts'
import { writeDown } from './writing.ts'

const GONE = sql.raw(`'<p>${POST_DELETED_TEXT}</p>'`)
const BITS = sql.raw(String(ROOTS_BITS))
const FIFTY = sql.raw(String(REPLIES_PER_POST))

/** A post's columns, of `posts_foro p`, its author `u` and its forum `f`; of a deleted one only its place is left. */
export const POST_COLUMNS = sql`p.id, p.id_foro, p.parent_id, p.respuestas, p.fecha, p.fecha AS fecha_creacion, p.editado_en,
  p.eliminado_en IS NOT NULL AS eliminado, coalesce(f.id_solucion = p.id, false) AS es_solucion,
  CASE WHEN p.eliminado_en IS NULL THEN p.contenido ELSE ${GONE} END AS contenido,
  CASE WHEN p.eliminado_en IS NULL THEN p.likes ELSE 0 END AS likes,
  p.eliminado_en IS NULL AND EXISTS (SELECT 1 FROM likes_post_foro x WHERE x.id_post = p.id AND x.id_usuario = ${ME}) AS liked,
  CASE WHEN p.eliminado_en IS NULL THEN ${AUTHOR} END AS usuario`

/** Joins that {@link POST_COLUMNS} needs. */
export const POST_JOINS = sql`JOIN usuarios u ON u.id = p.id_usuario JOIN foros f ON f.id = p.id_foro`

// A far page is not reached by counting to it: the row of `raices_foro` in which it begins says how many stand before.
const pageOfTops = hotRows<PostRow>(
  'posts_de_foro',
  sql`WITH tramo AS MATERIALIZED (
      SELECT t.tramo << ${BITS} AS primero, t.hasta - t.raices AS antes FROM (SELECT b.tramo, b.raices,
          (sum(b.raices) OVER (ORDER BY b.tramo))::int AS hasta FROM raices_foro b WHERE b.id_foro = ${sql.placeholder('foro')}::int) t
      WHERE t.hasta > ${sql.placeholder('desde')}::int ORDER BY t.tramo LIMIT 1),
    raices AS MATERIALIZED (
      SELECT id FROM posts_foro WHERE id_foro = ${sql.placeholder('foro')}::int AND parent_id IS NULL
        AND id >= (SELECT primero FROM tramo) ORDER BY id
      LIMIT ${sql.placeholder('cantidad')}::int OFFSET ${sql.placeholder('desde')}::int - (SELECT antes FROM tramo)),
    todos AS (SELECT id FROM raices UNION ALL SELECT h.id FROM raices r CROSS JOIN LATERAL (
      SELECT id FROM posts_foro h WHERE h.raiz_id = r.id ORDER BY h.id LIMIT ${FIFTY}) h)
    SELECT ${POST_COLUMNS} FROM todos t JOIN posts_foro p ON p.id = t.id ${POST_JOINS} ORDER BY p.id`,
)

/**
 * A page of a forum's top-level posts, oldest first, each with its tree of at most 50 (contract section 4).
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function listPosts(
  db: Db,
  identity: Identity,
  { id_foro, page, per_page }: { id_foro: number; page: number; per_page: number },
) {
  const forum = await requireForum(db, identity, id_foro)
  const range = { cantidad: per_page, desde: (page - 1) * per_page }
  const rows = await pageOfTops(db, { usuario: identity.id, foro: id_foro, ...range })
  const data: TopPost[] = treeOf(rows, identity.id, shownPost)
  return pageOfRows(data, forum.total_raices, page, per_page)
}

const pageOfReplies = hotRows<PostRow>(
  'respuestas_de_post',
  sql`SELECT ${POST_COLUMNS} FROM (SELECT id FROM posts_foro WHERE raiz_id = ${sql.placeholder('raiz')}::int ORDER BY id
      LIMIT ${FIFTY} OFFSET ${sql.placeholder('desde')}::int) t JOIN posts_foro p ON p.id = t.id ${POST_JOINS} ORDER BY p.id`,
)

/** A page of 50 of everything below a top-level post, oldest first; the first page is what came with it. */
export async function listReplies(db: Db, identity: Identity, id: number, page: number) {
  const post = await requirePost(db, identity, id)
  const rows = await pageOfReplies(db, { usuario: identity.id, raiz: post.raiz, desde: (page - 1) * REPLIES_PER_POST })
  const data = rows.map((row) => flatPost(row, identity.id, shownPost))
  return pageOfRows(data, post.respuestas, page, REPLIES_PER_POST)
}

/** A post and how much stands before it. */
export type PlacedRow = PostRow & { id_raiz: number; antes: number; antes_en_raiz: number }

/** The post of this id as {@link PlacedRow}. */
export const placedPost = (id: SQL): SQL => sql`
  SELECT ${POST_COLUMNS}, coalesce(p.raiz_id, p.id) AS id_raiz,
    ${rootsBefore(sql.raw('p'))} AS antes,
    (SELECT count(*) FROM posts_foro r WHERE r.raiz_id = p.raiz_id AND r.id < p.id) AS antes_en_raiz
  FROM posts_foro p ${POST_JOINS} WHERE p.id = ${id}`

const onePost = hotRows<PlacedRow>('post', placedPost(sql`${sql.placeholder('post')}::int`))

/** A post as it travels with its place. */
export function toPlace({ antes, antes_en_raiz, id_raiz, ...post }: PlacedRow, asker: number): PostPlace {
  const pagina = Math.floor(antes / POSTS_PER_PAGE) + 1
  // What came with the top-level post is its page 1: nothing more has to be asked.
  const chunk = Math.floor(antes_en_raiz / REPLIES_PER_POST)
  const pagina_respuestas = chunk === 0 ? 0 : chunk + 1
  return { ...flatPost(post, asker, shownPost), id_raiz, pagina, pagina_respuestas }
}

/** A post that the asker may read, and where it stands. @throws NO_ENCONTRADO */
async function readPost(db: Db, identity: Identity, id: number): Promise<PostPlace> {
  const [row] = await onePost(db, { usuario: identity.id, post: id })
  if (!row) throw fail('NO_ENCONTRADO')
  return toPlace(row, identity.id)
}

/** One post and where it stands, for permalinks. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function findPost(db: Db, identity: Identity, id: number): Promise<PostPlace> {
  await requirePost(db, identity, id)
  return readPost(db, identity, id)
}

/** Edits a post of one's own; what it said before is kept. @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO, DATOS_INVALIDOS */
export async function editPost(db: Db, identity: Identity, id: number, html: string): Promise<PostPlace> {
  const post = await requireLivePost(db, identity, id)
  if (post.id_usuario !== identity.id) throw fail('SIN_PERMISO')
  const written = await writeDown(db, post, html, POST_EDIT_EMPTY_TEXT)
  await db.transaction(async (tx) => {
    const [before] = await tx.execute<{ contenido: string }>(
      sql`SELECT contenido FROM posts_foro WHERE id = ${id} AND eliminado_en IS NULL FOR UPDATE`,
    )
    if (!before) throw fail('NO_ENCONTRADO')
    if (before.contenido === written.contenido) return
    await tx.execute(sql`INSERT INTO versiones_post (id_post, contenido) VALUES (${id}, ${before.contenido})`)
    await tx.execute(sql`UPDATE posts_foro SET contenido = ${written.contenido}, texto = ${written.texto}, editado_en = now()
      WHERE id = ${id}`)
    if (written.menciones.length === 0) return
    const subject = { foro: post.id_foro, titulo: post.titulo, post: id }
    await tellMentioned(tx, await authorOf(tx, identity), written.menciones, subject)
  })
  return readPost(db, identity, id)
}

type Leaving = {
  autor: number
  texto: string
  padre: number | null
  raiz: number | null
  vivo: boolean
  respondido: boolean
}

/** Holds a forum until the transaction ends: before any of its posts, and what hangs on them. */
export const holdForum = async (tx: Db, idForo: number): Promise<void> =>
  void (await tx.execute(sql`SELECT 1 FROM foros WHERE id = ${idForo} FOR UPDATE`))

/**
 * Takes a post out: one with replies leaves *[eliminado]*, so that the tree stands (contract section 4). Of one without nothing
 * is left but what the trail says, when another than its author took it.
 * @returns whether its place still stands
 */
export async function takeOut(tx: Db, idForo: number, id: number, by: number): Promise<boolean> {
  await holdForum(tx, idForo)
  const [post] = await tx.execute<Leaving>(sql`
    SELECT id_usuario AS autor, texto, parent_id AS padre, raiz_id AS raiz, eliminado_en IS NULL AS vivo,
      EXISTS (SELECT 1 FROM posts_foro h WHERE h.parent_id = p.id) AS respondido
    FROM posts_foro p WHERE id = ${id} FOR UPDATE`)
  if (!post?.vivo) throw fail('NO_ENCONTRADO')
  const { autor, texto, padre } = post
  await auditTaken(tx, by, { objeto: `post:${id}`, autor, texto, detalle: { foro: idForo, padre } })
  const tops = post.respondido || post.raiz ? 0 : 1
  await tx.execute(sql`UPDATE foros SET total_posts = total_posts - 1, total_raices = total_raices - ${tops},
    id_solucion = nullif(id_solucion, ${id}) WHERE id = ${idForo}`)
  if (post.respondido) {
    await tx.execute(sql`UPDATE posts_foro SET eliminado_en = now(), eliminado_por = ${by} WHERE id = ${id}`)
    return true
  }
  await tx.execute(sql`DELETE FROM posts_foro WHERE id = ${id}`)
  if (post.raiz) await tx.execute(sql`UPDATE posts_foro SET respuestas = respuestas - 1 WHERE id = ${post.raiz}`)
  return false
}

/** Deletes a post: its author's, or its moderators' right. @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO */
export async function deletePost(db: Db, identity: Identity, id: number): Promise<{ id: number; queda: boolean }> {
  const post = await requireLivePost(db, identity, id)
  if (post.id_usuario !== identity.id && !post.puede_moderar) throw fail('SIN_PERMISO')
  const queda = await db.transaction((tx) => takeOut(tx, post.id_foro, id, identity.id))
  return { id, queda }
}

const ONE_LIKE = sql`${sql.placeholder('post')}::int`
// Before the like, always: who deletes the post holds it and takes the likes with it.
const held = (standing: SQL) => sql`SELECT id FROM posts_foro WHERE id = ${ONE_LIKE} ${standing} FOR NO KEY UPDATE`
const STANDS = sql.raw('AND eliminado_en IS NULL')
const count = (change: SQL, step: '+' | '-', standing = sql``) =>
  statement<{ id: number; likes: number }>(sql`WITH cambio AS (${change})
    UPDATE posts_foro SET likes = likes ${sql.raw(step)} (SELECT count(*) FROM cambio) WHERE id = ${ONE_LIKE} ${standing}
    RETURNING id, likes`)
const like = count(
  sql`INSERT INTO likes_post_foro (id_post, id_usuario) SELECT id, ${ME} FROM (${held(STANDS)}) p ON CONFLICT DO NOTHING RETURNING 1`,
  '+',
  STANDS,
)
const unlike = count(
  sql`DELETE FROM likes_post_foro WHERE id_post = (${held(sql``)}) AND id_usuario = ${ME} RETURNING 1`,
  '-',
)

/**
 * Likes a post or withdraws the like, once per person however often it is sent; the count moves in the statement that
 * moves the row, so it always equals the rows.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function likePost(db: Db, identity: Identity, id: number, liked: boolean) {
  await requireLivePost(db, identity, id)
  const [row] = await (liked ? like : unlike)(db, { post: id, usuario: identity.id })
  if (!row) throw fail('NO_ENCONTRADO')
  return { ...row, liked }
}

/**
 * Marks a post as the forum's answer, or takes the mark away: the right of who opened the forum and of its moderators.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO
 */
export async function markSolution(db: Db, identity: Identity, id: number, solved: boolean): Promise<FlatPost> {
  const post = await requireLivePost(db, identity, id)
  if (post.autor_foro !== identity.id && !post.puede_moderar) throw fail('SIN_PERMISO')
  await db.transaction(async (tx) => {
    const moved = await tx.execute(
      solved
        ? sql`UPDATE foros SET id_solucion = ${id} WHERE id = ${post.id_foro} AND id_solucion IS DISTINCT FROM ${id} RETURNING 1`
        : sql`UPDATE foros SET id_solucion = NULL WHERE id = ${post.id_foro} AND id_solucion = ${id} RETURNING 1`,
    )
    if (moved.length === 0 || post.autor_foro === identity.id) return
    const detalle = { campos: ['id_solucion'], post: id, solucion: solved }
    await audit(tx, 'gestion', { sobre: post.autor_foro, objeto: `foro:${post.id_foro}`, detalle })
  })
  return readPost(db, identity, id)
}
