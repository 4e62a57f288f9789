import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { countUse } from '../../platform/http/throttle.ts'
import { isRefusedMail, type Letter, type Mail, mailboxOf } from '../../platform/mail.ts'
import { notificaciones } from './notifications.tables.ts'

/** Minutes until the next try after the first, second, ... refusal; after the last one the mail is given up. */
const WAITS = [5, 15, 60, 3 * 60, 8 * 60, 12 * 60, 24 * 60]
/** Minutes until the next try of a mail during which the mail server was away; it is never given up for that. */
const AWAY_WAIT = 5
/** Longer than one mail may take (platform/mail.ts): until then no other process sends a mail that was claimed. */
const LEASE_MINUTES = 3
/** One run; the next begins within a minute. */
const RUN_MS = 45_000

type Claimed = {
  id: number
  intentos: number
  mensaje: string
  ruta: string | null
  correo: string
  nombres: string
  marca: string
}

function letterOf(row: Claimed, publicUrl: string): Letter {
  const address = new URL(row.ruta ?? '/notificaciones', publicUrl).href
  const lines = [`Hola, ${row.nombres.split(' ')[0]}:`, '', row.mensaje, '', address, '', row.marca]
  const settings = `Cambia qué correos recibes en ${new URL('/notificaciones?vista=preferencias', publicUrl).href}`
  return {
    to: row.correo,
    subject: row.mensaje.length > 70 ? `${row.mensaje.slice(0, 69)}…` : row.mensaje,
    text: [...lines, '', settings].join('\n'),
    messageId: `<notificacion-${row.id}@${new URL(publicUrl).hostname}>`,
  }
}

/** Claims the mail that is due, those with the fewest tries first, and counts the try before it is made. */
async function claimNext(db: Db): Promise<Claimed | undefined> {
  const [row] = await query<Claimed>(
    db,
    sql`UPDATE notificaciones n
      SET intentos = n.intentos + 1, proximo_intento = now() + make_interval(mins => ${LEASE_MINUTES})
      FROM (SELECT id FROM notificaciones WHERE correo = 'pendiente' AND proximo_intento <= now()
        ORDER BY intentos, proximo_intento, id LIMIT 1 FOR UPDATE SKIP LOCKED) due, usuarios u, clientes c
      WHERE n.id = due.id AND u.id = n.id_usuario AND c.id = u.id_cliente
      RETURNING n.id, n.intentos, n.mensaje, n.ruta, u.correo, u.nombres, c.nombre AS marca`,
  )
  return row
}

async function postpone(db: Db, id: number, minutes: number): Promise<void> {
  await db
    .update(notificaciones)
    .set({ proximo_intento: sql`now() + make_interval(mins => ${minutes})` })
    .where(eq(notificaciones.id, id))
}

async function setMail(db: Db, id: number, correo: 'enviado' | 'fallido' | 'no'): Promise<void> {
  await db.update(notificaciones).set({ correo }).where(eq(notificaciones.id, id))
}

/**
 * Sends one claimed mail; whether it went out. Beyond what one mailbox may get in an hour it is only shown in the campus: an
 * account may name a stranger's address, and others decide how often it is mentioned.
 * @throws what the mail server said when it is away
 */
async function mailOne(db: Db, mail: Mail, publicUrl: string, row: Claimed): Promise<boolean> {
  if (row.intentos === 1 && (await countUse(db, 'correo_avisos', mailboxOf(row.correo)))) {
    await setMail(db, row.id, 'no')
    return false
  }
  try {
    await mail.send(letterOf(row, publicUrl))
  } catch (error) {
    if (!isRefusedMail(error)) {
      await postpone(db, row.id, AWAY_WAIT)
      throw error
    }
    const wait = WAITS[row.intentos - 1]
    if (wait === undefined) await setMail(db, row.id, 'fallido')
    else await postpone(db, row.id, wait)
    return false
  }
  await setMail(db, row.id, 'enviado')
  return true
}

/**
 * Mails the notifications that are due; how many went out. A refused one is tried again ever later, over two days, and then
 * given up; the others go on. Processes skip each other's. After a crash one mail at most goes out twice.
 * @throws the mail server's error when it is away, which ends the run
 */
export async function mailPending(db: Db, mail: Mail, publicUrl: string): Promise<number> {
  const end = performance.now() + RUN_MS
  let sent = 0
  while (performance.now() < end) {
    const row = await claimNext(db)
    if (!row) break
    if (await mailOne(db, mail, publicUrl, row)) sent += 1
  }
  return sent
}

/** How many mails of notifications were given up. */
export const countFailedMails = (db: Db): Promise<number> =>
  db.$count(notificaciones, eq(notificaciones.correo, 'fallido'))

/** Sends the mails that were given up again, as if for the first time; how many they are. */
export async function retryFailedMails(db: Db): Promise<number> {
  const rows = await db
    .update(notificaciones)
    .set({ correo: 'pendiente', intentos: 0, proximo_intento: sql`now()` })
    .where(eq(notificaciones.correo, 'fallido'))
    .returning({ id: notificaciones.id })
  return rows.length
}
