import type { FlatPost, PostPlace, TopPost } from '@campus/contract/forums'
import {
  POST_DELETED_TEXT,
  POST_EDIT_EMPTY_TEXT,
  POST_PREVIEW_HTML,
  POSTS_PER_PAGE,
  REPLIES_PER_POST,
} from '@campus/contract/rules'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { audit, auditRemoval } from '../../kit/audit/audit.ts'
import { shownPost } from '../../kit/html/html.ts'
import { moderatesCourse } from '../../kit/staff-access/staff-access.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { argument, CALLER, type Caller, prepared } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { withdrawPoints } from '../awards/awards.ts'
import { foros, likes_post_foro, posts_foro } from './forums.tables.ts'
import { saveVersion } from './history.ts'
import { AUTHOR } from './lists.ts'
import { authorOf, notifyMentioned } from './notifications.ts'
import { sanitizeText } from './sanitize.ts'
import { flatPost, type PostRow, treeOf } from './tree.ts'
import {
  checkForum,
  FORUM_ACCESS,
  type ForumAccess,
  lockForum,
  lockPost,
  requireLivePost,
  requirePost,
  requireSameReaders,
} from './visibility.ts'

/** The columns of a forum without a solution. */
export const NO_SOLUTION = { id_solucion: null, solucion_de_personal: false }

export const WRITINGS = limit('foro_usuario', 30, 10 * 60)

const DELETED_HTML = sql.raw(`'<p>${POST_DELETED_TEXT}</p>'`)
/** Sum of the texts of a page; parsing and sanitizing takes a multiple of it in memory. */
const PAGE_BYTES = 1_000_000
const PREVIEW_BYTES = POST_PREVIEW_HTML * 4 // UTF-8 takes at most four bytes a character

const LIVE = sql.raw('p.eliminado_en IS NULL')

/** Columns except the text, from `posts_foro p`, author `u` and forum `f`; a deleted post hides author and likes. */
const columnsFor = (me: SQL | number): SQL => sql`p.id, p.id_foro, p.parent_id, p.respuestas, p.fecha, p.editado_en,
  p.eliminado_en IS NOT NULL AS eliminado, coalesce(f.id_solucion = p.id, false) AS es_solucion,
  CASE WHEN ${LIVE} THEN p.likes ELSE 0 END AS likes,
  ${LIVE} AND EXISTS (SELECT 1 FROM likes_post_foro x WHERE x.id_post = p.id AND x.id_usuario = ${me}) AS liked,
  CASE WHEN ${LIVE} THEN ${AUTHOR} END AS usuario`

export const postPreview = (
  me: SQL | number,
): SQL => sql`${columnsFor(me)}, ${LIVE} AND length(p.contenido) > ${POST_PREVIEW_HTML} AS recortado,
  CASE WHEN ${LIVE} THEN left(p.contenido, ${POST_PREVIEW_HTML}) ELSE ${DELETED_HTML} END AS contenido`

const wholePost = (me: number): SQL =>
  sql`${columnsFor(me)}, false AS recortado, CASE WHEN ${LIVE} THEN p.contenido ELSE ${DELETED_HTML} END AS contenido`

const AUTHOR_JOIN = sql`JOIN usuarios u ON u.id = p.id_usuario`
export const POST_JOINS = sql`${AUTHOR_JOIN} JOIN foros f ON f.id = p.id_foro`

type PageRow = ForumAccess & { total_raices: number; posts: PostRow[] }

const readPage = prepared<PageRow, Caller & { foro: number; limit: number; offset: number }>(
  sql`SELECT ${FORUM_ACCESS}, f.total_raices, (
      WITH page AS (SELECT id FROM posts_foro WHERE id_foro = ${argument('foro')} AND parent_id IS NULL ORDER BY id
        LIMIT ${argument('limit')} OFFSET ${argument('offset')}),
      roots AS (SELECT p.* FROM page JOIN posts_foro p USING (id)),
      taken AS (SELECT *, 0 AS turn FROM roots
        UNION ALL SELECT d.* FROM roots r CROSS JOIN LATERAL (
          SELECT *, row_number() OVER (ORDER BY id) AS turn FROM posts_foro WHERE raiz_id = r.id ORDER BY id LIMIT ${REPLIES_PER_POST}) d),
      summed AS (SELECT *, sum(least(octet_length(contenido), ${PREVIEW_BYTES})) OVER (ORDER BY turn, id) AS bytes FROM taken)
      SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${postPreview(CALLER.id)} FROM summed p ${AUTHOR_JOIN}
        WHERE p.turn = 0 OR p.bytes <= ${PAGE_BYTES} ORDER BY p.id) t) AS posts
    FROM foros f WHERE f.id = ${argument('foro')}`,
)

