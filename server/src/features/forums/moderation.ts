import type { DecisionBody, Report } from '@campus/contract/forums'
import { POST_PREVIEW_HTML, type ReportReason } from '@campus/contract/rules'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { audit, excerptOf } from '../../kit/audit/audit.ts'
import { shownPost } from '../../kit/html/html.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { Failure, fail } from '../../platform/failures.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { notify } from '../notifications/notifications.ts'
import { reportes_post, UNDECIDED } from './forums.tables.ts'
import { removeForum } from './forums.ts'
import { type Owner, versionSeen } from './history.ts'
import { AUTHOR } from './lists.ts'
import { postPreview, removePost } from './posts.ts'
import { flatPost, type PostRow } from './tree.ts'
import { lockForum, lockPost, moderates, requireForum, requireLivePost } from './visibility.ts'

const REPORTS = limit('reporte_usuario', 10, 60 * 60)

/** The staff row `u` with role `r`. */
const MODERATOR = { id: sql.raw('u.id'), roles: sql.raw('ARRAY[r.rol]') }

type Reason = { motivo: ReportReason; detalle: string; editado_en?: string | null | undefined }

/** A forum, or one of its posts, with what its access check returned. */
type Reported = { id_cliente: number; id_curso: number | null; titulo: string }

/** One report per user and text, of which the staff hear. */
async function insertReport(
  tx: Db,
  reporter: number,
  { id_cliente, id_curso, titulo }: Reported,
  target: Owner,
  { editado_en, ...reason }: Reason,
  notice: { texto: string; ruta: string; clave: string },
): Promise<void> {
  const id_version = editado_en === undefined ? null : versionSeen(target, editado_en)
  const inserted = await tx
    .insert(reportes_post)
    .values({ id_cliente, id_usuario: reporter, ...target, ...reason, id_version })
    .onConflictDoNothing()
    .returning({ id: reportes_post.id })
  if (inserted.length === 0) return
  const staff = await query<{ id: number }>(
    tx,
    sql`SELECT u.id FROM usuarios u WHERE u.id_cliente = ${id_cliente} AND u.estado = 1 AND EXISTS (SELECT 1 FROM roles_personal r WHERE r.id_usuario = u.id AND ${coursesInScope(MODERATOR, 'moderar', sql`${id_curso}::bigint`)})`,
  )
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    mensaje: `Reportaron ${notice.texto}`,
    asunto: titulo,
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
    const notice = { texto: 'una respuesta', ruta, clave: `reporte:${id}` }
    await insertReport(tx, identity.id, post, { id_post: id }, reason, notice)
  })
}

/** Reports an opening text to the staff, once per user. @throws NO_ENCONTRADO, SIN_MATRICULA, DEMASIADOS_INTENTOS */
export async function reportForum(db: Db, identity: Identity, id: number, reason: Reason): Promise<void> {
  await requireForum(db, identity, id)
  await throttle(db, REPORTS, String(identity.id))
  await db.transaction(async (tx) => {
    const forum = await lockForum(tx, identity, id)
    const notice = { texto: 'un tema', ruta: `/foro/${id}`, clave: `reporte-foro:${id}` }
    await insertReport(tx, identity.id, forum, { id_foro: id }, reason, notice)
  })
}

/** The text or its topic was deleted. */
const GONE = sql.raw('(f.eliminado_en IS NOT NULL OR p.eliminado_en IS NOT NULL)')

const EDITED_MEANWHILE = 'Su autor lo editó mientras lo revisabas. Mira cómo está ahora y decide de nuevo.'

type ReportRow = Omit<Report, 'post'> & { post: PostRow | null }

/** Open reports of the forums that the caller moderates, oldest first. */
export async function listReports(db: Db, identity: Identity, page: number, perPage: number) {
  const from = sql`reportes_post r LEFT JOIN posts_foro p ON p.id = r.id_post JOIN foros f ON f.id = coalesce(r.id_foro, p.id_foro)`
  const open = sql`${from} WHERE ${UNDECIDED} AND r.id_cliente = ${identity.id_cliente} AND ${moderates(identity)}`
  const [count] = await query<{ total: number }>(db, sql`SELECT count(*) AS total FROM ${open}`)
  const rows = await query<ReportRow>(
    db,
    sql`SELECT r.id, r.motivo, r.detalle, r.fecha, r.decision,
        (SELECT json_build_object('id', x.id, 'nombre', x.nombres || ' ' || x.apellidos) FROM usuarios x WHERE x.id = r.id_usuario) AS reporta,
        f.id AS id_foro, f.titulo AS foro,
        CASE WHEN r.id_post IS NOT NULL THEN (SELECT to_json(q) FROM (SELECT ${postPreview(identity.id)}) q) END AS post,
        CASE WHEN r.id_foro IS NOT NULL THEN json_build_object('contenido', left(f.contenido, ${POST_PREVIEW_HTML}),
          'fecha', f.fecha_creacion, 'editado_en', f.editado_en, 'usuario', ${AUTHOR}) END AS tema, ${GONE} AS eliminado,
        CASE WHEN v.id IS NOT NULL OR ${GONE} THEN json_build_object(
          'titulo', CASE WHEN r.id_foro IS NOT NULL THEN coalesce(v.titulo, f.titulo) END,
          'contenido', left(coalesce(v.contenido, p.contenido, f.contenido), ${POST_PREVIEW_HTML})) END AS reportado
      FROM ${from} JOIN usuarios u ON u.id = coalesce(p.id_usuario, f.id_usuario)
        LEFT JOIN versiones_post v ON v.id = r.id_version
      WHERE r.id IN (SELECT r.id FROM ${open} ORDER BY r.id LIMIT ${perPage} OFFSET ${(page - 1) * perPage}) ORDER BY r.id`,
  )
  const data = rows.map(
    ({ post, tema, reportado, ...row }): Report => ({
      ...row,
      post: post && flatPost(post, identity.id, shownPost),
      tema: tema && { ...tema, contenido: shownPost(tema.contenido) },
      reportado: reportado && { ...reportado, contenido: shownPost(reportado.contenido) },
    }),
  )
  return pageOfRows(data, count?.total ?? 0, page, perPage)
}

