import type { Forum, ForumBody, ForumDetail } from '@campus/contract/forums'
import { FORUM_FIELDS_TEXT, POSTS_PER_PAGE } from '@campus/contract/rules'
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/db/database.ts'
import type { Values } from '../../platform/db/statements.ts'
import { shownPost } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { audit, auditRemoval, excerptOf } from '../audit/audit.ts'
import { withdrawPoints } from '../awards/awards.ts'
import { accessValues, LIMA_TODAY, ME, requireEnrolment, requireModule } from '../learning/learning.ts'
import {
  borradores,
  foros,
  imagenes_foro,
  lecturas_foro,
  posts_foro,
  ROOTS_BITS,
  versiones_post,
} from './forums.tables.ts'
import { isSameLocation, locationName, locationOf, requireMovable } from './location.ts'
import { firstOfEach, HOW_MANY, PLACES } from './places.ts'
import { authorOf, tellMentioned } from './telling.ts'

import { checkForum, FORUM_ACCESS, type ForumAccess, lockForum, requireForum } from './visibility.ts'
import { writeDown } from './writing.ts'

/** An author as JSON, of `usuarios u`. */
export const AUTHOR = sql.raw(`json_build_object('id', u.id, 'nombres', u.nombres, 'apellidos', u.apellidos,
  'foto_perfil', u.foto_perfil, 'tipo_cliente', u.tipo_cliente)`)

const BITS = sql.raw(String(ROOTS_BITS))

/** How many top-level posts stand before the one of post `row`: those of the `raices_foro` before, and the few of its own. */
export const rootsBefore = (row: SQL) => {
  const top = sql`coalesce(${row}.raiz_id, ${row}.id)`
  return sql`((SELECT coalesce(sum(b.raices), 0)::int FROM raices_foro b WHERE b.id_foro = ${row}.id_foro AND b.tramo < ${top} >> ${BITS})
    + (SELECT count(*)::int FROM posts_foro r WHERE r.id_foro = ${row}.id_foro AND r.parent_id IS NULL
      AND r.id >= (${top} >> ${BITS}) << ${BITS} AND r.id < ${top}))`
}

const UNREAD = sql`p.id_foro = f.id AND p.id > coalesce(l.ultimo_post, 0) AND p.eliminado_en IS NULL AND p.id_usuario <> ${ME}`

/** A forum's columns, of {@link FROM}. */
export const COLUMNS = sql`f.id, f.titulo, f.descripcion, left(f.texto, 240) AS extracto, f.tipo_foro, f.id_curso, f.id_modulo,
  f.pinned, f.id_solucion IS NOT NULL AS resuelto, f.vistas, f.total_posts, f.fecha_creacion, f.ultima_actividad, 1 AS estado,
  ${AUTHOR} AS usuario,
  CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'nombre', c.nombre) END AS curso,
  CASE WHEN m.id IS NOT NULL THEN json_build_object('id', m.id, 'nombre', m.nombre) END AS modulo,
  (SELECT count(*) FROM (SELECT 1 FROM posts_foro p WHERE ${UNREAD} LIMIT 100) n) AS no_leidos, l.seguimiento`

/** A forum with its author, place and the asker's reading. */
export const FROM = sql`foros f JOIN usuarios u ON u.id = f.id_usuario LEFT JOIN cursos c ON c.id = f.id_curso
  LEFT JOIN modulos m ON m.id = f.id_modulo LEFT JOIN lecturas_foro l ON l.id_foro = f.id AND l.id_usuario = ${ME}`

type Paged = { page: number; per_page: number }
const PINNED_FIRST = sql`f.pinned DESC, f.ultima_actividad DESC, f.id DESC`
const NEWEST_FIRST = sql`f.ultima_actividad DESC, f.id DESC`

const UP_TO = sql`${sql.placeholder('cantidad')}::int`
const FROM_ROW = sql`${sql.placeholder('desde')}::int`
type Found = { total: number; data: Forum[] }

/** A page of forums by a prepared read, of one place or of all. */
function paged(read: (db: Db, values: Values) => Promise<Found[]>) {
  return async (db: Db, identity: Identity, { page, per_page }: Paged, place = 0) => {
    const range = { cantidad: per_page, desde: (page - 1) * per_page }
    const [found] = await read(db, { ...accessValues(identity), ...range, lugar: place })
    return pageOfRows(found?.data ?? [], found?.total ?? 0, page, per_page)
  }
}

