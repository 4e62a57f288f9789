import type { PostVersion, Report } from '@campus/contract/forums'
import type { ReportReason } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/db/database.ts'
import { shownPost } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { audit } from '../audit/audit.ts'
import { accessValues } from '../learning/learning.ts'
import { notify } from '../notifications/notifications.ts'
import { holdForum, POST_COLUMNS, POST_JOINS, takeOut } from './posts.ts'
import { excerptOf } from './trail.ts'
import { flatPost, type PostRow } from './tree.ts'
import { MODERATES, requireLivePost, requirePost } from './visibility.ts'

/** What a post said before each edit, newest first: for its author and its moderators. @throws NO_ENCONTRADO, SIN_PERMISO */
export async function listVersions(db: Db, identity: Identity, id: number): Promise<PostVersion[]> {
  const post = await requireLivePost(db, identity, id)
  if (post.id_usuario !== identity.id && !post.puede_moderar) throw fail('SIN_PERMISO')
  const rows = await db.execute<{ contenido: string; editado_en: string }>(sql`
    SELECT contenido, to_json(editado_en) #>> '{}' AS editado_en FROM versiones_post WHERE id_post = ${id}
    ORDER BY id DESC LIMIT 50`)
  return rows.map((row) => ({ ...row, contenido: shownPost(row.contenido) }))
}

type Reason = { motivo: ReportReason; detalle: string }

/** Reports a post to staff, once per person however often it is sent. @throws NO_ENCONTRADO, SIN_MATRICULA, DEMASIADOS_INTENTOS */
export async function reportPost(db: Db, identity: Identity, id: number, { motivo, detalle }: Reason): Promise<void> {
  const post = await requireLivePost(db, identity, id)
  await throttle(db, 'reporte_usuario', String(identity.id))
  await db.transaction(async (tx) => {
    const standing = await tx.execute(
      sql`SELECT 1 FROM posts_foro WHERE id = ${id} AND eliminado_en IS NULL FOR KEY SHARE`,
    )
    if (standing.length === 0) throw fail('NO_ENCONTRADO')
    const made = await tx.execute(sql`
      INSERT INTO reportes_post (id_cliente, id_post, id_usuario, motivo, detalle)
      VALUES (${post.id_cliente}, ${id}, ${identity.id}, ${motivo}, ${detalle}) ON CONFLICT DO NOTHING RETURNING 1`)
    if (made.length === 0) return
    const staff = await tx.execute<{ id: number }>(sql`
      SELECT u.id FROM usuarios u WHERE u.id_cliente = ${post.id_cliente} AND u.estado = 1 AND (u.tipo_cliente = 'Administrador'
        OR EXISTS (SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = ${post.id_curso}::int AND cd.id_usuario = u.id))`)
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

/** Who moderates all of a brand is not asked of each report; `OFFSET 0` keeps a teacher's to the few that wait. */
const WAITS = sql`r.decision IS NULL AND r.id_cliente = ${sql.placeholder('marca')}::int
  AND (${sql.placeholder('rol')}::text = 'Administrador' OR EXISTS (
    SELECT 1 FROM posts_foro p JOIN foros f ON f.id = p.id_foro WHERE p.id = r.id_post AND ${MODERATES} OFFSET 0))`

const pending = hotRows<{ total: number; data: ReportRow[] }>(
  'reportes_por_decidir',
  sql`WITH pagina AS MATERIALIZED (SELECT r.id FROM reportes_post r WHERE ${WAITS}
      ORDER BY r.id LIMIT ${sql.placeholder('cantidad')}::int OFFSET ${sql.placeholder('desde')}::int)
    SELECT (SELECT count(*) FROM reportes_post r WHERE ${WAITS}) AS total, (SELECT coalesce(json_agg(t), '[]') FROM (
      SELECT r.id, r.motivo, r.detalle, r.fecha, r.decision, f.id AS id_foro, f.titulo AS foro,
        (SELECT to_json(q) FROM (SELECT ${POST_COLUMNS}) q) AS post
      FROM reportes_post r JOIN posts_foro p ON p.id = r.id_post ${POST_JOINS}
      WHERE r.id = ANY (ARRAY(SELECT id FROM pagina)) ORDER BY r.id) t) AS data`,
)

/** Reports that wait for a decision, oldest first: of the forums that the asker moderates. */
export async function listReports(db: Db, identity: Identity, page: number, perPage: number) {
  const range = { cantidad: perPage, desde: (page - 1) * perPage }
  const [found] = await pending(db, { ...accessValues(identity), ...range })
  const data = (found?.data ?? []).map(({ post, ...report }): Report => {
    return { ...report, post: flatPost(post, identity.id, shownPost) }
  })
  return pageOfRows(data, found?.total ?? 0, page, perPage)
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
  const [report] = await db.execute<{ id_post: number }>(
    sql`SELECT id_post FROM reportes_post WHERE id = ${id} AND decision IS NULL`,
  )
  if (!report) throw fail('NO_ENCONTRADO')
  const post = await requirePost(db, identity, report.id_post)
  if (!post.puede_moderar) throw fail('NO_ENCONTRADO')
  await db.transaction(async (tx) => {
    // Who deletes the post holds its forum, too, before the reports that go with it.
    if (decision === 'aceptado') await holdForum(tx, post.id_foro)
    const decided = await tx.execute<{ id: number }>(sql`
      UPDATE reportes_post SET decision = ${decision}, razon = ${razon}, decidido_por = ${identity.id}, decidido_en = now()
      WHERE id_post = ${post.id} AND decision IS NULL RETURNING id`)
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
