import type { ForumBody, ForumDetail } from '@campus/contract/forums'
import { FORUM_FIELDS_TEXT, PINNED_FORUM_TEXT, POSTS_PER_PAGE } from '@campus/contract/rules'
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { audit, auditRemoval, excerptOf } from '../../kit/audit/audit.ts'
import { shownPost } from '../../kit/html/html.ts'
import { type Db, sentBefore } from '../../platform/db/database.ts'
import { argument, CALLER, type Caller, prepared } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { withdrawPoints } from '../awards/awards.ts'
import { LIMA_TODAY } from '../learning/learning.ts'
import { closeGroup } from '../notifications/notifications.ts'
import {
  foros,
  imagenes_foro,
  lecturas_foro,
  likes_foro,
  posts_foro,
  textos_sin_enviar,
  versiones_post,
} from './forums.tables.ts'
import { saveVersion } from './history.ts'
import { AUTHOR, forumColumns, forumsFor, isUnread } from './lists.ts'
import { isSameLocation, type Location, locationName, locationOf, requireMovable } from './location.ts'
import { authorOf, groupOf, notifyMentioned, notifyTeachers } from './notifications.ts'
import { keepPictures } from './pictures.ts'
import { NO_SOLUTION, rootsBefore, WRITINGS } from './posts.ts'
import { countVisit } from './read-markers.ts'
import { sanitizeText, type Written } from './sanitize.ts'
import {
  checkForum,
  FORUM_ACCESS,
  type ForumAccess,
  lockForum,
  requireForum,
  requireSameReaders,
} from './visibility.ts'

type DetailRow = Omit<ForumDetail, 'puede_editar'> & ForumAccess & { primera_hoy: boolean }

const forumDetail = prepared<DetailRow, Caller & { foro: number }>(
  sql`SELECT ${forumColumns(CALLER.id, sql.raw('f.descripcion'))}, f.contenido, f.editado_en, f.id_solucion,
      (SELECT ${AUTHOR} FROM posts_foro s JOIN usuarios u ON u.id = s.id_usuario WHERE s.id = f.id_solucion) AS autor_solucion,
      EXISTS (SELECT 1 FROM likes_foro x WHERE x.id_foro = f.id AND x.id_usuario = ${CALLER.id}) AS liked, ${FORUM_ACCESS},
      l.visto_dia IS DISTINCT FROM ${LIMA_TODAY} AS primera_hoy,
      CASE WHEN l.ultimo_post > 0 THEN (SELECT json_build_object('id', p.id, 'pagina', ${rootsBefore(sql.raw('p'))} / ${POSTS_PER_PAGE} + 1)
        FROM posts_foro p WHERE ${isUnread(CALLER.id)} ORDER BY p.id LIMIT 1) END AS primer_no_leido
    FROM ${forumsFor(CALLER.id)} WHERE f.id = ${argument('foro')}`,
)

async function readForum(db: Db, identity: Identity, id: number): Promise<DetailRow> {
  const [row] = await forumDetail(db, { ...identity, foro: id })
  return checkForum(row)
}

function forumForCaller(identity: Identity, row: DetailRow, vistas = row.vistas): ForumDetail {
  const { existe: _, entra: __, primera_hoy: ___, ...forum } = row
  const puede_editar = row.usuario.id === identity.id && (!row.pinned || row.puede_moderar)
  return { ...forum, vistas, contenido: shownPost(forum.contenido), puede_editar }
}