type Target = { id_post: number | null; id_foro: number | null }

type Subject = {
  foro: number
  autor: number
  titulo: string
  editado_en: string | null
  eliminado: boolean
  puede_moderar: boolean
}

/** Locks the forum of what was reported and reads the text as it stands. @throws NO_ENCONTRADO, SIN_MATRICULA to who does not moderate it */
async function lockSubject(tx: Db, identity: Identity, { id_post, id_foro }: Target): Promise<Subject> {
  const foro = sql`coalesce(${id_foro}::bigint, (SELECT id_foro FROM posts_foro WHERE id = ${id_post}))`
  // The forum before the reports, as deleting a text does, to avoid a deadlock.
  await tx.execute(sql`SELECT 1 FROM foros WHERE id = ${foro} FOR NO KEY UPDATE`)
  const [subject] = await query<Subject>(
    tx,
    sql`SELECT f.id AS foro, f.titulo, coalesce(p.id_usuario, f.id_usuario) AS autor, ${GONE} AS eliminado, ${moderates(identity)} AS puede_moderar,
        CASE WHEN p.id IS NULL THEN f.editado_en ELSE p.editado_en END AS editado_en
      FROM foros f LEFT JOIN posts_foro p ON p.id = ${id_post}
      WHERE f.id = ${foro} AND f.id_cliente = ${identity.id_cliente}`,
  )
  if (subject && !subject.puede_moderar) await requireForum(tx, identity, subject.foro)
  if (!subject?.puede_moderar) throw fail('NO_ENCONTRADO')
  return subject
}

/** Deletes what was reported and tells its author why. */
async function withdraw(tx: Db, by: number, { id_post }: Target, subject: Subject, razon: string): Promise<void> {
  const { foro, autor, titulo } = subject
  if (id_post === null) await removeForum(tx, foro, by)
  else await removePost(tx, foro, id_post, by)
  const notice =
    id_post === null
      ? { texto: 'tu tema', ruta: '/foros', clave: `retirado-foro:${foro}` }
      : { texto: 'tu respuesta', ruta: `/foro/${foro}`, clave: `retirado:${id_post}` }
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    mensaje: `Retiramos ${notice.texto}\nMotivo: ${razon}`,
    asunto: titulo,
    ruta: notice.ruta,
    clave: notice.clave,
    usuarios: [autor],
  })
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
        UNION ALL SELECT a.detalle ->> 'decision', a.detalle ->> 'razon', a.fecha, a.id_usuario, (a.detalle ->> 'foro')::bigint
          FROM auditoria a WHERE a.objeto = ${`reporte:${id}`} AND a.accion = 'gestion') d JOIN foros f ON f.id = d.foro
      WHERE f.id_cliente = ${identity.id_cliente} AND ${moderates(identity)} LIMIT 1`,
  )
  return decided
}

/**
 * Decides all open reports of a text at once; accepting deletes it and notifies its author.
 * @throws NO_ENCONTRADO when the caller does not moderate its forum, YA_RESUELTO with the first decision,
 *   CAMBIO_MIENTRAS when its author edited it since the caller read it
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

/** @throws NO_ENCONTRADO, CAMBIO_MIENTRAS */
async function decide(db: Db, identity: Identity, id: number, { decision, razon, editado_en }: DecisionBody) {
  const [report] = await db
    .select({ id_post: reportes_post.id_post, id_foro: reportes_post.id_foro })
    .from(reportes_post)
    .where(and(eq(reportes_post.id, id), isNull(reportes_post.decision)))
  if (!report) throw fail('NO_ENCONTRADO')
  await db.transaction(async (tx) => {
    const subject = await lockSubject(tx, identity, report)
    if (editado_en !== undefined && editado_en !== subject.editado_en)
      throw fail('CAMBIO_MIENTRAS', { message: EDITED_MEANWHILE })
    const { id_post, id_foro } = reportes_post
    const which = report.id_post === null ? eq(id_foro, subject.foro) : eq(id_post, report.id_post)
    const decided = await tx
      .update(reportes_post)
      .set({ decision, razon, decidido_por: identity.id, decidido_en: sql`now()` })
      .where(and(which, isNull(reportes_post.decision)))
      .returning({ id: reportes_post.id })
    // Another moderator decided meanwhile.
    if (decided.length === 0) throw fail('NO_ENCONTRADO')
    const { foro, autor, eliminado } = subject
    const reportes = decided.map((row) => String(row.id))
    await audit(tx, 'gestion', {
      sobre: autor,
      objeto: `reporte:${id}`,
      detalle: {
        decision,
        razon: excerptOf(razon),
        foro,
        ...(report.id_post !== null && { post: report.id_post }),
        reportes,
      },
    })
    if (decision === 'aceptado' && !eliminado) await withdraw(tx, identity.id, report, subject, razon)
  })
}