/** Those that `where` picks, pinned first. */
const listing = (name: string, where: SQL) =>
  paged(
    hotRows<Found>(
      name,
      sql`SELECT (SELECT count(*) FROM foros f WHERE ${where}) AS total,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${COLUMNS} FROM ${FROM} WHERE ${where} ORDER BY ${PINNED_FIRST}
          LIMIT ${UP_TO} OFFSET ${FROM_ROW}) t) AS data`,
    ),
  )

/** All that the asker may read, in this order: found from their places, so that it costs what is theirs and not what the academy has. */
const listingOfMine = (name: string, order: SQL) =>
  paged(
    hotRows<Found>(
      name,
      sql`WITH lugares AS MATERIALIZED (${PLACES}),
        pagina AS MATERIALIZED (SELECT f.id FROM (${firstOfEach(sql`${FROM_ROW} + ${UP_TO}`)}) f ORDER BY ${order}
          LIMIT ${UP_TO} OFFSET ${FROM_ROW})
        SELECT ${HOW_MANY} AS total, (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${COLUMNS} FROM ${FROM}
          WHERE f.id = ANY (ARRAY(SELECT id FROM pagina)) ORDER BY ${order}) t) AS data`,
    ),
  )

const PLACE = sql`${sql.placeholder('lugar')}::int`
const ofCourse = listing('foros_de_curso', sql`f.id_curso = ${PLACE} AND f.eliminado_en IS NULL`)
const ofModule = listing('foros_de_modulo', sql`f.id_modulo = ${PLACE} AND f.eliminado_en IS NULL`)
const general = listing(
  'foros_generales',
  sql`f.tipo_foro = 'general' AND f.id_cliente = ${sql.placeholder('marca')}::int AND f.eliminado_en IS NULL`,
)
const mine = listingOfMine('foros_visibles', PINNED_FIRST)
const recent = listingOfMine('foros_recientes', NEWEST_FIRST)

/** Forums of a course and of its modules, pinned first. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listOfCourse(db: Db, identity: Identity, idCurso: number, paged: Paged) {
  await requireEnrolment(db, identity, idCurso)
  return ofCourse(db, identity, paged, idCurso)
}

/** Forums of a module. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listOfModule(db: Db, identity: Identity, idModulo: number, paged: Paged) {
  await requireModule(db, identity, idModulo)
  return ofModule(db, identity, paged, idModulo)
}

/** The brand's general forums. */
export const listGeneral = (db: Db, identity: Identity, paged: Paged) => general(db, identity, paged)

/** Every forum that the asker may read. */
export const listForums = (db: Db, identity: Identity, paged: Paged) => mine(db, identity, paged)

/** The most recently active ones, of one course or of all that the asker may read. */
export const listRecent = (db: Db, identity: Identity, paged: Paged, idCurso = 0) =>
  recent(db, identity, paged, idCurso)

type DetailRow = Omit<ForumDetail, 'puede_editar'> & ForumAccess & { primera_hoy: boolean }

const detail = hotRows<DetailRow>(
  'foro',
  sql`SELECT ${COLUMNS}, f.contenido, f.editado_en, f.id_solucion, ${FORUM_ACCESS},
      l.visto_dia IS DISTINCT FROM ${LIMA_TODAY} AS primera_hoy,
      CASE WHEN l.ultimo_post > 0 THEN (SELECT json_build_object('id', p.id,
          'pagina', ${rootsBefore(sql.raw('p'))} / ${sql.raw(String(POSTS_PER_PAGE))} + 1)
        FROM posts_foro p WHERE ${UNREAD} ORDER BY p.id LIMIT 1) END AS primer_no_leido
    FROM ${FROM} WHERE f.id = ${sql.placeholder('foro')}::int`,
)

/**
 * Counts a person's visit once a day of Lima (contract section 4). It holds the forum before the person's reading of it, as who
 * writes a post does: who opens a forum and writes in it from two windows would wait for themselves.
 */
async function countVisit(db: Db, identity: Identity, id: number): Promise<number | undefined> {
  const [row] = (
    await db.execute<{ vistas: number }>(sql`
    WITH foro AS MATERIALIZED (
      SELECT id FROM foros WHERE id = ${id} FOR NO KEY UPDATE
    ), visita AS (
      INSERT INTO lecturas_foro AS l (id_usuario, id_foro, visto_dia) SELECT ${identity.id}, id, ${LIMA_TODAY} FROM foro
      ON CONFLICT (id_usuario, id_foro) DO UPDATE SET visto_dia = excluded.visto_dia
        WHERE l.visto_dia IS DISTINCT FROM excluded.visto_dia RETURNING 1)
    UPDATE foros SET vistas = vistas + 1 WHERE id = ${id} AND EXISTS (SELECT 1 FROM visita) RETURNING vistas`)
  ).rows
  return row?.vistas
}