/** A forum with its text; the first read of a day counts as a visit. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function findForum(db: Db, identity: Identity, id: number): Promise<ForumDetail> {
  const row = await readForum(db, identity, id)
  return forumForCaller(identity, row, row.primera_hoy ? await countVisit(db, identity, id) : undefined)
}

type NewForum = Location & { titulo: string; descripcion: string; envio: string | null }

async function insertForum(tx: Db, identity: Identity, forum: NewForum, written: Written): Promise<number> {
  const { contenido, texto, menciones } = written
  const asks = identity.tipo_cliente === 'Alumno'
  const before = await sentBefore(tx, foros, identity.id, forum.envio)
  if (before) return before
  const [created] = await tx
    .insert(foros)
    .values({
      ...{ ...forum, contenido, texto, id_cliente: identity.id_cliente, id_usuario: identity.id },
      sin_responder: asks,
    })
    .returning({ id: foros.id })
  if (!created) throw new Error('the forum was not inserted')
  await tx.insert(lecturas_foro).values({ id_usuario: identity.id, id_foro: created.id, seguimiento: 'siguiendo' })
  const subject = { foro: created.id, titulo: forum.titulo }
  const author = await authorOf(tx, identity)
  await notifyMentioned(tx, author, menciones, subject)
  if (forum.id_curso && asks) await notifyTeachers(tx, author, forum.id_curso, subject)
  return created.id
}

/** Creates a forum; its author follows it. Once per `envio`. @throws DATOS_INVALIDOS, DEMASIADOS_INTENTOS */
export async function createForum(db: Db, identity: Identity, body: ForumBody): Promise<ForumDetail> {
  const location = await locationOf(db, identity, body)
  await throttle(db, WRITINGS, String(identity.id))
  const audience = { id_cliente: identity.id_cliente, id_curso: location.id_curso }
  const written = await sanitizeText(db, audience, body.contenido, FORUM_FIELDS_TEXT)
  const { titulo, descripcion, envio = null } = body
  const id = await db.transaction((tx) =>
    insertForum(tx, identity, { titulo, descripcion, envio, ...location }, written),
  )
  return forumForCaller(identity, await readForum(db, identity, id))
}

/** Before an opening text changes to `next`. */
async function saveOpening(tx: Db, id: number, next: { titulo: string; contenido: string }): Promise<void> {
  const { titulo, contenido } = foros
  const [written] = await tx.select({ titulo, contenido }).from(foros).where(eq(foros.id, id))
  if (written && (written.contenido !== next.contenido || written.titulo !== next.titulo))
    await saveVersion(tx, { id_foro: id }, written)
}

/**
 * Edits the caller's own forum. Moving it clears pin and solution, which belong to the old location.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO, FORO_FIJADO, FORO_CON_RESPUESTAS, DATOS_INVALIDOS,
 *   DEMASIADOS_INTENTOS
 */
export async function editForum(db: Db, identity: Identity, id: number, body: ForumBody): Promise<ForumDetail> {
  const forum = await requireForum(db, identity, id)
  if (forum.id_usuario !== identity.id) throw fail('SIN_PERMISO')
  await throttle(db, WRITINGS, String(identity.id))
  const to = await locationOf(db, identity, body)
  const audience = { id_cliente: identity.id_cliente, id_curso: to.id_curso }
  const { contenido, texto } = await sanitizeText(db, audience, body.contenido, FORUM_FIELDS_TEXT)
  const { titulo, descripcion } = body
  await db.transaction(async (tx) => {
    const before = await lockForum(tx, identity, id)
    const moved = !isSameLocation(before, to)
    // The right to the new place may have ended while this waited.
    if (moved) requireSameReaders(await locationOf(tx, identity, body), to)
    if (moved) await requireMovable(tx, identity, before, to)
    else if (before.pinned && !before.puede_moderar) throw fail('FORO_FIJADO', { message: PINNED_FORUM_TEXT })
    await saveOpening(tx, id, { titulo, contenido })
    await tx
      .update(foros)
      .set({ titulo, descripcion, contenido, texto, ...to, editado_en: sql`now()` })
      .where(eq(foros.id, id))
    if (!moved) return
    await tx
      .update(foros)
      .set({ pinned: false, ...NO_SOLUTION })
      .where(eq(foros.id, id))
    const detalle = {
      campos: ['tipo_foro', 'id_curso', 'id_modulo'],
      antes: locationName(before),
      ahora: locationName(to),
    }
    await audit(tx, 'gestion', { objeto: `foro:${id}`, detalle })
  })
  return forumForCaller(identity, await readForum(db, identity, id))
}