/**
 * A page of top-level posts, oldest first, each with up to 50 descendants (docs/product/community.md 3.1).
 * Replies are taken in turns (the first of each, then the second) up to the byte limit of the page.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function listPosts(
  db: Db,
  identity: Identity,
  { id_foro, page, per_page }: { id_foro: number; page: number; per_page: number },
) {
  const [row] = await readPage(db, { ...identity, foro: id_foro, limit: per_page, offset: (page - 1) * per_page })
  const { posts, total_raices } = checkForum(row)
  const data: TopPost[] = treeOf(posts, identity.id, shownPost)
  return pageOfRows(data, total_raices, page, per_page)
}

/** A page of 50 descendants of a top-level post, oldest first. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listReplies(db: Db, identity: Identity, id: number, page: number) {
  const post = await requirePost(db, identity, id)
  const rows = await query<PostRow>(
    db,
    sql`SELECT ${postPreview(identity.id)} FROM posts_foro p ${POST_JOINS} WHERE p.raiz_id = ${post.raiz} ORDER BY p.id
      LIMIT ${REPLIES_PER_POST} OFFSET ${(page - 1) * REPLIES_PER_POST}`,
  )
  const data = rows.map((row) => flatPost(row, identity.id, shownPost))
  return pageOfRows(data, post.respuestas, page, REPLIES_PER_POST)
}

/** Number of top-level posts before the one that contains `row`. */
export const rootsBefore = (row: SQL): SQL => sql`(SELECT count(*)::int FROM posts_foro r
  WHERE r.id_foro = ${row}.id_foro AND r.parent_id IS NULL AND r.id < coalesce(${row}.raiz_id, ${row}.id))`

type PlacedRow = PostRow & { id_raiz: number; antes: number; antes_en_raiz: number }

function toPlace({ antes, antes_en_raiz, id_raiz, ...post }: PlacedRow, caller: number): PostPlace {
  const pagina = Math.floor(antes / POSTS_PER_PAGE) + 1
  // The first chunk comes with the top-level post and needs no request.
  const chunk = Math.floor(antes_en_raiz / REPLIES_PER_POST)
  const pagina_respuestas = chunk === 0 ? 0 : chunk + 1
  return { ...flatPost(post, caller, shownPost), id_raiz, pagina, pagina_respuestas }
}

