import type { LiveNotice, Notification, NotificationEvent, Preference } from '@campus/contract/notifications'
import { MAX_UNREAD, NOTIFICATION_EVENTS } from '@campus/contract/rules'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Db, isAnyOf, query } from '../../platform/db/database.ts'
import { argument, prepared } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import { pageOfRows } from '../../platform/http/http.ts'
import { excerptOf, type Grouped, groupedText, MAX_EXCERPT } from './grouped-text.ts'
import { notificaciones, notificaciones_contadas, preferencias_notificacion } from './notifications.tables.ts'

/** PostgreSQL channel that names the users whose notifications changed. */
export const CHANNEL = 'notificaciones'

const MAIL_BY_DEFAULT: readonly NotificationEvent[] = [
  'matricula',
  'certificado',
  'calificacion',
  'referido',
  'comunicado',
]

export type NotificationInput = {
  evento: NotificationEvent
  tipo: Notification['tipo']
  /** Its first line says what happened, in at most 30 letters or beginning with it; details follow in further lines. */
  mensaje: string
  /** The course, topic, class or order that it is about. */
  asunto?: string
  ruta?: string
  /** Identifies the event; a repetition is ignored. */
  clave: string
  usuarios: number[]
  /** Events of one group count in one row until it is read. */
  grupo?: { nombre: string; autor: number; post?: number | undefined; comentario?: number }
  /** No mail whatever the preferences, for users created from files. */
  silent?: boolean
}

/** The last authors of `notificaciones n`, and the newest post or comment while it stands. */
export const GROUP_COLUMNS = sql`n.cuenta, n.asunto, cardinality(n.autores) AS personas,
  coalesce((SELECT json_agg(json_build_object('id', u.id, 'nombres', u.nombres, 'apellidos', u.apellidos, 'foto_perfil', u.foto_perfil)
    ORDER BY a.turno) FROM unnest(n.autores[1:3]) WITH ORDINALITY AS a (id, turno) JOIN usuarios u ON u.id = a.id), '[]') AS autores,
  coalesce((SELECT left(p.texto, ${MAX_EXCERPT + 1}) FROM posts_foro p WHERE p.id = n.id_post AND p.eliminado_en IS NULL),
    (SELECT left(c.comentario, ${MAX_EXCERPT + 1}) FROM comentarios c WHERE c.id = n.id_comentario AND c.eliminado_en IS NULL)) AS extracto`

const columns = sql`n.id, n.tipo, n.mensaje, n.evento, n.fecha_envio, n.estado, n.ruta, ${GROUP_COLUMNS}`

type NoticeRow = Notification & Grouped

function noticeOf(row: NoticeRow): Notification {
  const { evento: _, personas: __, ...notice } = row
  return { ...notice, mensaje: groupedText(row), extracto: excerptOf(row) }
}

/** Writes notifications, and announces it to those whom `written` returns as `id_usuario`. PostgreSQL delivers it on commit. */
const writeAndAnnounce = (db: Db, written: SQL) =>
  db.execute(sql`WITH written AS (${written})
    SELECT pg_notify(${CHANNEL}, w.id_usuario::text) FROM (SELECT DISTINCT id_usuario FROM written) w`)

const WHOSE = { id_usuario: notificaciones.id_usuario }

/** Notifies users by their preferences (docs/product/accounts.md 7.1), in the caller's transaction; idempotent. */
export async function notify(db: Db, input: NotificationInput): Promise<void> {
  const { grupo } = input
  if (input.usuarios.length === 0) return
  const usuarios = grupo ? await notYetNotified(db, input) : input.usuarios
  if (usuarios.length === 0) return
  const filtered = { ...input, usuarios }
  await writeAndAnnounce(db, grupo ? countInGroup(filtered, grupo) : insertOnce(filtered))
}

type OwnNotice = Pick<NotificationInput, 'mensaje' | 'clave'> & { usuario: number; asunto: string; ruta: string }

