import type { DecisionBody, Report } from '@campus/contract/forums'
import { POST_PREVIEW_HTML, type ReportReason } from '@campus/contract/rules'
import { quoted } from '@campus/contract/texts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { Failure, fail } from '../../platform/http/failures.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { audit, excerptOf } from '../audit/audit.ts'
import { coursesInScope } from '../catalogue/catalogue.ts'
import { shownPost } from '../html/html.ts'
import { notify } from '../notifications/notifications.ts'
import { reportes_post } from './forums.tables.ts'
import { removeForum } from './forums.ts'
import { AUTHOR } from './lists.ts'
import { postPreview, removePost } from './posts.ts'
import { flatPost, type PostRow } from './tree.ts'
import { lockForum, lockPost, moderates, requireForum, requireLivePost, requirePost } from './visibility.ts'

const REPORTS = limit('reporte_usuario', 10, 60 * 60)

/** The staff row `u` with role `r`. */
const MODERATOR = { id: sql.raw('u.id'), roles: sql.raw('ARRAY[r.rol]') }

type Reason = { motivo: ReportReason; detalle: string }

/** A forum, or one of its posts, with what its access check returned. */
type Reported = { id_cliente: number; id_curso: number | null; titulo: string }

type Target = { id_post: number; id_foro?: never } | { id_foro: number; id_post?: never }

/** One report per user and text, of which the staff hear. */
async function insertReport(
  tx: Db,
  reporter: number,
  { id_cliente, id_curso, titulo }: Reported,
  reported: Target & Reason,
  notice: { texto: string; ruta: string; clave: string },
): Promise<void> {
  const inserted = await tx
    .insert(reportes_post)
    .values({ id_cliente, id_usuario: reporter, ...reported })
    .onConflictDoNothing()
    .returning({ id: reportes_post.id })
  if (inserted.length === 0) return
  const staff = await query<{ id: number }>(
    tx,
    sql`SELECT u.id FROM usuarios u WHERE u.id_cliente = ${id_cliente} AND u.estado = 1 AND EXISTS (SELECT 1 FROM roles_personal r WHERE r.id_usuario = u.id AND ${coursesInScope(MODERATOR, 'moderar', sql`${id_curso}::int`)})`,
  )
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    mensaje: `Reportaron ${notice.texto} ${quoted(titulo)}.`,
    ruta: notice.ruta,
    clave: notice.clave,
    usuarios: staff.map(({ id }) => id),
  })
}

/** Reports a post to the staff, once per user. @throws NO_ENCONTRADO, SIN_MATRICULA, DEMASIADOS_INTENTOS */
export async function reportPost(db: Db, identity: Identity, id: number, reason: Reason): Promise<void> {
  await requireLivePost(db, identity, id)
  await throttle(db, REPORTS, String(identity.id))
  await db.transaction(async (tx) => {
    const { post } = await lockPost(tx, identity, id)
    const ruta = `/foro/${post.id_foro}?post=${id}#post-${id}`
    const notice = { texto: 'una respuesta en el foro', ruta, clave: `reporte:${id}` }
    await insertReport(tx, identity.id, post, { ...reason, id_post: id }, notice)
  })
}

/** Reports an opening text to the staff, once per user. @throws NO_ENCONTRADO, SIN_MATRICULA, DEMASIADOS_INTENTOS */
export async function reportForum(db: Db, identity: Identity, id: number, reason: Reason): Promise<void> {
  await requireForum(db, identity, id)
  await throttle(db, REPORTS, String(identity.id))
  await db.transaction(async (tx) => {
    const forum = await lockForum(tx, identity, id)
    const notice = { texto: 'el tema', ruta: `/foro/${id}`, clave: `reporte-foro:${id}` }
    await insertReport(tx, identity.id, forum, { ...reason, id_foro: id }, notice)
  })
}

type ReportRow = Omit<Report, 'post'> & { post: PostRow | null }

/** Open reports of the forums that the caller moderates, oldest first. */
export async function listReports(db: Db, identity: Identity, page: number, perPage: number) {
  const from = sql`reportes_post r LEFT JOIN posts_foro p ON p.id = r.id_post JOIN foros f ON f.id = coalesce(r.id_foro, p.id_foro)`
  const open = sql`${from} WHERE r.decision IS NULL AND r.id_cliente = ${identity.id_cliente} AND f.eliminado_en IS NULL
    AND ${moderates(identity)}`
  const [count] = await query<{ total: number }>(db, sql`SELECT count(*) AS total FROM ${open}`)
  const rows = await query<ReportRow>(
    db,
    sql`SELECT r.id, r.motivo, r.detalle, r.fecha, r.decision,
        (SELECT json_build_object('id', x.id, 'nombre', x.nombres || ' ' || x.apellidos) FROM usuarios x WHERE x.id = r.id_usuario) AS reporta,
        f.id AS id_foro, f.titulo AS foro,
        CASE WHEN r.id_post IS NOT NULL THEN (SELECT to_json(q) FROM (SELECT ${postPreview(identity.id)}) q) END AS post,
        CASE WHEN r.id_foro IS NOT NULL THEN json_build_object('contenido', left(f.contenido, ${POST_PREVIEW_HTML}),
          'fecha', f.fecha_creacion, 'usuario', ${AUTHOR}) END AS tema
      FROM ${from} JOIN usuarios u ON u.id = coalesce(p.id_usuario, f.id_usuario)
      WHERE r.id IN (SELECT r.id FROM ${open} ORDER BY r.id LIMIT ${perPage} OFFSET ${(page - 1) * perPage}) ORDER BY r.id`,
  )
  const data = rows.map(
    ({ post, tema, ...row }): Report => ({
      ...row,
      post: post && flatPost(post, identity.id, shownPost),
      tema: tema && { ...tema, contenido: shownPost(tema.contenido) },
    }),
  )
  return pageOfRows(data, count?.total ?? 0, page, perPage)
}