/** Deletes a locked forum with the points of its posts; a repetition does nothing. */
export async function removeForum(tx: Db, id: number, by: number): Promise<void> {
  const [deleted] = await tx
    .update(foros)
    .set({ eliminado_en: sql`now()`, eliminado_por: by })
    .where(and(eq(foros.id, id), isNull(foros.eliminado_en)))
    .returning({ autor: foros.id_usuario, titulo: foros.titulo, texto: foros.texto, respuestas: foros.total_posts })
  if (!deleted) return
  const posts = await tx
    .select({ id: posts_foro.id, usuario: posts_foro.id_usuario })
    .from(posts_foro)
    .where(and(eq(posts_foro.id_foro, id), isNull(posts_foro.eliminado_en)))
  const { autor, titulo, texto, respuestas } = deleted
  const detalle = { titulo: excerptOf(titulo), respuestas }
  await auditRemoval(tx, by, { objeto: `foro:${id}`, autor, texto, detalle })
  await withdrawPoints(
    tx,
    'foro',
    posts.map((post) => ({ usuario: post.usuario, clave: String(post.id) })),
  )
  await closeGroup(tx, groupOf(id))
}

/** @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO */
export async function deleteForum(db: Db, identity: Identity, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const forum = await lockForum(tx, identity, id)
    if (forum.id_usuario !== identity.id && !forum.puede_moderar) throw fail('SIN_PERMISO')
    await removeForum(tx, id, identity.id)
  })
}

/** Likes or unlikes the opening text; counts once however often it is sent. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function likeForum(db: Db, identity: Identity, id: number, liked: boolean) {
  return db.transaction(async (tx) => {
    await lockForum(tx, identity, id)
    const like = { id_foro: id, id_usuario: identity.id }
    const mine = and(eq(likes_foro.id_foro, id), eq(likes_foro.id_usuario, identity.id))
    const changed = liked
      ? await tx.insert(likes_foro).values(like).onConflictDoNothing().returning()
      : await tx.delete(likes_foro).where(mine).returning()
    const step = changed.length * (liked ? 1 : -1)
    const [forum] = await tx
      .update(foros)
      .set({ likes: sql`${foros.likes} + ${step}::int` })
      .where(eq(foros.id, id))
      .returning({ likes: foros.likes })
    return { id, likes: forum?.likes ?? 0, liked }
  })
}

/** Pins or unpins a forum (moderators). @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO */
export async function togglePinned(db: Db, identity: Identity, id: number): Promise<ForumDetail> {
  await db.transaction(async (tx) => {
    const forum = await lockForum(tx, identity, id)
    if (!forum.puede_moderar) throw fail('SIN_PERMISO')
    await tx.update(foros).set({ pinned: !forum.pinned }).where(eq(foros.id, id))
    await audit(tx, 'gestion', { objeto: `foro:${id}`, detalle: { campos: ['pinned'] } })
  })
  return forumForCaller(identity, await readForum(db, identity, id))
}

/** {@link keepPictures} for a text outside of the forums. */
export const keepForumPictures = (db: Db, text: string): Promise<void> => keepPictures(db, text)

/** Erases a closed account's private forum data and the texts of what the user had deleted. */
export async function forgetForums(tx: Db, usuario: number): Promise<void> {
  await tx.delete(textos_sin_enviar).where(eq(textos_sin_enviar.id_usuario, usuario))
  await tx.delete(lecturas_foro).where(eq(lecturas_foro.id_usuario, usuario))
  const own = tx.select({ id: posts_foro.id }).from(posts_foro).where(eq(posts_foro.id_usuario, usuario))
  const opened = tx.select({ id: foros.id }).from(foros).where(eq(foros.id_usuario, usuario))
  await tx
    .delete(versiones_post)
    .where(or(inArray(versiones_post.id_post, own), inArray(versiones_post.id_foro, opened)))
  await tx
    .update(posts_foro)
    .set({ contenido: '', texto: '' })
    .where(and(eq(posts_foro.id_usuario, usuario), isNotNull(posts_foro.eliminado_en)))
  await tx
    .update(foros)
    .set({ titulo: 'Foro eliminado', descripcion: '', contenido: '', texto: '' })
    .where(and(eq(foros.id_usuario, usuario), isNotNull(foros.eliminado_en)))
  // The next sweep deletes those that no text references.
  await tx.update(imagenes_foro).set({ revisar_en: sql`now()` }).where(eq(imagenes_foro.id_usuario, usuario))
}
