import type { Comment, Reply } from '@campus/contract/comments'
import { COMMENT_DELETED_TEXT, REPLIES_PER_COMMENT } from '@campus/contract/rules'
import { and, eq, isNotNull, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { auditRemoval } from '../audit/audit.ts'
import { type LessonAccess, requireLesson } from '../learning/learning.ts'
import { notify } from '../notifications/notifications.ts'
import { comentario_likes, comentarios } from './comments.tables.ts'

/** Bytes of texts in a page of comments with their replies. */
const PAGE_BYTES = 1_000_000

/** A comment `c` with its author `u` as the caller sees it; of a deleted one only its place. */
const columnsFor = (me: number, staff = false): SQL => sql`
  c.id, c.comentario, c.id_leccion, c.parent_id, c.likes, c.fecha, c.editado_en, c.eliminado_en IS NOT NULL AS eliminado,
  EXISTS (SELECT 1 FROM comentario_likes l WHERE l.id_comentario = c.id AND l.id_usuario = ${me}) AS liked,
  CASE WHEN c.eliminado_en IS NULL THEN c.id_usuario END AS id_usuario,
  CASE WHEN c.eliminado_en IS NULL THEN json_build_object('id', u.id, 'nombre', u.nombres || ' ' || u.apellidos,
    'imagen', u.foto_perfil, 'tipo_cliente', u.tipo_cliente) END AS usuario,
  c.eliminado_en IS NULL AND (c.id_usuario = ${me} OR ${staff}) AS puede_eliminar`

const FROM = sql.raw('comentarios c JOIN usuarios u ON u.id = c.id_usuario')

type Listed = Reply & { respuestas: number }

/** Comments with their replies, newest first, out of rows in order of time. */
function threadsOf(rows: Listed[]): Comment[] {
  const repliesOf = Map.groupBy(rows, (row) => row.parent_id)
  const threads = (repliesOf.get(null) ?? []).map(({ respuestas, ...comment }): Comment => {
    const replies = (repliesOf.get(comment.id) ?? []).map(({ respuestas: _, ...reply }) => reply)
    return { ...comment, replies, replies_restantes: respuestas - replies.length }
  })
  return threads.reverse()
}

type Asked = { page: number; per_page: number; comentario?: number }

/**
 * A page of a lesson's comments, newest first, each with its first replies while they fit into the page's bytes. With `comentario`
 * it is the page of that comment (or of the one it replies to), which always comes along, for deep links.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function listComments(db: Db, identity: Identity, idLeccion: number, asked: Asked) {
  const { staff } = await requireLesson(db, identity, idLeccion)
  const { comentario = 0, per_page } = asked
  const page = comentario ? await pageOf(db, idLeccion, comentario, per_page) : asked.page
  const total = await db.$count(
    comentarios,
    and(eq(comentarios.id_leccion, idLeccion), sql`${comentarios.parent_id} IS NULL`),
  )
  const rows = await query<Listed>(
    db,
    sql`WITH raices AS (SELECT id, comentario FROM comentarios WHERE id_leccion = ${idLeccion} AND parent_id IS NULL
        ORDER BY fecha DESC, id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}),
      todos AS (SELECT id, 0 AS turno, comentario FROM raices
        UNION ALL SELECT h.id, h.turno, h.comentario FROM raices r CROSS JOIN LATERAL (
          SELECT id, row_number() OVER (ORDER BY fecha, id) AS turno, comentario FROM comentarios
          WHERE parent_id = r.id ORDER BY fecha, id LIMIT ${REPLIES_PER_COMMENT}) h),
      sumados AS (SELECT id, turno, sum(octet_length(comentario)) OVER (ORDER BY turno, id) AS bytes FROM todos)
      SELECT ${columnsFor(identity.id, staff)},
        (SELECT count(*) FROM comentarios h WHERE c.parent_id IS NULL AND h.parent_id = c.id) AS respuestas
      FROM ${FROM} WHERE c.id IN (SELECT id FROM sumados WHERE turno = 0 OR bytes <= ${PAGE_BYTES})
        OR (c.id = ${comentario} AND c.parent_id IN (SELECT id FROM raices))
      ORDER BY c.fecha, c.id`,
  )
  return pageOfRows(threadsOf(rows), total, page, per_page)
}

/** The page on which a comment of the lesson stands; 1 when it is not there. */
async function pageOf(db: Db, idLeccion: number, id: number, perPage: number): Promise<number> {
  const [row] = await query<{ before: number }>(
    db,
    sql`SELECT count(*) AS before FROM comentarios c,
      (SELECT raiz.id, raiz.fecha FROM comentarios uno JOIN comentarios raiz ON raiz.id = coalesce(uno.parent_id, uno.id)
       WHERE uno.id = ${id} AND uno.id_leccion = ${idLeccion}) asked
    WHERE c.id_leccion = ${idLeccion} AND c.parent_id IS NULL AND (c.fecha, c.id) > (asked.fecha, asked.id)`,
  )
  return Math.floor((row?.before ?? 0) / perPage) + 1
}

/** A comment's row and what the caller may do in its lesson. @throws NO_ENCONTRADO, SIN_MATRICULA */
async function requireComment(db: Db, identity: Identity, id: number) {
  const [comment] = await db.select().from(comentarios).where(eq(comentarios.id, id))
  if (!comment) throw fail('NO_ENCONTRADO')
  const { staff } = await requireLesson(db, identity, comment.id_leccion)
  return { ...comment, staff }
}

/** A page of 50 of a comment's replies, oldest first; the first page is what came with it. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listCommentReplies(db: Db, identity: Identity, id: number, page: number) {
  const { staff } = await requireComment(db, identity, id)
  const total = await db.$count(comentarios, eq(comentarios.parent_id, id))
  const rows = await query<Reply>(
    db,
    sql`SELECT ${columnsFor(identity.id, staff)} FROM ${FROM} WHERE c.parent_id = ${id} ORDER BY c.fecha, c.id
      LIMIT ${REPLIES_PER_COMMENT} OFFSET ${(page - 1) * REPLIES_PER_COMMENT}`,
  )
  return pageOfRows(rows, total, page, REPLIES_PER_COMMENT)
}

/** A student's own comments, newest first. */
export async function listOwnComments(db: Db, { id }: Identity, page: number, perPage: number) {
  const standing = and(eq(comentarios.id_usuario, id), sql`${comentarios.eliminado_en} IS NULL`)
  const total = await db.$count(comentarios, standing)
  const rows = await query<Reply>(
    db,
    sql`SELECT ${columnsFor(id)} FROM ${FROM} WHERE c.id_usuario = ${id} AND c.eliminado_en IS NULL
      ORDER BY c.fecha DESC, c.id DESC LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`,
  )
  return pageOfRows(rows, total, page, perPage)
}

async function readComment(db: Db, identity: Identity, id: number, staff: boolean): Promise<Reply> {
  const [row] = await query<Reply>(db, sql`SELECT ${columnsFor(identity.id, staff)} FROM ${FROM} WHERE c.id = ${id}`)
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

type Draft = { comentario: string; id_leccion: number; parent_id?: number | null }

/**
 * The comment that a reply hangs from, locked so that it is not deleted meanwhile: replies nest one level, so a reply to a reply
 * hangs from its root.
 */
async function rootOf(tx: Db, { parent_id, id_leccion }: Draft): Promise<{ id: number; answered: number } | null> {
  if (!parent_id) return null
  const parent = alias(comentarios, 'respondido')
  const [row] = await tx
    .select({ id: comentarios.id, answered: parent.id_usuario, eliminado_en: parent.eliminado_en })
    .from(parent)
    .innerJoin(comentarios, eq(comentarios.id, sql`coalesce(${parent.parent_id}, ${parent.id})`))
    .where(and(eq(parent.id, parent_id), eq(parent.id_leccion, id_leccion)))
    .for('share')
  if (!row) throw fail('NO_ENCONTRADO')
  if (row.eliminado_en) throw fail('COMENTARIO_ELIMINADO')
  return row
}

async function insertOnce(tx: Db, author: number, draft: Draft, parent: number | null) {
  // The second of two presses of one button waits, and finds the first one's comment.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${author}::int, ${draft.id_leccion}::int)`)
  const [twin] = await query<{ id: number }>(
    tx,
    sql`SELECT id FROM comentarios WHERE id_usuario = ${author} AND id_leccion = ${draft.id_leccion}
      AND parent_id IS NOT DISTINCT FROM ${parent}::int AND comentario = ${draft.comentario} AND eliminado_en IS NULL
      AND fecha > now() - interval '10 seconds'`,
  )
  if (twin) return { id: twin.id, made: false }
  const { comentario, id_leccion } = draft
  const [row] = await tx
    .insert(comentarios)
    .values({ comentario, id_leccion, id_usuario: author, parent_id: parent, likes: 1 })
    .returning({ id: comentarios.id })
  if (!row) throw new Error('the comment was not written')
  await tx.insert(comentario_likes).values({ id_comentario: row.id, id_usuario: author })
  return { id: row.id, made: true }
}

async function tellAnswered(tx: Db, author: number, answered: number, id: number, lesson: LessonAccess): Promise<void> {
  if (answered === author) return
  const [row] = await query<{ nombre: string; titulo: string }>(
    tx,
    sql`SELECT u.nombres AS nombre, l.titulo FROM usuarios u, lecciones l WHERE u.id = ${author} AND l.id = ${lesson.id_leccion}`,
  )
  await notify(tx, {
    evento: 'respuesta',
    tipo: 'Otro',
    mensaje: `${row?.nombre ?? 'Alguien'} respondió a tu comentario en «${row?.titulo ?? 'una lección'}».`,
    ruta: `/miscursos/${lesson.id_curso}/modulos/${lesson.id_modulo}/leccion/${lesson.id_leccion}#comentario-${id}`,
    clave: `respuesta:${id}`,
    usuarios: [answered],
  })
}

/**
 * Publishes a comment or a reply. Author, date and likes are the server's; the author's own like is the one it starts
 * with; the answered person is notified (contract section 4, "Comments").
 * @throws NO_ENCONTRADO, SIN_MATRICULA, COMENTARIO_ELIMINADO, DEMASIADOS_INTENTOS
 */
export async function publishComment(db: Db, identity: Identity, draft: Draft): Promise<Comment> {
  const lesson = await requireLesson(db, identity, draft.id_leccion)
  await throttle(db, 'comentar_usuario', String(identity.id))
  return db.transaction(async (tx) => {
    const root = await rootOf(tx, draft)
    const { id, made } = await insertOnce(tx, identity.id, draft, root?.id ?? null)
    if (root && made) await tellAnswered(tx, identity.id, root.answered, id, lesson)
    return { ...(await readComment(tx, identity, id, lesson.staff)), replies: [], replies_restantes: 0 }
  })
}

/** Edits a comment of one's own; an edit counts as much as writing. @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO, DEMASIADOS_INTENTOS */
export async function editComment(db: Db, identity: Identity, id: number, comentario: string): Promise<Reply> {
  const comment = await requireComment(db, identity, id)
  if (comment.eliminado_en) throw fail('NO_ENCONTRADO')
  if (comment.id_usuario !== identity.id) throw fail('SIN_PERMISO')
  await throttle(db, 'comentar_usuario', String(identity.id))
  const edited = { comentario, editado_en: sql`now()` }
  const standing = and(eq(comentarios.id, id), sql`${comentarios.eliminado_en} IS NULL`)
  if (comment.comentario !== comentario) await db.update(comentarios).set(edited).where(standing)
  return readComment(db, identity, id, comment.staff)
}

/** Removes the place of a deleted comment once nothing hangs from it. */
async function removeEmptyPlace(tx: Db, id: number): Promise<void> {
  const reply = alias(comentarios, 'respuesta')
  const replies = tx.select({ id: reply.id }).from(reply).where(eq(reply.parent_id, id))
  await tx
    .delete(comentarios)
    .where(and(eq(comentarios.id, id), isNotNull(comentarios.eliminado_en), notExists(replies)))
}

/**
 * Deletes a comment: the right of its author and of the course's staff. One with replies leaves *[eliminado]*.
 * @returns whether its place still stands
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO
 */
export async function deleteComment(db: Db, identity: Identity, id: number): Promise<{ id: number; queda: boolean }> {
  const { id_usuario, id_leccion, staff, ...found } = await requireComment(db, identity, id)
  if (found.eliminado_en) throw fail('NO_ENCONTRADO')
  if (id_usuario !== identity.id && !staff) throw fail('SIN_PERMISO')
  const root = found.parent_id ?? id
  return db.transaction(async (tx) => {
    // The root first, like everyone who replies to it.
    const locked = sql`SELECT id, comentario, eliminado_en FROM comentarios WHERE id IN (${root}, ${id}) ORDER BY id FOR UPDATE`
    const rows = await query<{ id: number; comentario: string; eliminado_en: string | null }>(tx, locked)
    const comment = rows.find((row) => row.id === id)
    if (!comment || comment.eliminado_en) throw fail('NO_ENCONTRADO')
    const removed = { objeto: `comentario:${id}`, autor: id_usuario, texto: comment.comentario }
    await auditRemoval(tx, identity.id, { ...removed, detalle: { leccion: id_leccion } })
    const queda = (await tx.$count(comentarios, eq(comentarios.parent_id, id))) > 0
    if (queda) {
      const gone = { comentario: COMMENT_DELETED_TEXT, likes: 0, eliminado_en: sql`now()`, eliminado_por: identity.id }
      await tx.delete(comentario_likes).where(eq(comentario_likes.id_comentario, id))
      await tx.update(comentarios).set(gone).where(eq(comentarios.id, id))
    } else {
      await tx.delete(comentarios).where(eq(comentarios.id, id))
      await removeEmptyPlace(tx, root)
    }
    return { id, queda }
  })
}

/**
 * Likes a comment or withdraws the like, once per student however often it is sent; the count moves with the rows.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function likeComment(db: Db, identity: Identity, id: number, liked: boolean) {
  await requireComment(db, identity, id)
  const like = { id_comentario: id, id_usuario: identity.id }
  return db.transaction(async (tx) => {
    const standing = and(eq(comentarios.id, id), sql`${comentarios.eliminado_en} IS NULL`)
    const [comment] = await tx
      .select({ likes: comentarios.likes })
      .from(comentarios)
      .where(standing)
      .for('no key update')
    if (!comment) throw fail('NO_ENCONTRADO')
    const mine = and(eq(comentario_likes.id_comentario, id), eq(comentario_likes.id_usuario, identity.id))
    const changed = liked
      ? await tx.insert(comentario_likes).values(like).onConflictDoNothing().returning()
      : await tx.delete(comentario_likes).where(mine).returning()
    if (changed.length === 0) return { id, likes: comment.likes, liked }
    const likes = comment.likes + (liked ? 1 : -1)
    await tx.update(comentarios).set({ likes }).where(eq(comentarios.id, id))
    return { id, likes, liked }
  })
}
