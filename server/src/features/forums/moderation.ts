import type { Report } from '@campus/contract/forums'
import type { ReportReason } from '@campus/contract/rules'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { shownPost } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { audit, excerptOf } from '../audit/audit.ts'
import { notify } from '../notifications/notifications.ts'
import { posts_foro, reportes_post } from './forums.tables.ts'
import { POST_JOINS, postPreview, takeOut } from './posts.ts'

import { flatPost, type PostRow } from './tree.ts'
import { lockForum, moderates, requireLivePost, requirePost } from './visibility.ts'

type Reason = { motivo: ReportReason; detalle: string }

/** Reports a post to staff, once per person however often it is sent. @throws NO_ENCONTRADO, SIN_MATRICULA, DEMASIADOS_INTENTOS */
export async function reportPost(db: Db, identity: Identity, id: number, { motivo, detalle }: Reason): Promise<void> {
  const post = await requireLivePost(db, identity, id)
  await throttle(db, 'reporte_usuario', String(identity.id))
  await db.transaction(async (tx) => {
    const live = and(eq(posts_foro.id, id), isNull(posts_foro.eliminado_en))
    const [standing] = await tx.select({ id: posts_foro.id }).from(posts_foro).where(live).for('key share')
    if (!standing) throw fail('NO_ENCONTRADO')
    const made = await tx
      .insert(reportes_post)
      .values({ id_cliente: post.id_cliente, id_post: id, id_usuario: identity.id, motivo, detalle })
      .onConflictDoNothing()
      .returning({ id: reportes_post.id })
    if (made.length === 0) return
    const staff = await query<{ id: number }>(
      tx,
      sql`SELECT u.id FROM usuarios u WHERE u.id_cliente = ${post.id_cliente} AND u.estado = 1 AND (u.tipo_cliente = 'Administrador'
        OR EXISTS (SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = ${post.id_curso}::int AND cd.id_usuario = u.id))`,
    )
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
  const [report] = await db
    .select({ id_post: reportes_post.id_post })
    .from(reportes_post)
    .where(and(eq(reportes_post.id, id), isNull(reportes_post.decision)))
  if (!report) throw fail('NO_ENCONTRADO')
  const post = await requirePost(db, identity, report.id_post)
  if (!post.puede_moderar) throw fail('NO_ENCONTRADO')
  await db.transaction(async (tx) => {
    // Lock the forum before the reports, in the same order as takeOut, to avoid a deadlock.
    if (decision === 'aceptado') await lockForum(tx, post.id_foro)
    const decided = await tx
      .update(reportes_post)
      .set({ decision, razon, decidido_por: identity.id, decidido_en: sql`now()` })
      .where(and(eq(reportes_post.id_post, post.id), isNull(reportes_post.decision)))
      .returning({ id: reportes_post.id })
    // Another moderator decided meanwhile.
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
