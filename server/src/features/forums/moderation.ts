import type { PostVersion, Report } from '@campus/contract/forums'
import type { ReportReason } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { shownPost } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { audit, excerptOf } from '../audit/audit.ts'
import { notify } from '../notifications/notifications.ts'
import { MOST_VERSIONS, PAGE_BYTES, POST_JOINS, postPreview, takeOut } from './posts.ts'

import { flatPost, type PostRow } from './tree.ts'
import { lockForum, moderates, requireLivePost, requirePost } from './visibility.ts'

/** What a post said before each edit, newest first: for its author and its moderators. @throws NO_ENCONTRADO, SIN_PERMISO */
export async function listVersions(db: Db, identity: Identity, id: number): Promise<PostVersion[]> {
  const post = await requireLivePost(db, identity, id)
  if (post.id_usuario !== identity.id && !post.puede_moderar) throw fail('SIN_PERMISO')
  const rows = await query<PostVersion>(
    db,
    sql`SELECT contenido, editado_en FROM (
        SELECT id, contenido, editado_en, sum(octet_length(contenido)) OVER w - octet_length(contenido) AS antes
        FROM versiones_post WHERE id_post = ${id} WINDOW w AS (ORDER BY id DESC)) v
      WHERE antes < ${PAGE_BYTES} ORDER BY id DESC LIMIT ${MOST_VERSIONS}`,
  )
  return rows.map((row) => ({ ...row, contenido: shownPost(row.contenido) }))
}

type Reason = { motivo: ReportReason; detalle: string }

/** Reports a post to staff, once per person however often it is sent. @throws NO_ENCONTRADO, SIN_MATRICULA, DEMASIADOS_INTENTOS */
export async function reportPost(db: Db, identity: Identity, id: number, { motivo, detalle }: Reason): Promise<void> {
  const post = await requireLivePost(db, identity, id)
  await throttle(db, 'reporte_usuario', String(identity.id))
  await db.transaction(async (tx) => {
    const standing = (
      await tx.execute(sql`SELECT 1 FROM posts_foro WHERE id = ${id} AND eliminado_en IS NULL FOR KEY SHARE`)
    ).rows
    if (standing.length === 0) throw fail('NO_ENCONTRADO')
    const made = (
      await tx.execute(sql`
      INSERT INTO reportes_post (id_cliente, id_post, id_usuario, motivo, detalle)
      VALUES (${post.id_cliente}, ${id}, ${identity.id}, ${motivo}, ${detalle}) ON CONFLICT DO NOTHING RETURNING 1`)
    ).rows
    if (made.length === 0) return
    const staff = (
      await tx.execute<{ id: number }>(sql`
      SELECT u.id FROM usuarios u WHERE u.id_cliente = ${post.id_cliente} AND u.estado = 1 AND (u.tipo_cliente = 'Administrador'
        OR EXISTS (SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = ${post.id_curso}::int AND cd.id_usuario = u.id))`)
    ).rows
    await notify(tx, {
      evento: 'aviso',
      tipo: 'Otro',
      mensaje: `Reportaron una respuesta en el foro «${post.titulo}».`,
      ruta: `/foro/${post.id_foro}?post=${id}#post-${id}`,
      clave: `reporte:${id}`,
      usuarios: staff.map((one) => one.id),
    })
  })
}

type ReportRow = Omit<Report, 'post'> & { post: PostRow }

/** Reports that wait for a decision, oldest first: of the forums that the asker moderates. */
export async function listReports(db: Db, identity: Identity, page: number, perPage: number) {
  const waiting = sql`reportes_post r JOIN posts_foro p ON p.id = r.id_post JOIN foros f ON f.id = p.id_foro
    WHERE r.decision IS NULL AND r.id_cliente = ${identity.id_cliente} AND ${moderates(identity)}`
  const [count] = await query<{ total: number }>(db, sql`SELECT count(*) AS total FROM ${waiting}`)
  const rows = await query<ReportRow>(
    db,
    sql`SELECT r.id, r.motivo, r.detalle, r.fecha, r.decision, f.id AS id_foro, f.titulo AS foro,
        (SELECT to_json(q) FROM (SELECT ${postPreview(identity.id)}) q) AS post
      FROM reportes_post r JOIN posts_foro p ON p.id = r.id_post ${POST_JOINS}
      WHERE r.id IN (SELECT r.id FROM ${waiting} ORDER BY r.id LIMIT ${perPage} OFFSET ${(page - 1) * perPage}) ORDER BY r.id`,
  )
  const data = rows.map(({ post, ...report }): Report => {
    return { ...report, post: flatPost(post, identity.id, shownPost) }
  })
  return pageOfRows(data, count?.total ?? 0, page, perPage)
}

type Decision = { decision: 'aceptado' | 'rechazado'; razon: string }

/**
 * Decides a report, and with it every open one of the same post. An accepted one deletes the post and tells its author why.
 * @throws NO_ENCONTRADO for what the asker does not moderate or is decided
 */
export async function decideReport(
  db: Db,
  identity: Identity,
  id: number,
  { decision, razon }: Decision,
): Promise<void> {
  const [report] = (
    await db.execute<{ id_post: number }>(sql`SELECT id_post FROM reportes_post WHERE id = ${id} AND decision IS NULL`)
  ).rows
  if (!report) throw fail('NO_ENCONTRADO')
  const post = await requirePost(db, identity, report.id_post)
  if (!post.puede_moderar) throw fail('NO_ENCONTRADO')
  await db.transaction(async (tx) => {
    // Who deletes the post holds its forum, too, before the reports that go with it.
    if (decision === 'aceptado') await lockForum(tx, post.id_foro)
    const decided = (
      await tx.execute<{ id: number }>(sql`
      UPDATE reportes_post SET decision = ${decision}, razon = ${razon}, decidido_por = ${identity.id}, decidido_en = now()
      WHERE id_post = ${post.id} AND decision IS NULL RETURNING id`)
    ).rows
    // Somebody else decided meanwhile.
    if (decided.length === 0) throw fail('NO_ENCONTRADO')
    const reportes = decided.map((one) => String(one.id))
    await audit(tx, 'gestion', {
      sobre: post.id_usuario,
      objeto: `reporte:${id}`,
      detalle: { decision, razon: excerptOf(razon), foro: post.id_foro, post: post.id, reportes },
    })
    if (decision === 'rechazado' || post.eliminado) return
    await takeOut(tx, post.id_foro, post.id, identity.id)
    await notify(tx, {
      evento: 'aviso',
      tipo: 'Otro',
      mensaje: `Retiramos tu respuesta en «${post.titulo}»${razon ? `: ${razon}` : '.'}`,
      ruta: `/foro/${post.id_foro}`,
      clave: `retirado:${post.id}`,
      usuarios: [post.id_usuario],
    })
  })
}