/** A post and its position; the caller has checked access. @throws NO_ENCONTRADO */
export async function readPost(db: Db, identity: Identity, id: number): Promise<PostPlace> {
  const [row] = await query<PlacedRow>(
    db,
    sql`SELECT ${wholePost(identity.id)}, coalesce(p.raiz_id, p.id) AS id_raiz, ${rootsBefore(sql.raw('p'))} AS antes,
      (SELECT count(*) FROM posts_foro r WHERE r.raiz_id = p.raiz_id AND r.id < p.id) AS antes_en_raiz
    FROM posts_foro p ${POST_JOINS} WHERE p.id = ${id}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  return toPlace(row, identity.id)
}

/** A post and its position, for permalinks. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function findPost(db: Db, identity: Identity, id: number): Promise<PostPlace> {
  await requirePost(db, identity, id)
  return readPost(db, identity, id)
}

/**
 * Edits the caller's own post and stores the previous version; throttled like writing. What staff marked as the solution is
 * no longer marked once its author has changed it.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO, FORO_MOVIDO, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function editPost(db: Db, identity: Identity, id: number, html: string): Promise<PostPlace> {
  const post = await requireLivePost(db, identity, id)
  if (post.id_usuario !== identity.id) throw fail('SIN_PERMISO')
  await throttle(db, WRITINGS, String(identity.id))
  const written = await sanitizeText(db, post, html, POST_EDIT_EMPTY_TEXT)
  await db.transaction(async (tx) => {
    const forum = await lockForum(tx, identity, post.id_foro)
    requireSameReaders(forum, post)
    const [before] = await tx
      .select({ contenido: posts_foro.contenido })
      .from(posts_foro)
      .where(and(eq(posts_foro.id, id), isNull(posts_foro.eliminado_en)))
      .for('update')
    if (!before) throw fail('NO_ENCONTRADO')
    if (before.contenido === written.contenido) return
    await saveVersion(tx, { id_post: id }, before)
    const { contenido, texto } = written
    await tx.update(posts_foro).set({ contenido, texto, editado_en: sql`now()` }).where(eq(posts_foro.id, id))
    if (!forum.puede_moderar)
      await tx
        .update(foros)
        .set(NO_SOLUTION)
        .where(and(eq(foros.id, forum.id), eq(foros.id_solucion, id), foros.solucion_de_personal))
    if (written.menciones.length === 0) return
    const subject = { foro: forum.id, titulo: forum.titulo, post: id }
    await notifyMentioned(tx, await authorOf(tx, identity), written.menciones, subject)
  })
  return readPost(db, identity, id)
}

type RemovedRow = {
  autor: number
  texto: string
  padre: number | null
  raiz: number | null
  vivo: boolean
  queda: boolean
}

/**
 * Of a locked forum; returns whether a placeholder remains, as for posts with replies and those that their author deletes
 * while a report waits (docs/product/community.md 3.6).
 */
export async function removePost(tx: Db, idForo: number, id: number, by: number): Promise<boolean> {
  const [post] = await query<RemovedRow>(
    tx,
    sql`SELECT id_usuario AS autor, texto, parent_id AS padre, raiz_id AS raiz, eliminado_en IS NULL AS vivo,
      EXISTS (SELECT 1 FROM posts_foro r WHERE r.parent_id = p.id) OR p.id_usuario = ${by}
        AND EXISTS (SELECT 1 FROM reportes_post r WHERE r.id_post = p.id AND r.decision IS NULL) AS queda
    FROM posts_foro p WHERE id = ${id} FOR UPDATE`,
  )
  if (!post?.vivo) throw fail('NO_ENCONTRADO')
  const { autor, texto, padre, queda, raiz } = post
  await auditRemoval(tx, by, { objeto: `post:${id}`, autor, texto, detalle: { foro: idForo, padre } })
  await withdrawPoints(tx, 'foro', [{ usuario: autor, clave: String(id) }])
  if (queda)
    await tx.update(posts_foro).set({ eliminado_en: sql`now()`, eliminado_por: by }).where(eq(posts_foro.id, id))
  else await tx.delete(posts_foro).where(eq(posts_foro.id, id))
  if (raiz && !queda)
    await tx
      .update(posts_foro)
      .set({ respuestas: sql`${posts_foro.respuestas} - 1` })
      .where(eq(posts_foro.id, raiz))
  await tx
    .update(foros)
    .set({
      total_posts: sql`${foros.total_posts} - 1`,
      ...(!queda && !raiz && { total_raices: sql`${foros.total_raices} - 1` }),
      id_solucion: sql`nullif(${foros.id_solucion}, ${id})`,
      solucion_de_personal: sql`${foros.solucion_de_personal} AND ${foros.id_solucion} <> ${id}`,
      ultima_actividad: sql`coalesce((SELECT fecha FROM posts_foro p WHERE p.id_foro = ${idForo} AND p.eliminado_en IS NULL
        ORDER BY p.id DESC LIMIT 1), ${foros.fecha_creacion})`,
    })
    .where(eq(foros.id, idForo))
  await waitAgain(tx, idForo, autor)
  return queda
}

/** A student's forum waits again once the last post of its staff, one of `author`, is gone. */
async function waitAgain(tx: Db, idForo: number, author: number): Promise<void> {
  const staff = (who: SQL) => moderatesCourse(who, sql.raw('f.id_curso'))
  await tx.execute(sql`UPDATE foros f SET sin_responder = true FROM usuarios u
    WHERE f.id = ${idForo} AND u.id = f.id_usuario AND u.tipo_cliente = 'Alumno' AND ${staff(sql`${author}::bigint`)}
      AND NOT EXISTS (SELECT 1 FROM posts_foro p
        WHERE p.id_foro = f.id AND p.eliminado_en IS NULL AND ${staff(sql`p.id_usuario`)})`)
}

/** Deletes a post (author or moderator). @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO */
export async function deletePost(db: Db, identity: Identity, id: number): Promise<{ id: number; queda: boolean }> {
  const queda = await db.transaction(async (tx) => {
    const { forum, post } = await lockPost(tx, identity, id)
    if (post.id_usuario !== identity.id && !forum.puede_moderar) throw fail('SIN_PERMISO')
    return removePost(tx, forum.id, id, identity.id)
  })
  return { id, queda }
}

/** Likes or unlikes a post; idempotent. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function likePost(db: Db, identity: Identity, id: number, liked: boolean) {
  return db.transaction(async (tx) => {
    await lockPost(tx, identity, id)
    const like = { id_post: id, id_usuario: identity.id }
    const mine = and(eq(likes_post_foro.id_post, id), eq(likes_post_foro.id_usuario, identity.id))
    const changed = liked
      ? await tx.insert(likes_post_foro).values(like).onConflictDoNothing().returning()
      : await tx.delete(likes_post_foro).where(mine).returning()
    const step = changed.length * (liked ? 1 : -1)
    const [post] = await tx
      .update(posts_foro)
      .set({ likes: sql`${posts_foro.likes} + ${step}::int` })
      .where(eq(posts_foro.id, id))
      .returning({ likes: posts_foro.likes })
    return { id, likes: post?.likes ?? 0, liked }
  })
}

/** Author of the forum or moderators only. @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO */
export async function markSolution(db: Db, identity: Identity, id: number, solved: boolean): Promise<FlatPost> {
  await db.transaction(async (tx) => {
    const { forum } = await lockPost(tx, identity, id)
    const own = forum.id_usuario === identity.id
    if (!own && !forum.puede_moderar) throw fail('SIN_PERMISO')
    if ((forum.id_solucion === id) === solved) return
    const mark = solved ? { id_solucion: id, solucion_de_personal: forum.puede_moderar } : NO_SOLUTION
    await tx.update(foros).set(mark).where(eq(foros.id, forum.id))
    if (own) return
    const detalle = { campos: ['id_solucion'], post: id, solucion: solved }
    await audit(tx, 'gestion', { sobre: forum.id_usuario, objeto: `foro:${forum.id}`, detalle })
  })
  return readPost(db, identity, id)
}