async function readForum(db: Db, identity: Identity, id: number): Promise<DetailRow> {
  const [row] = await detail(db, { ...accessValues(identity), foro: id })
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

/**
 * Opens a forum; its author follows it. Two presses of one button open one.
 * @throws DATOS_INVALIDOS (storefront.md section 5), DEMASIADOS_INTENTOS
 */
export async function createForum(db: Db, identity: Identity, body: ForumBody): Promise<ForumDetail> {
  const where = await locationOf(db, identity, body)
  await throttle(db, 'foro_usuario', String(identity.id))
  const place = { id_cliente: identity.id_cliente, id_curso: where.id_curso }
  const written = await writeDown(db, place, body.contenido, FORUM_FIELDS_TEXT)
  const id = await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('foros'), ${identity.id})`)
    const [twin] = (
      await tx.execute<{ id: number }>(sql`SELECT id FROM foros WHERE id_usuario = ${identity.id}
      AND titulo = ${body.titulo} AND contenido = ${written.contenido} AND id_curso IS NOT DISTINCT FROM ${where.id_curso}::int
      AND eliminado_en IS NULL AND fecha_creacion > now() - interval '10 seconds'`)
    ).rows
    if (twin) return twin.id
    const [made] = (
      await tx.execute<{ id: number }>(sql`
      WITH nuevo AS (
        INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, id_modulo, titulo, descripcion, contenido, texto)
        VALUES (${identity.id_cliente}, ${identity.id}, ${where.tipo_foro}, ${where.id_curso}, ${where.id_modulo},
          ${body.titulo}, ${body.descripcion}, ${written.contenido}, ${written.texto}) RETURNING id),
      suyo AS (INSERT INTO lecturas_foro (id_usuario, id_foro, seguimiento) SELECT ${identity.id}, id, 'siguiendo' FROM nuevo)
      SELECT id FROM nuevo`)
    ).rows
    if (!made) throw new Error('the forum was not written')
    if (written.menciones.length === 0) return made.id
    const subject = { foro: made.id, titulo: body.titulo }
    await tellMentioned(tx, await authorOf(tx, identity), written.menciones, subject)
    return made.id
  })
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
    await tx.execute(sql`UPDATE foros SET pinned = NOT pinned WHERE id = ${id}`)
    await audit(tx, 'gestion', { objeto: `foro:${id}`, detalle: { campos: ['pinned'] } })
  })
  return forumAsShown(identity, await readForum(db, identity, id))
}

/** Follows or mutes a forum, or neither. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function follow(db: Db, identity: Identity, id: number, how: 'siguiendo' | 'silenciado' | null) {
  await requireForum(db, identity, id)
  await db.execute(sql`INSERT INTO lecturas_foro (id_usuario, id_foro, seguimiento) VALUES (${identity.id}, ${id}, ${how})
    ON CONFLICT (id_usuario, id_foro) DO UPDATE SET seguimiento = excluded.seguimiento`)
  return { seguimiento: how }
}

/** Remembers how far somebody has read; it only goes forward. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function markRead(db: Db, identity: Identity, id: number, lastPost: number) {
  await requireForum(db, identity, id)
  const [row] = (
    await db.execute<{ ultimo_post: number }>(sql`
    INSERT INTO lecturas_foro AS l (id_usuario, id_foro, ultimo_post)
    SELECT ${identity.id}, ${id}, least(${lastPost}, coalesce(max(p.id), 0)) FROM posts_foro p WHERE p.id_foro = ${id}
    ON CONFLICT (id_usuario, id_foro) DO UPDATE SET ultimo_post = greatest(l.ultimo_post, excluded.ultimo_post)
    RETURNING ultimo_post`)
  ).rows
  return { ultimo_post: row?.ultimo_post ?? 0 }
}

/** Deletes what only the person saw of the forums: drafts, reading marks, earlier versions, and the texts of what they deleted. */
export async function forgetForums(tx: Db, usuario: number): Promise<void> {
  // Those that no text shows any more go with the next sweep.
  await tx.update(imagenes_foro).set({ revisar_en: sql`now()` }).where(eq(imagenes_foro.id_usuario, usuario))
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
}
