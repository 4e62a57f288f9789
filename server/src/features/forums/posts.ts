import type { FlatPost, PostPlace, TopPost } from '@campus/contract/forums'
import {
  POST_DELETED_TEXT,
  POST_EDIT_EMPTY_TEXT,
  POST_PREVIEW_HTML,
  POSTS_PER_PAGE,
  REPLIES_PER_POST,
} from '@campus/contract/rules'
import { and, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { shownPost } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { audit, auditRemoval } from '../audit/audit.ts'
import { withdrawPoints } from '../awards/awards.ts'
import { foros, likes_post_foro, posts_foro } from './forums.tables.ts'
import { keepVersion } from './history.ts'
import { AUTHOR } from './lists.ts'
import { authorOf, tellMentioned } from './notifications.ts'
import { writeDown } from './sanitize.ts'
import { flatPost, type PostRow, treeOf } from './tree.ts'
import { lockForum, requireForum, requireLivePost, requirePost } from './visibility.ts'

const GONE = sql.raw(`'<p>${POST_DELETED_TEXT}</p>'`)
/** Bytes of texts in a page of posts: parsed, cleaned and serialised they take many times as much memory. */
const PAGE_BYTES = 1_000_000
/** A character of UTF-8 has at most four bytes. */
const PREVIEW_BYTES = POST_PREVIEW_HTML * 4

const STANDS = sql.raw('p.eliminado_en IS NULL')

/** A post's columns but its text, of `posts_foro p`, its author `u` and its forum `f`; of a deleted one only its place is left. */
const columnsFor = (me: number): SQL => sql`p.id, p.id_foro, p.parent_id, p.respuestas, p.fecha,
  p.fecha AS fecha_creacion, p.editado_en, p.eliminado_en IS NOT NULL AS eliminado, coalesce(f.id_solucion = p.id, false) AS es_solucion,
  CASE WHEN ${STANDS} THEN p.likes ELSE 0 END AS likes,
  ${STANDS} AND EXISTS (SELECT 1 FROM likes_post_foro x WHERE x.id_post = p.id AND x.id_usuario = ${me}) AS liked,
  CASE WHEN ${STANDS} THEN ${AUTHOR} END AS usuario`

/** A post's columns with the beginning of its text, for lists. */
export const postPreview = (
  me: number,
): SQL => sql`${columnsFor(me)}, ${STANDS} AND length(p.contenido) > ${POST_PREVIEW_HTML} AS recortado,
  CASE WHEN ${STANDS} THEN left(p.contenido, ${POST_PREVIEW_HTML}) ELSE ${GONE} END AS contenido`

/** A post's columns with the whole text. */
const wholePost = (me: number): SQL =>
  sql`${columnsFor(me)}, false AS recortado, CASE WHEN ${STANDS} THEN p.contenido ELSE ${GONE} END AS contenido`

/** Joins that the columns of a post need. */
export const POST_JOINS = sql`JOIN usuarios u ON u.id = p.id_usuario JOIN foros f ON f.id = p.id_foro`

/**
 * A page of a forum's top-level posts, oldest first, each with its tree of at most 50 (contract section 4): the first replies of
 * each, then the second ones, while they fit into the page's bytes.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function listPosts(
  db: Db,
  identity: Identity,
  { id_foro, page, per_page }: { id_foro: number; page: number; per_page: number },
) {
  const forum = await requireForum(db, identity, id_foro)
  const rows = await query<PostRow>(
    db,
    sql`WITH raices AS (SELECT id, contenido FROM posts_foro WHERE id_foro = ${id_foro} AND parent_id IS NULL ORDER BY id
        LIMIT ${per_page} OFFSET ${(page - 1) * per_page}),
      todos AS (SELECT id, 0 AS turno, contenido FROM raices
        UNION ALL SELECT h.id, h.turno, h.contenido FROM raices r CROSS JOIN LATERAL (
          SELECT id, row_number() OVER (ORDER BY id) AS turno, contenido FROM posts_foro WHERE raiz_id = r.id
          ORDER BY id LIMIT ${REPLIES_PER_POST}) h),
      sumados AS (SELECT id, turno, sum(least(octet_length(contenido), ${PREVIEW_BYTES})) OVER (ORDER BY turno, id) AS bytes FROM todos)
      SELECT ${postPreview(identity.id)} FROM posts_foro p ${POST_JOINS}
      WHERE p.id IN (SELECT id FROM sumados WHERE turno = 0 OR bytes <= ${PAGE_BYTES}) ORDER BY p.id`,
  )
  const data: TopPost[] = treeOf(rows, identity.id, shownPost)
  return pageOfRows(data, forum.total_raices, page, per_page)
}

/** A page of 50 of everything below a top-level post, oldest first; the first page is what came with it. */
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

/** How many top-level posts of its forum come before the one of post `row`. */
export const rootsBefore = (row: SQL): SQL => sql`(SELECT count(*)::int FROM posts_foro r
  WHERE r.id_foro = ${row}.id_foro AND r.parent_id IS NULL AND r.id < coalesce(${row}.raiz_id, ${row}.id))`

/** A post and how many come before it. */
type PlacedRow = PostRow & { id_raiz: number; antes: number; antes_en_raiz: number }

/** A post as it travels with its place. */
function toPlace({ antes, antes_en_raiz, id_raiz, ...post }: PlacedRow, asker: number): PostPlace {
  const pagina = Math.floor(antes / POSTS_PER_PAGE) + 1
  // What came with the top-level post is its page 1: nothing more has to be asked.
  const chunk = Math.floor(antes_en_raiz / REPLIES_PER_POST)
  const pagina_respuestas = chunk === 0 ? 0 : chunk + 1
  return { ...flatPost(post, asker, shownPost), id_raiz, pagina, pagina_respuestas }
}

/** A post that the asker may read, and where it stands. @throws NO_ENCONTRADO */
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

/** One post and where it stands, for permalinks. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function findPost(db: Db, identity: Identity, id: number): Promise<PostPlace> {
  await requirePost(db, identity, id)
  return readPost(db, identity, id)
}

/**
 * Edits a post of one's own; what it said before is kept. An edit counts as much as writing.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function editPost(db: Db, identity: Identity, id: number, html: string): Promise<PostPlace> {
  const post = await requireLivePost(db, identity, id)
  if (post.id_usuario !== identity.id) throw fail('SIN_PERMISO')
  await throttle(db, 'foro_usuario', String(identity.id))
  const written = await writeDown(db, post, html, POST_EDIT_EMPTY_TEXT)
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ contenido: posts_foro.contenido })
      .from(posts_foro)
      .where(and(eq(posts_foro.id, id), isNull(posts_foro.eliminado_en)))
      .for('update')
    if (!before) throw fail('NO_ENCONTRADO')
    if (before.contenido === written.contenido) return
    await keepVersion(tx, id, before.contenido)
    const { contenido, texto } = written
    await tx.update(posts_foro).set({ contenido, texto, editado_en: sql`now()` }).where(eq(posts_foro.id, id))
    if (written.menciones.length === 0) return
    const subject = { foro: post.id_foro, titulo: post.titulo, post: id }
    await tellMentioned(tx, await authorOf(tx, identity), written.menciones, subject)
  })
  return readPost(db, identity, id)
}

const minusOne = (column: AnyPgColumn): SQL => sql`${column} - 1`

type Leaving = {
  autor: number
  texto: string
  padre: number | null
  raiz: number | null
  vivo: boolean
  respondido: boolean
}

/**
 * Takes a post out: one with replies leaves *[eliminado]*, so that the tree stands (contract section 4). Of one without nothing
 * is left but the audit entry, when another than its author deleted it. Its points go with it.
 * @returns whether its place still stands
 */
export async function takeOut(tx: Db, idForo: number, id: number, by: number): Promise<boolean> {
  await lockForum(tx, idForo)
  const [post] = await query<Leaving>(
    tx,
    sql`SELECT id_usuario AS autor, texto, parent_id AS padre, raiz_id AS raiz, eliminado_en IS NULL AS vivo,
      EXISTS (SELECT 1 FROM posts_foro h WHERE h.parent_id = p.id) AS respondido
    FROM posts_foro p WHERE id = ${id} FOR UPDATE`,
  )
  if (!post?.vivo) throw fail('NO_ENCONTRADO')
  const { autor, texto, padre, respondido, raiz } = post
  await auditRemoval(tx, by, { objeto: `post:${id}`, autor, texto, detalle: { foro: idForo, padre } })
  await withdrawPoints(tx, 'foro', [{ usuario: autor, clave: String(id) }])
  if (respondido)
    await tx.update(posts_foro).set({ eliminado_en: sql`now()`, eliminado_por: by }).where(eq(posts_foro.id, id))
  else await tx.delete(posts_foro).where(eq(posts_foro.id, id))
  if (raiz && !respondido)
    await tx
      .update(posts_foro)
      .set({ respuestas: minusOne(posts_foro.respuestas) })
      .where(eq(posts_foro.id, raiz))
  await tx
    .update(foros)
    .set({
      total_posts: minusOne(foros.total_posts),
      ...(!respondido && !raiz && { total_raices: minusOne(foros.total_raices) }),
      id_solucion: sql`nullif(${foros.id_solucion}, ${id})`,
      ultima_actividad: sql`coalesce((SELECT fecha FROM posts_foro p WHERE p.id_foro = ${idForo} AND p.eliminado_en IS NULL
        ORDER BY p.id DESC LIMIT 1), ${foros.fecha_creacion})`,
    })
    .where(eq(foros.id, idForo))
  return respondido
}

/** Deletes a post: its author's, or its moderators' right. @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO */
export async function deletePost(db: Db, identity: Identity, id: number): Promise<{ id: number; queda: boolean }> {
  const post = await requireLivePost(db, identity, id)
  if (post.id_usuario !== identity.id && !post.puede_moderar) throw fail('SIN_PERMISO')
  const queda = await db.transaction((tx) => takeOut(tx, post.id_foro, id, identity.id))
  return { id, queda }
}

/**
 * Likes a post or withdraws the like, once per person however often it is sent; the count moves with the rows.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function likePost(db: Db, identity: Identity, id: number, liked: boolean) {
  await requireLivePost(db, identity, id)
  return db.transaction(async (tx) => {
    const [post] = await tx
      .select({ likes: posts_foro.likes })
      .from(posts_foro)
      .where(and(eq(posts_foro.id, id), isNull(posts_foro.eliminado_en)))
      .for('no key update')
    if (!post) throw fail('NO_ENCONTRADO')
    const like = { id_post: id, id_usuario: identity.id }
    const mine = and(eq(likes_post_foro.id_post, id), eq(likes_post_foro.id_usuario, identity.id))
    const changed = liked
      ? await tx.insert(likes_post_foro).values(like).onConflictDoNothing().returning()
      : await tx.delete(likes_post_foro).where(mine).returning()
    if (changed.length === 0) return { id, likes: post.likes, liked }
    const likes = post.likes + (liked ? 1 : -1)
    await tx.update(posts_foro).set({ likes }).where(eq(posts_foro.id, id))
    return { id, likes, liked }
  })
}

/**
 * Marks a post as the forum's answer, or takes the mark away: the right of who opened the forum and of its moderators.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO
 */
export async function markSolution(db: Db, identity: Identity, id: number, solved: boolean): Promise<FlatPost> {
  const post = await requireLivePost(db, identity, id)
  if (post.autor_foro !== identity.id && !post.puede_moderar) throw fail('SIN_PERMISO')
  await db.transaction(async (tx) => {
    const marked = eq(foros.id_solucion, id)
    const moved = await tx
      .update(foros)
      .set({ id_solucion: solved ? id : null })
      .where(and(eq(foros.id, post.id_foro), solved ? or(isNull(foros.id_solucion), not(marked)) : marked))
      .returning({ id: foros.id })
    if (moved.length === 0 || post.autor_foro === identity.id) return
    const detalle = { campos: ['id_solucion'], post: id, solucion: solved }
    await audit(tx, 'gestion', { sobre: post.autor_foro, objeto: `foro:${post.id_foro}`, detalle })
  })
  return readPost(db, identity, id)
}