/** {@link notify} with a text and a place of its own for each user; one statement, because a class may pass at once. */
export async function notifyEach(
  db: Db,
  { evento, tipo, silent }: Pick<NotificationInput, 'evento' | 'tipo' | 'silent'>,
  notices: OwnNotice[],
): Promise<void> {
  if (notices.length === 0) return
  const column = (name: keyof OwnNotice) => sql.param(notices.map((notice) => notice[name]))
  const wanted = recipients({ evento, silent, usuarios: [...new Set(notices.map(({ usuario }) => usuario))] })
  await writeAndAnnounce(
    db,
    sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, asunto, ruta, clave, evento, en_campus, correo)
      SELECT r.id, ${tipo}, v.mensaje, v.asunto, v.ruta, v.clave, ${evento}, r.en_campus, r.correo
      FROM unnest(${column('usuario')}::bigint[], ${column('mensaje')}::text[], ${column('asunto')}::text[],
        ${column('ruta')}::text[], ${column('clave')}::text[])
        WITH ORDINALITY AS v (usuario, mensaje, asunto, ruta, clave, lugar)
      JOIN (${wanted}) r ON r.id = v.usuario ORDER BY v.lugar
      ON CONFLICT (id_usuario, clave) DO NOTHING RETURNING id_usuario`,
  )
}

type Recipients = Pick<NotificationInput, 'evento' | 'usuarios' | 'silent'>

/** Who wants it, and where; one statement, because a forum may have thousands of followers. */
function recipients({ evento, usuarios, silent = false }: Recipients): SQL {
  const mailByDefault = MAIL_BY_DEFAULT.includes(evento)
  return sql`SELECT u.id, coalesce(p.campus, true) AS en_campus,
      CASE WHEN NOT ${silent}::boolean AND coalesce(p.correo, ${mailByDefault}::boolean) THEN 'pendiente' ELSE 'no' END AS correo
    FROM unnest(${sql.param(usuarios)}::bigint[]) AS u (id)
    LEFT JOIN preferencias_notificacion p ON p.id_usuario = u.id AND p.evento = ${evento}
    WHERE coalesce(p.campus, true) OR coalesce(p.correo, ${mailByDefault}::boolean)`
}

/** How many of these users an event would reach, and how many of them by mail. */
export async function countRecipients(db: Db, evento: NotificationEvent, usuarios: number[]) {
  const [row] = await query<{ personas: number; correos: number }>(
    db,
    sql`SELECT count(*)::int AS personas, count(*) FILTER (WHERE r.correo <> 'no')::int AS correos
      FROM (${recipients({ evento, usuarios })}) r`,
  )
  return row ?? { personas: 0, correos: 0 }
}

/** Records the event for those it has not been counted for, by this or a nearer reason. */
async function notYetNotified(db: Db, input: NotificationInput): Promise<number[]> {
  const rows = await query<{ id_usuario: number }>(
    db,
    sql`INSERT INTO notificaciones_contadas (id_usuario, clave) SELECT r.id, ${input.clave} FROM (${recipients(input)}) r
      ORDER BY r.id ON CONFLICT DO NOTHING RETURNING id_usuario`,
  )
  return rows.map(({ id_usuario }) => id_usuario)
}

const insertOnce = (input: NotificationInput): SQL => sql`
  INSERT INTO notificaciones (id_usuario, tipo, mensaje, asunto, ruta, clave, evento, en_campus, correo)
  SELECT r.id, ${input.tipo}, ${input.mensaje}, ${input.asunto ?? null}::text, ${input.ruta ?? null}, ${input.clave}, ${input.evento}, r.en_campus, r.correo
  FROM (${recipients(input)}) r
  ON CONFLICT (id_usuario, clave) DO NOTHING
  RETURNING id_usuario`

const MAX_AUTHORS = 100
// After a mail was sent, `proximo_intento` is still about the time of sending.
const MAIL_AGAIN = sql`excluded.correo = 'pendiente' AND (n.correo = 'no' OR n.correo = 'enviado' AND n.proximo_intento < now() - interval '1 day')`

/**
 * Adds one to each recipient's open row, or opens one. `ruta` stays that of the first event, where reading continues.
 * A group is mailed once a day at most. Ordered, so that two jobs lock the rows of their recipients in the same order.
 */
const countInGroup = (input: NotificationInput, grupo: NonNullable<NotificationInput['grupo']>): SQL => sql`
  INSERT INTO notificaciones AS n (id_usuario, tipo, mensaje, ruta, clave, evento, en_campus, correo, grupo, abierta, autores, asunto, id_post, id_comentario)
  SELECT r.id, ${input.tipo}, ${input.mensaje}, ${input.ruta ?? null}, ${input.clave}, ${input.evento}, r.en_campus, r.correo,
    ${grupo.nombre}, true, ARRAY[${grupo.autor}::bigint], ${input.asunto ?? null}::text, ${grupo.post ?? null}::bigint, ${grupo.comentario ?? null}::bigint
  FROM (${recipients(input)}) r ORDER BY r.id
  ON CONFLICT (id_usuario, evento, grupo) WHERE abierta DO UPDATE SET
    cuenta = n.cuenta + 1, mensaje = excluded.mensaje, asunto = excluded.asunto, fecha_envio = now(), en_campus = excluded.en_campus,
    autores = (excluded.autores || array_remove(n.autores, excluded.autores[1]))[1:${MAX_AUTHORS}::int],
    id_post = greatest(n.id_post, excluded.id_post), id_comentario = greatest(n.id_comentario, excluded.id_comentario),
    correo = CASE WHEN ${MAIL_AGAIN} THEN 'pendiente' ELSE n.correo END,
    intentos = CASE WHEN ${MAIL_AGAIN} THEN 0 ELSE n.intentos END, rechazos = CASE WHEN ${MAIL_AGAIN} THEN 0 ELSE n.rechazos END,
    proximo_intento = CASE WHEN ${MAIL_AGAIN} THEN now() ELSE n.proximo_intento END
  RETURNING n.id_usuario`

const SHOWN = sql`n.en_campus`
const NEWEST_FIRST = sql`n.fecha_envio DESC, n.id DESC`

const unreadOf = prepared<NoticeRow, { usuario: number }>(
  sql`SELECT ${columns} FROM notificaciones n WHERE n.id_usuario = ${argument('usuario')} AND n.estado = 1 AND ${SHOWN}
    ORDER BY ${NEWEST_FIRST} LIMIT ${sql.raw(String(MAX_UNREAD))}`,
)

export async function listUnread(db: Db, usuario: number): Promise<Notification[]> {
  return (await unreadOf(db, { usuario })).map(noticeOf)
}

const pageOfNotices = prepared<NoticeRow, { usuario: number; limit: number; offset: number }>(
  sql`SELECT ${columns} FROM notificaciones n WHERE n.id_usuario = ${argument('usuario')} AND ${SHOWN}
    ORDER BY ${NEWEST_FIRST} LIMIT ${argument('limit')} OFFSET ${argument('offset')}`,
)

export async function listAll(db: Db, usuario: number, page: number, perPage: number) {
  const shown = and(eq(notificaciones.id_usuario, usuario), eq(notificaciones.en_campus, true))
  const total = await db.$count(notificaciones, shown)
  const rows = await pageOfNotices(db, { usuario, limit: perPage, offset: (page - 1) * perPage })
  return pageOfRows(rows.map(noticeOf), total, page, perPage)
}

export async function noticesOf(db: Db, people: number[]): Promise<Map<number, LiveNotice>> {
  const rows = await query<{ usuario: number; sin_leer: number; notificacion: NoticeRow | null }>(
    db,
    sql`SELECT p.id AS usuario,
        (SELECT count(*) FROM notificaciones n WHERE n.id_usuario = p.id AND n.en_campus AND n.estado = 1) AS sin_leer,
        (SELECT to_json(t) FROM (SELECT ${columns} FROM notificaciones n WHERE n.id_usuario = p.id AND ${SHOWN}
          AND n.estado = 1 ORDER BY ${NEWEST_FIRST} LIMIT 1) t) AS notificacion
      FROM unnest(${sql.param(people)}::bigint[]) AS p (id)`,
  )
  return new Map(
    rows.map(({ usuario, sin_leer, notificacion }) => [
      usuario,
      { sin_leer, notificacion: notificacion && noticeOf(notificacion) },
    ]),
  )
}

/** Idempotent; `estado` is 0 for read, 1 for unread. @throws NO_ENCONTRADO */
export async function setRead(db: Db, usuario: number, id: number, estado: 0 | 1): Promise<Notification> {
  return db.transaction(async (tx) => {
    const [row] = await query<NoticeRow>(
      tx,
      sql`UPDATE notificaciones n SET estado = ${estado}::int, abierta = abierta AND ${estado}::int = 1
        WHERE n.id = ${id} AND n.id_usuario = ${usuario} AND ${SHOWN} RETURNING ${columns}`,
    )
    if (!row) throw fail('NO_ENCONTRADO')
    await tx.execute(sql`SELECT pg_notify(${CHANNEL}, ${String(usuario)})`)
    return noticeOf(row)
  })
}

export async function setAllRead(db: Db, usuario: number): Promise<void> {
  const unread = and(eq(notificaciones.id_usuario, usuario), eq(notificaciones.estado, 1))
  const read = db.update(notificaciones).set({ estado: 0, abierta: false }).where(unread)
  await writeAndAnnounce(db, read.returning(WHOSE).getSQL())
}

const READ_BY_READING = {
  estado: 0,
  abierta: false,
  correo: sql`CASE WHEN ${notificaciones.correo} = 'pendiente' AND ${notificaciones.intentos} = 0 THEN 'no' ELSE ${notificaciones.correo} END`,
}

/** Reading a forum reads its notifications up to that post, and cancels mails that are still to be sent. */
export async function setGroupRead(tx: Db, usuario: number, grupo: string, lastPost: number): Promise<void> {
  const { id, id_post } = notificaciones
  const mine = and(
    eq(notificaciones.id_usuario, usuario),
    eq(notificaciones.grupo, grupo),
    eq(notificaciones.estado, 1),
  )
  // Locked first, so that the condition sees the posts that a concurrent notification counted.
  const held = await tx.select({ id }).from(notificaciones).where(mine).orderBy(id).for('update')
  if (held.length === 0) return
  const ids = held.map((row) => row.id)
  const reached = sql`(${id_post} IS NULL OR ${id_post} <= ${lastPost} OR NOT EXISTS (SELECT 1 FROM posts_foro p
    WHERE p.id = ${id_post} AND p.eliminado_en IS NULL))`
  const read = tx
    .update(notificaciones)
    .set(READ_BY_READING)
    .where(and(isAnyOf(id, ids), reached))
  await writeAndAnnounce(tx, read.returning(WHOSE).getSQL())
}

/** Whether there is anything for {@link setRoutesRead}. */
export const hasUnread = (usuario: SQL, grupo: SQL): SQL =>
  sql`EXISTS (SELECT FROM notificaciones n WHERE n.id_usuario = ${usuario} AND n.estado = 1 AND n.grupo = ${grupo})`

/** Reading what unread rows of a group lead to reads them. */
export async function setRoutesRead(db: Db, usuario: number, grupo: string, rutas: string[]): Promise<void> {
  const read = db
    .update(notificaciones)
    .set(READ_BY_READING)
    .where(
      and(
        eq(notificaciones.id_usuario, usuario),
        eq(notificaciones.grupo, grupo),
        eq(notificaciones.estado, 1),
        isAnyOf(notificaciones.ruta, rutas),
      ),
    )
  await writeAndAnnounce(db, read.returning(WHOSE).getSQL())
}

/** What it is about is gone for everyone. */
export async function closeGroup(tx: Db, grupo: string): Promise<void> {
  const open = and(eq(notificaciones.grupo, grupo), eq(notificaciones.abierta, true))
  await writeAndAnnounce(tx, tx.update(notificaciones).set(READ_BY_READING).where(open).returning(WHOSE).getSQL())
}

/** One row per event, with the defaults filled in. */
export async function listPreferences(db: Db, usuario: number): Promise<Preference[]> {
  const rows = await db
    .select()
    .from(preferencias_notificacion)
    .where(eq(preferencias_notificacion.id_usuario, usuario))
  const events = Object.keys(NOTIFICATION_EVENTS) as NotificationEvent[]
  return events.map((evento) => {
    const row = rows.find((candidate) => candidate.evento === evento)
    return { evento, campus: row?.campus ?? true, correo: row?.correo ?? MAIL_BY_DEFAULT.includes(evento) }
  })
}

export async function setPreference(db: Db, usuario: number, { evento, campus, correo }: Preference): Promise<void> {
  await db
    .insert(preferencias_notificacion)
    .values({ id_usuario: usuario, evento, campus, correo })
    .onConflictDoUpdate({
      target: [preferencias_notificacion.id_usuario, preferencias_notificacion.evento],
      set: { campus, correo },
    })
}

export async function forgetNotifications(tx: Db, usuario: number): Promise<void> {
  await tx.delete(notificaciones).where(eq(notificaciones.id_usuario, usuario))
  await tx.delete(notificaciones_contadas).where(eq(notificaciones_contadas.id_usuario, usuario))
  await tx.delete(preferencias_notificacion).where(eq(preferencias_notificacion.id_usuario, usuario))
}
