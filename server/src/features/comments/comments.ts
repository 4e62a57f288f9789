import type { Comment, Reply } from '@campus/contract/comments'
import { COMMENT_DELETED_TEXT, REPLIES_PER_COMMENT } from '@campus/contract/rules'
import { and, eq, isNotNull, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { auditRemoval } from '../../kit/audit/audit.ts'
import { type Db, isAnyOf, query, sentBefore } from '../../platform/db/database.ts'
import { argument, prepared } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { keepForumPictures } from '../forums/forums.ts'
import { type LessonAccess, requireLesson } from '../learning/learning.ts'
import { hasUnread, setRoutesRead } from '../notifications/notifications.ts'
import { comentario_likes, comentarios } from './comments.tables.ts'
import { groupOf, notifyParentAuthor, notifyTeachers, routeOf } from './notices.ts'
import { waitAgain } from './waiting.ts'

const COMMENTS = limit('comentar_usuario', 30, 10 * 60)

const PAGE_BYTES = 1_000_000

/** Hides the author of a deleted comment. */
const columnsFor = (me: SQL | number, staff: SQL | boolean = false): SQL => sql`
  c.id, c.comentario, c.id_leccion, c.parent_id, c.likes, c.fecha, c.editado_en, c.eliminado_en IS NOT NULL AS eliminado,
  EXISTS (SELECT 1 FROM comentario_likes l WHERE l.id_comentario = c.id AND l.id_usuario = ${me}) AS liked,
  CASE WHEN c.eliminado_en IS NULL THEN c.id_usuario END AS id_usuario,
  CASE WHEN c.eliminado_en IS NULL THEN json_build_object('nombre', u.nombres || ' ' || u.apellidos,
    'nombres', u.nombres, 'apellidos', u.apellidos, 'imagen', u.foto_perfil, 'tipo_cliente', u.tipo_cliente) END AS usuario,
  c.eliminado_en IS NULL AND (c.id_usuario = ${me} OR ${staff}) AS puede_eliminar`

const FROM = sql.raw('comentarios c JOIN usuarios u ON u.id = c.id_usuario')

const readNotices = (db: Db, { id }: Identity, lesson: LessonAccess, shown: { id: number }[]) =>
  setRoutesRead(
    db,
    id,
    groupOf(lesson),
    shown.map((comment) => routeOf(lesson, comment.id)),
  )

type Listed = Reply & { respuestas: number }

function threadsOf(rows: Listed[]): Comment[] {
  const repliesOf = Map.groupBy(rows, (row) => row.parent_id)
  const threads = (repliesOf.get(null) ?? []).map(({ respuestas, ...comment }): Comment => {
    const replies = (repliesOf.get(comment.id) ?? []).map(({ respuestas: _, ...reply }) => reply)
    return { ...comment, replies, replies_restantes: respuestas - replies.length }
  })
  return threads.reverse()
}

type PageRequest = { page: number; per_page: number; comentario?: number }

/** `por_leer`: notifications lead to comments of the lesson. */
type Read = { total: number; por_leer: boolean; data: Listed[] }
type ReadValues = {
  usuario: number
  leccion: number
  staff: boolean
  comentario: number
  grupo: string
  limit: number
  offset: number
}

const LESSON = argument('leccion')

const readPage = prepared<Read, ReadValues>(
  sql`WITH roots AS (SELECT id, comentario FROM comentarios WHERE id_leccion = ${LESSON} AND parent_id IS NULL
      ORDER BY fecha DESC, id DESC LIMIT ${argument('limit')} OFFSET ${argument('offset')}),
    rows AS (SELECT id, 0 AS position, comentario FROM roots
      UNION ALL SELECT h.id, h.position, h.comentario FROM roots r CROSS JOIN LATERAL (
        SELECT id, row_number() OVER (ORDER BY fecha, id) AS position, comentario FROM comentarios
        WHERE parent_id = r.id ORDER BY fecha, id LIMIT ${REPLIES_PER_COMMENT}) h),
    sized AS (SELECT id, position, sum(octet_length(comentario)) OVER (ORDER BY position, id) AS bytes FROM rows),
    listed AS (SELECT ${columnsFor(argument('usuario'), sql`${argument('staff')}::boolean`)},
        (SELECT count(*) FROM comentarios h WHERE c.parent_id IS NULL AND h.parent_id = c.id) AS respuestas
      FROM ${FROM} WHERE c.id IN (SELECT id FROM sized WHERE position = 0 OR bytes <= ${PAGE_BYTES}
        UNION SELECT id FROM comentarios WHERE id = ${argument('comentario')} AND parent_id IN (SELECT id FROM roots))
      ORDER BY c.fecha, c.id)
    SELECT (SELECT count(*) FROM comentarios WHERE id_leccion = ${LESSON} AND parent_id IS NULL) AS total,
      ${hasUnread(argument('usuario'), argument('grupo'))} AS por_leer, (SELECT coalesce(json_agg(listed), '[]') FROM listed) AS data`,
)

/**
 * Replies are included while they fit into the page's bytes; `comentario` selects its page and is always included.
 * Reads the notifications that lead to what it returns.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function listComments(db: Db, identity: Identity, idLeccion: number, request: PageRequest) {
  const lesson = await requireLesson(db, identity, idLeccion, 'moderates')
  const { comentario = 0, per_page } = request
  const page = comentario ? await pageOf(db, idLeccion, comentario, per_page) : request.page
  const window = { limit: per_page, offset: (page - 1) * per_page }
  const values = {
    usuario: identity.id,
    leccion: idLeccion,
    staff: lesson.moderates,
    comentario,
    grupo: groupOf(lesson),
  }
  const [read] = await readPage(db, { ...values, ...window })
  const shown = read?.data ?? []
  if (read?.por_leer) await readNotices(db, identity, lesson, shown)
  return pageOfRows(threadsOf(shown), read?.total ?? 0, page, per_page)
}

async function pageOf(db: Db, idLeccion: number, id: number, perPage: number): Promise<number> {
  const [row] = await query<{ before: number }>(
    db,
    sql`SELECT count(*) AS before FROM comentarios c,
      (SELECT root.id, root.fecha FROM comentarios target JOIN comentarios root ON root.id = coalesce(target.parent_id, target.id)
       WHERE target.id = ${id} AND target.id_leccion = ${idLeccion}) asked
    WHERE c.id_leccion = ${idLeccion} AND c.parent_id IS NULL AND (c.fecha, c.id) > (asked.fecha, asked.id)`,
  )
  return Math.floor((row?.before ?? 0) / perPage) + 1
}

/** @throws NO_ENCONTRADO, SIN_MATRICULA */
async function requireComment(db: Db, identity: Identity, id: number) {
  const [comment] = await db.select().from(comentarios).where(eq(comentarios.id, id))
  if (!comment) throw fail('NO_ENCONTRADO')
  const lesson = await requireLesson(db, identity, comment.id_leccion, 'moderates')
  return { ...comment, staff: lesson.moderates, lesson }
}

/** Oldest first; page 1 is what came with the comment. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listCommentReplies(db: Db, identity: Identity, id: number, page: number) {
  const { staff, lesson } = await requireComment(db, identity, id)
  const total = await db.$count(comentarios, eq(comentarios.parent_id, id))
  const rows = await query<Reply>(
    db,
    sql`SELECT ${columnsFor(identity.id, staff)} FROM ${FROM} WHERE c.parent_id = ${id} ORDER BY c.fecha, c.id
      LIMIT ${REPLIES_PER_COMMENT} OFFSET ${(page - 1) * REPLIES_PER_COMMENT}`,
  )
  await readNotices(db, identity, lesson, rows)
  return pageOfRows(rows, total, page, REPLIES_PER_COMMENT)
}

export async function listOwnComments(db: Db, { id }: Identity, page: number, perPage: number) {
  const notDeleted = and(eq(comentarios.id_usuario, id), sql`${comentarios.eliminado_en} IS NULL`)
  const total = await db.$count(comentarios, notDeleted)
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

type Draft = { comentario: string; id_leccion: number; parent_id?: number | null; envio?: string | null | undefined }

/** Replies nest one level: one to a reply belongs to the root. Locks both against deletion; `staff` answer, so change, the root. */
async function rootOf(
  tx: Db,
  { parent_id, id_leccion }: Draft,
  staff: boolean,
): Promise<{ id: number; parentAuthor: number } | null> {
  if (!parent_id) return null
  const asked = and(eq(comentarios.id, parent_id), eq(comentarios.id_leccion, id_leccion))
  const [found] = await tx.select({ raiz: comentarios.parent_id }).from(comentarios).where(asked)
  if (!found) throw fail('NO_ENCONTRADO')
  const root = found.raiz ?? parent_id
  // The root first, in the same order as deleting locks them, to avoid a deadlock.
  const locked = await tx
    .select({ id: comentarios.id, autor: comentarios.id_usuario, eliminado_en: comentarios.eliminado_en })
    .from(comentarios)
    .where(isAnyOf(comentarios.id, [root, parent_id]))
    .orderBy(comentarios.id)
    .for(staff ? 'no key update' : 'share')
  const parent = locked.find((row) => row.id === parent_id)
  if (!parent || !locked.some((row) => row.id === root)) throw fail('NO_ENCONTRADO')
  if (parent.eliminado_en) throw fail('COMENTARIO_ELIMINADO')
  return { id: root, parentAuthor: parent.autor }
}

async function insertOnce(tx: Db, author: number, draft: Draft, parent: number | null, staff: boolean) {
  const before = await sentBefore(tx, comentarios, author, draft.envio)
  if (before) return { id: before, made: false }
  const { comentario, id_leccion, envio } = draft
  const asks = parent === null && !staff
  const [row] = await tx
    .insert(comentarios)
    .values({ comentario, id_leccion, id_usuario: author, parent_id: parent, likes: 1, sin_responder: asks, envio })
    .returning({ id: comentarios.id })
  if (!row) throw new Error('the comment was not inserted')
  await tx.insert(comentario_likes).values({ id_comentario: row.id, id_usuario: author })
  if (parent && staff) await tx.update(comentarios).set({ sin_responder: false }).where(eq(comentarios.id, parent))
  return { id: row.id, made: true }
}

/**
 * Publishes a comment or a reply, with the author's own like, and notifies the parent's author, or the course's teachers
 * (docs/product/community.md 1.2, 1.3).
 * @throws NO_ENCONTRADO, SIN_MATRICULA, COMENTARIO_ELIMINADO, DEMASIADOS_INTENTOS
 */
export async function publishComment(db: Db, identity: Identity, draft: Draft): Promise<Comment> {
  const lesson = await requireLesson(db, identity, draft.id_leccion)
  await throttle(db, COMMENTS, String(identity.id))
  await keepForumPictures(db, draft.comentario)
  return db.transaction(async (tx) => {
    const root = await rootOf(tx, draft, lesson.moderates)
    const { id, made } = await insertOnce(tx, identity.id, draft, root?.id ?? null, lesson.moderates)
    if (root && made) await notifyParentAuthor(tx, identity.id, root.parentAuthor, id, lesson)
    else if (made && !lesson.moderates) await notifyTeachers(tx, identity.id, id, lesson)
    return { ...(await readComment(tx, identity, id, lesson.moderates)), replies: [], replies_restantes: 0 }
  })
}

/**
 * Edits count against the same limit as new comments.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO, DEMASIADOS_INTENTOS
 */
export async function editComment(db: Db, identity: Identity, id: number, comentario: string): Promise<Reply> {
  const comment = await requireComment(db, identity, id)
  if (comment.eliminado_en) throw fail('NO_ENCONTRADO')
  if (comment.id_usuario !== identity.id) throw fail('SIN_PERMISO')
  await throttle(db, COMMENTS, String(identity.id))
  await keepForumPictures(db, comentario)
  const edited = { comentario, editado_en: sql`now()` }
  const notDeleted = and(eq(comentarios.id, id), sql`${comentarios.eliminado_en} IS NULL`)
  if (comment.comentario !== comentario) await db.update(comentarios).set(edited).where(notDeleted)
  return readComment(db, identity, id, comment.staff)
}

async function removeEmptyPlaceholder(tx: Db, id: number): Promise<void> {
  const reply = alias(comentarios, 'respuesta')
  const replies = tx.select({ id: reply.id }).from(reply).where(eq(reply.parent_id, id))
  await tx
    .delete(comentarios)
    .where(and(eq(comentarios.id, id), isNotNull(comentarios.eliminado_en), notExists(replies)))
}

/**
 * For its author and the course's staff; one with replies stays as *[eliminado]*. `queda`: whether a placeholder stays.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO
 */
export async function deleteComment(db: Db, identity: Identity, id: number): Promise<{ id: number; queda: boolean }> {
  const { id_usuario, id_leccion, staff, lesson, ...found } = await requireComment(db, identity, id)
  if (found.eliminado_en) throw fail('NO_ENCONTRADO')
  if (id_usuario !== identity.id && !staff) throw fail('SIN_PERMISO')
  const root = found.parent_id ?? id
  return db.transaction(async (tx) => {
    // Lock the root first, in the same order as replies do, to avoid a deadlock.
    const locked = sql`SELECT id, comentario, eliminado_en FROM comentarios WHERE id IN (${root}, ${id}) ORDER BY id FOR UPDATE`
    const rows = await query<{ id: number; comentario: string; eliminado_en: string | null }>(tx, locked)
    const comment = rows.find((row) => row.id === id)
    if (!comment || comment.eliminado_en) throw fail('NO_ENCONTRADO')
    const removed = { objeto: `comentario:${id}`, autor: id_usuario, texto: comment.comentario }
    await auditRemoval(tx, identity.id, { ...removed, detalle: { leccion: id_leccion } })
    const queda = (await tx.$count(comentarios, eq(comentarios.parent_id, id))) > 0
    if (queda) {
      const gone = {
        comentario: COMMENT_DELETED_TEXT,
        likes: 0,
        eliminado_en: sql`now()`,
        eliminado_por: identity.id,
        sin_responder: false,
      }
      await tx.delete(comentario_likes).where(eq(comentario_likes.id_comentario, id))
      await tx.update(comentarios).set(gone).where(eq(comentarios.id, id))
    } else {
      await tx.delete(comentarios).where(eq(comentarios.id, id))
      await removeEmptyPlaceholder(tx, root)
    }
    if (found.parent_id) await waitAgain(tx, root, lesson.id_curso, id_usuario)
    return { id, queda }
  })
}

/** Idempotent; the counter changes with the rows. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function likeComment(db: Db, identity: Identity, id: number, liked: boolean) {
  await requireComment(db, identity, id)
  const like = { id_comentario: id, id_usuario: identity.id }
  return db.transaction(async (tx) => {
    const notDeleted = and(eq(comentarios.id, id), sql`${comentarios.eliminado_en} IS NULL`)
    const [comment] = await tx
      .select({ likes: comentarios.likes })
      .from(comentarios)
      .where(notDeleted)
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