/** What a report is of, and how it is removed. */
type Subject = {
  author: number
  titulo: string
  which: SQL
  trail: { foro: number; post?: number }
  /** Absent when it is gone already. */
  remove: ((tx: Db) => Promise<unknown>) | undefined
  notice: { texto: string; ruta: string; clave: string }
}

async function subjectOf(db: Db, identity: Identity, report: { id_post: number | null; id_foro: number | null }) {
  const by = identity.id
  if (report.id_foro !== null) {
    const forum = await requireForum(db, identity, report.id_foro)
    if (!forum.puede_moderar) throw fail('NO_ENCONTRADO')
    const { id, titulo, id_usuario: author } = forum
    const subject: Subject = {
      author,
      titulo,
      which: sql`${reportes_post.id_foro} = ${id}`,
      trail: { foro: id },
      remove: (tx) => removeForum(tx, id, by),
      notice: { texto: 'tu tema', ruta: '/foros', clave: `retirado-foro:${id}` },
    }
    return subject
  }
  const post = await requirePost(db, identity, report.id_post ?? 0)
  if (!post.puede_moderar) throw fail('NO_ENCONTRADO')
  const { id, id_foro, titulo, id_usuario: author } = post
  const subject: Subject = {
    author,
    titulo,
    which: sql`${reportes_post.id_post} = ${id}`,
    trail: { foro: id_foro, post: id },
    remove: post.eliminado ? undefined : (tx) => removePost(tx, id_foro, id, by),
    notice: { texto: 'tu respuesta en', ruta: `/foro/${id_foro}`, clave: `retirado:${id}` },
  }
  return subject
}

type Decided = { decision: string; razon: string; en: string; por: { id: number; nombre: string } | null }

/** What was decided of a report, from the audit log where the text took its reports along. */
async function findDecision(db: Db, identity: Identity, id: number): Promise<Decided | undefined> {
  const [decided] = await query<Decided>(
    db,
    sql`SELECT d.decision, coalesce(d.razon, '') AS razon, d.en,
        (SELECT json_build_object('id', u.id, 'nombre', u.nombres || ' ' || u.apellidos) FROM usuarios u WHERE u.id = d.por) AS por
      FROM (SELECT r.decision, r.razon, r.decidido_en AS en, r.decidido_por AS por, coalesce(r.id_foro, p.id_foro) AS foro
          FROM reportes_post r LEFT JOIN posts_foro p ON p.id = r.id_post WHERE r.id = ${id} AND r.decision IS NOT NULL
        UNION ALL SELECT a.detalle ->> 'decision', a.detalle ->> 'razon', a.fecha, a.id_usuario, (a.detalle ->> 'foro')::int
          FROM auditoria a WHERE a.objeto = ${`reporte:${id}`} AND a.accion = 'gestion') d JOIN foros f ON f.id = d.foro
      WHERE f.id_cliente = ${identity.id_cliente} AND ${moderates(identity)} LIMIT 1`,
  )
  return decided
}

/**
 * Decides all open reports of a text at once; accepting deletes it and notifies its author.
 * @throws NO_ENCONTRADO when the caller does not moderate its forum, YA_RESUELTO with the first decision
 */
export async function decideReport(db: Db, identity: Identity, id: number, decision: DecisionBody): Promise<void> {
  try {
    await decide(db, identity, id, decision)
  } catch (error) {
    const gone = error instanceof Failure && error.code === 'NO_ENCONTRADO'
    const decided = gone ? await findDecision(db, identity, id) : undefined
    if (!decided) throw error
    const { en, por, ...datos } = decided
    throw fail('YA_RESUELTO', { actual: { datos, version: 1, por, en } })
  }
}

/** @throws NO_ENCONTRADO */
async function decide(db: Db, identity: Identity, id: number, { decision, razon }: DecisionBody): Promise<void> {
  const [report] = await db
    .select({ id_post: reportes_post.id_post, id_foro: reportes_post.id_foro })
    .from(reportes_post)
    .where(and(eq(reportes_post.id, id), isNull(reportes_post.decision)))
  if (!report) throw fail('NO_ENCONTRADO')
  const { author, titulo, which, trail, remove, notice } = await subjectOf(db, identity, report)
  await db.transaction(async (tx) => {
    // The forum before the reports, as deleting a text does, to avoid a deadlock.
    const forum = await lockForum(tx, identity, trail.foro)
    if (!forum.puede_moderar) throw fail('NO_ENCONTRADO')
    const decided = await tx
      .update(reportes_post)
      .set({ decision, razon, decidido_por: identity.id, decidido_en: sql`now()` })
      .where(and(which, isNull(reportes_post.decision)))
      .returning({ id: reportes_post.id })
    // Another moderator decided meanwhile.
    if (decided.length === 0) throw fail('NO_ENCONTRADO')
    const reportes = decided.map((row) => String(row.id))
    await audit(tx, 'gestion', {
      sobre: author,
      objeto: `reporte:${id}`,
      detalle: { decision, razon: excerptOf(razon), ...trail, reportes },
    })
    if (decision === 'rechazado' || !remove) return
    await remove(tx)
    await notify(tx, {
      evento: 'aviso',
      tipo: 'Otro',
      mensaje: `Retiramos ${notice.texto} ${quoted(titulo)}: ${razon}`,
      ruta: notice.ruta,
      clave: notice.clave,
      usuarios: [author],
    })
  })
}
