import type { LiveNotice, Notification, NotificationEvent, Preference } from '@campus/contract/notifications'
import { MOST_UNREAD, NOTIFICATION_EVENTS } from '@campus/contract/rules'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { fail } from '../../platform/http/failures.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { notificaciones, preferencias_notificacion } from './notifications.tables.ts'

/** PostgreSQL channel on which every copy of the program hears whose notifications changed. */
export const CHANNEL = 'notificaciones'

/** Events whose mail is on unless the person switches it off; the others are off. */
const MAIL_BY_DEFAULT: readonly NotificationEvent[] = ['matricula', 'certificado', 'calificacion']

/** Something that happened to people. */
export type Happening = {
  evento: NotificationEvent
  tipo: Notification['tipo']
  mensaje: string
  /** The exact place it speaks of. */
  ruta?: string
  /** Names the happening: told twice, it is written once. */
  clave: string
  usuarios: number[]
  /** No mail, whatever the preferences: for people that a load of files invents. */
  silent?: boolean
}

const columns = {
  id: notificaciones.id,
  tipo: notificaciones.tipo,
  mensaje: notificaciones.mensaje,
  fecha_envio: notificaciones.fecha_envio,
  estado: notificaciones.estado,
  ruta: notificaciones.ruta,
}

/** Tells every copy of the program, when the transaction commits, that these people's notifications changed. */
async function announce(db: Db, usuarios: number[]): Promise<void> {
  if (usuarios.length === 0) return
  await db.execute(sql`SELECT pg_notify(${CHANNEL}, u::text) FROM unnest(${sql.param(usuarios)}::int[]) u`)
}

/**
 * Writes a notification for each person, in the caller's transaction and as each one's preferences say
 * (campus.md section 3). Repeating it writes nothing more.
 */
export async function notify(
  db: Db,
  { evento, tipo, mensaje, ruta, clave, usuarios, silent = false }: Happening,
): Promise<void> {
  if (usuarios.length === 0) return
  const mailed = MAIL_BY_DEFAULT.includes(evento)
  // One statement: a forum or an academy may have thousands of readers.
  const written = await query<{ id_usuario: number }>(
    db,
    sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, ruta, clave, en_campus, correo)
      SELECT u.id, ${tipo}, ${mensaje}, ${ruta ?? null}, ${clave}, coalesce(p.campus, true),
        CASE WHEN NOT ${silent}::boolean AND coalesce(p.correo, ${mailed}::boolean) THEN 'pendiente' ELSE 'no' END
      FROM unnest(${sql.param(usuarios)}::int[]) AS u (id)
      LEFT JOIN preferencias_notificacion p ON p.id_usuario = u.id AND p.evento = ${evento}
      WHERE coalesce(p.campus, true) OR coalesce(p.correo, ${mailed}::boolean)
      ON CONFLICT (id_usuario, clave) DO NOTHING
      RETURNING id_usuario`,
  )
  await announce(
    db,
    written.map(({ id_usuario }) => id_usuario),
  )
}

const visible = eq(notificaciones.en_campus, true)
const unread = eq(notificaciones.estado, 1)

const newestFirst = [desc(notificaciones.fecha_envio), desc(notificaciones.id)]
const shownTo = (usuario: number) => and(eq(notificaciones.id_usuario, usuario), visible)

/** The unread ones, newest first, {@link MOST_UNREAD} at most. */
export const listUnread = (db: Db, usuario: number): Promise<Notification[]> =>
  db
    .select(columns)
    .from(notificaciones)
    .where(and(shownTo(usuario), unread))
    .orderBy(...newestFirst)
    .limit(MOST_UNREAD)

/** A page of all of them, newest first. */
export async function listAll(db: Db, usuario: number, page: number, perPage: number) {
  const total = await db.$count(notificaciones, shownTo(usuario))
  const data = await db
    .select(columns)
    .from(notificaciones)
    .where(shownTo(usuario))
    .orderBy(...newestFirst)
    .limit(perPage)
    .offset((page - 1) * perPage)
  return pageOfRows(data, total, page, perPage)
}

/** How many each of these people has unread, and the newest of them, for the live streams. */
export async function noticesOf(db: Db, people: number[]): Promise<Map<number, LiveNotice>> {
  const rows = await query<LiveNotice & { usuario: number }>(
    db,
    sql`SELECT p.id AS usuario,
        (SELECT count(*) FROM notificaciones n WHERE n.id_usuario = p.id AND n.en_campus AND n.estado = 1) AS sin_leer,
        (SELECT to_json(t) FROM (SELECT n.id, n.tipo, n.mensaje, n.fecha_envio, n.estado, n.ruta FROM notificaciones n WHERE n.id_usuario = p.id AND n.en_campus
          AND n.estado = 1 ORDER BY n.fecha_envio DESC, n.id DESC LIMIT 1) t) AS notificacion
      FROM unnest(${sql.param(people)}::int[]) AS p (id)`,
  )
  return new Map(rows.map(({ usuario, ...notice }) => [usuario, notice]))
}

/**
 * Sets a notification read (`estado` 0) or, for who wants to come back to it, unread again (1). Repeatable.
 * @throws NO_ENCONTRADO when it is not the person's
 */
export async function setRead(db: Db, usuario: number, id: number, estado: 0 | 1): Promise<Notification> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(notificaciones)
      .set({ estado })
      .where(and(eq(notificaciones.id, id), eq(notificaciones.id_usuario, usuario), visible))
      .returning(columns)
    if (!row) throw fail('NO_ENCONTRADO')
    await announce(tx, [usuario])
    return row
  })
}

/** Sets all of a person's notifications read. */
export async function setAllRead(db: Db, usuario: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(notificaciones)
      .set({ estado: 0 })
      .where(and(eq(notificaciones.id_usuario, usuario), unread))
    await announce(tx, [usuario])
  })
}

/** A person's switches, one row per event, with the defaults filled in. */
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

/** Keeps one switch row. */
export async function setPreference(db: Db, usuario: number, { evento, campus, correo }: Preference): Promise<void> {
  await db
    .insert(preferencias_notificacion)
    .values({ id_usuario: usuario, evento, campus, correo })
    .onConflictDoUpdate({
      target: [preferencias_notificacion.id_usuario, preferencias_notificacion.evento],
      set: { campus, correo },
    })
}

/** Removes a person's notifications and switches, when their account is deleted. */
export async function forgetNotifications(tx: Db, usuario: number): Promise<void> {
  await tx.delete(notificaciones).where(eq(notificaciones.id_usuario, usuario))
  await tx.delete(preferencias_notificacion).where(eq(preferencias_notificacion.id_usuario, usuario))
}
