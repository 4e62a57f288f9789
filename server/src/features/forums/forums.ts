import type { ForumBody, ForumDetail } from '@campus/contract/forums'
import { FORUM_FIELDS_TEXT, POSTS_PER_PAGE } from '@campus/contract/rules'
import { and, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { shownPost } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { audit, auditRemoval, excerptOf } from '../audit/audit.ts'
import { withdrawPoints } from '../awards/awards.ts'
import { LIMA_TODAY } from '../learning/learning.ts'
import { borradores, foros, imagenes_foro, lecturas_foro, posts_foro, versiones_post } from './forums.tables.ts'
import { forumColumns, forumsFor, isUnread } from './lists.ts'
import { isSameLocation, type Location, locationName, locationOf, requireMovable } from './location.ts'
import { authorOf, tellMentioned } from './notifications.ts'
import { rootsBefore } from './posts.ts'
import { countVisit } from './reading.ts'
import { type Written, writeDown } from './sanitize.ts'
import { checkForum, type ForumAccess, forumAccess, lockForum, requireForum } from './visibility.ts'

type DetailRow = Omit<ForumDetail, 'puede_editar'> & ForumAccess & { primera_hoy: boolean }

async function readForum(db: Db, identity: Identity, id: number): Promise<DetailRow> {
  const [row] = await query<DetailRow>(
    db,
    sql`SELECT ${forumColumns(identity.id)}, f.contenido, f.editado_en, f.id_solucion, ${forumAccess(identity)},
      l.visto_dia IS DISTINCT FROM ${LIMA_TODAY} AS primera_hoy,
      CASE WHEN l.ultimo_post > 0 THEN (SELECT json_build_object('id', p.id, 'pagina', ${rootsBefore(sql.raw('p'))} / ${POSTS_PER_PAGE} + 1)
        FROM posts_foro p WHERE ${isUnread(identity.id)} ORDER BY p.id LIMIT 1) END AS primer_no_leido
    FROM ${forumsFor(identity.id)} WHERE f.id = ${id}`,
  )
  return checkForum(row)
}

function forumAsShown(identity: Identity, row: DetailRow, vistas = row.vistas): ForumDetail {
  const { existe: _, entra: __, primera_hoy: ___, ...forum } = row
  const puede_editar = row.usuario.id === identity.id
  return { ...forum, vistas, contenido: shownPost(forum.contenido), puede_editar }
}

/** One forum, whole; its first reading of a day counts as a visit. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function findForum(db: Db, identity: Identity, id: number): Promise<ForumDetail> {
  const row = await readForum(db, identity, id)
  return forumAsShown(identity, row, row.primera_hoy ? await countVisit(db, identity, id) : undefined)
}

type NewForum = Location & { titulo: string; descripcion: string }

async function insertForum(tx: Db, identity: Identity, forum: NewForum, written: Written): Promise<number> {
  const { contenido, texto, menciones } = written
  // The second of two presses of one button waits, and finds the first one's forum.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('foros'), ${identity.id}::int)`)
  const [twin] = await query<{ id: number }>(
    tx,
    sql`SELECT id FROM foros WHERE id_usuario = ${identity.id} AND titulo = ${forum.titulo} AND contenido = ${contenido}
      AND id_curso IS NOT DISTINCT FROM ${forum.id_curso}::int AND eliminado_en IS NULL
      AND fecha_creacion > now() - interval '10 seconds'`,
  )
  if (twin) return twin.id
  const [made] = await tx
    .insert(foros)
    .values({ ...forum, contenido, texto, id_cliente: identity.id_cliente, id_usuario: identity.id })
    .returning({ id: foros.id })
  if (!made) throw new Error('the forum was not written')
  await tx.insert(lecturas_foro).values({ id_usuario: identity.id, id_foro: made.id, seguimiento: 'siguiendo' })
  const subject = { foro: made.id, titulo: forum.titulo }
  await tellMentioned(tx, await authorOf(tx, identity), menciones, subject)
  return made.id
}

/**
 * Opens a forum; its author follows it. Two presses of one button open one.
 * @throws DATOS_INVALIDOS (storefront.md section 5), DEMASIADOS_INTENTOS
 */
export async function createForum(db: Db, identity: Identity, body: ForumBody): Promise<ForumDetail> {
  const where = await locationOf(db, identity, body)
  await throttle(db, 'foro_usuario', String(identity.id))
  const place = { id_cliente: identity.id_cliente, id_curso: where.id_curso }
  const written = await writeDown(db, place, body.contenido, FORUM_FIELDS_TEXT)
  const { titulo, descripcion } = body
  const id = await db.transaction((tx) => insertForum(tx, identity, { titulo, descripcion, ...where }, written))
  return forumAsShown(identity, await readForum(db, identity, id))
}

/**
 * Edits a forum of one's own. A moved one is no longer pinned or solved: both were said of it where it was.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO, DATOS_INVALIDOS, DEMASIADOS_INTENTOS, FORO_FIJADO, FORO_CON_RESPUESTAS
 */
export async function editForum(db: Db, identity: Identity, id: number, body: ForumBody): Promise<ForumDetail> {
  const forum = await requireForum(db, identity, id)
  if (forum.id_usuario !== identity.id) throw fail('SIN_PERMISO')
  await throttle(db, 'foro_usuario', String(identity.id))
  const to = await locationOf(db, identity, body)
  const place = { id_cliente: identity.id_cliente, id_curso: to.id_curso }
  const { contenido, texto } = await writeDown(db, place, body.contenido, FORUM_FIELDS_TEXT)
  const { titulo, descripcion } = body
  await db.transaction(async (tx) => {
    const before = await lockForum(tx, id)
    const moved = !isSameLocation(before, to)
    if (moved) await requireMovable(tx, identity, before, to)
    await tx
      .update(foros)
      .set({ titulo, descripcion, contenido, texto, ...to, editado_en: sql`now()` })
      .where(eq(foros.id, id))
    if (!moved) return
    await tx.update(foros).set({ pinned: false, id_solucion: null }).where(eq(foros.id, id))
    const detalle = {
      campos: ['tipo_foro', 'id_curso', 'id_modulo'],
      antes: locationName(before),
      ahora: locationName(to),
    }
    await audit(tx, 'gestion', { objeto: `foro:${id}`, detalle })
  })
  return forumAsShown(identity, await readForum(db, identity, id))
}

/**
 * Deletes a forum: its author's, or its moderators' right. Its posts no longer stand, so they earn no points.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO
 */
export async function deleteForum(db: Db, identity: Identity, id: number): Promise<void> {
  const forum = await requireForum(db, identity, id)
  if (forum.id_usuario !== identity.id && !forum.puede_moderar) throw fail('SIN_PERMISO')
  await db.transaction(async (tx) => {
    const [gone] = await tx
      .update(foros)
      .set({ eliminado_en: sql`now()`, eliminado_por: identity.id })
      .where(and(eq(foros.id, id), isNull(foros.eliminado_en)))
      .returning({ autor: foros.id_usuario, titulo: foros.titulo, texto: foros.texto, respuestas: foros.total_posts })
    if (!gone) return
    const posts = await tx
      .select({ id: posts_foro.id, usuario: posts_foro.id_usuario })
      .from(posts_foro)
      .where(and(eq(posts_foro.id_foro, id), isNull(posts_foro.eliminado_en)))
    const { autor, titulo, texto, respuestas } = gone
    const detalle = { titulo: excerptOf(titulo), respuestas }
    await auditRemoval(tx, identity.id, { objeto: `foro:${id}`, autor, texto, detalle })
    await withdrawPoints(
      tx,
      'foro',
      posts.map((post) => ({ usuario: post.usuario, clave: String(post.id) })),
    )
  })
}

/** Pins a forum or lets it go: its moderators' right. @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO */
export async function togglePinned(db: Db, identity: Identity, id: number): Promise<ForumDetail> {
  const forum = await requireForum(db, identity, id)
  if (!forum.puede_moderar) throw fail('SIN_PERMISO')
  await db.transaction(async (tx) => {
    await tx
      .update(foros)
      .set({ pinned: not(foros.pinned) })
      .where(eq(foros.id, id))
    await audit(tx, 'gestion', { objeto: `foro:${id}`, detalle: { campos: ['pinned'] } })
  })
  return forumAsShown(identity, await readForum(db, identity, id))
}

/** Deletes what only the person saw of the forums: drafts, reading marks, earlier versions, and the texts of what they deleted. */
export async function forgetForums(tx: Db, usuario: number): Promise<void> {
  await tx.delete(borradores).where(eq(borradores.id_usuario, usuario))
  await tx.delete(lecturas_foro).where(eq(lecturas_foro.id_usuario, usuario))
  const own = tx.select({ id: posts_foro.id }).from(posts_foro).where(eq(posts_foro.id_usuario, usuario))
  await tx.delete(versiones_post).where(inArray(versiones_post.id_post, own))
  await tx
    .update(posts_foro)
    .set({ contenido: '', texto: '' })
    .where(and(eq(posts_foro.id_usuario, usuario), isNotNull(posts_foro.eliminado_en)))
  await tx
    .update(foros)
    .set({ titulo: 'Foro eliminado', descripcion: '', contenido: '', texto: '' })
    .where(and(eq(foros.id_usuario, usuario), isNotNull(foros.eliminado_en)))
  // Those that no text shows any more go with the next sweep.
  await tx.update(imagenes_foro).set({ revisar_en: sql`now()` }).where(eq(imagenes_foro.id_usuario, usuario))
}
