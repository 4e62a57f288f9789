import type { NotificationEvent } from '@campus/contract/notifications'
import { NOTIFICATION_EVENTS } from '@campus/contract/rules'
import { quoted } from '@campus/contract/texts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { brandedLetter, greetingTo, type MailBrand, mailboxOf } from '../../kit/mail-layout/mail-layout.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/http/http.ts'
import { countUse, limit } from '../../platform/http/throttle.ts'
import type { Letter } from '../../platform/mail.ts'
import { brandOfMail } from '../brands/brands.ts'
import { excerptOf, type Grouped, wholeText } from './grouped-text.ts'
import { notificaciones } from './notifications.tables.ts'
import { GROUP_COLUMNS } from './notifications.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

const MAILS = limit('correo_avisos', 20, 60 * 60)

/** Backoff after each refusal; after the last one the mail has failed. */
export const RETRY_MINUTES = [5, 15, 60, 3 * 60, 8 * 60, 12 * 60, 24 * 60]
/** Backoff while the mail server is unavailable; the last value repeats. */
const UNAVAILABLE_RETRY_MINUTES = [5, 10, 20, 40, 60]
/** Two days: a server that hangs up after taking a mail would otherwise get copies for ever. */
const MAX_UNAVAILABLE = 50
/** Longer than sending may take (platform/mail.ts), so that no other process sends a claimed mail. */
const LEASE_MINUTES = 3
/** Below the expiry of the job, which starts again within a minute; brands are read once a run. */
const MAX_RUN_MS = 30 * 60_000

type ClaimedMail = Grouped & {
  id: number
  intentos: number
  rechazos: number
  id_usuario: number
  ruta: string | null
  correo: string
  nombres: string
  id_cliente: number
}

type MailDeps = Pick<Deps, 'db' | 'mail' | 'signer' | 'config'>
/** Those of a run, so that each is read once. */
type Brands = Map<number, MailBrand>

/** Heading and button of a mail by its event. */
const WORDS: Record<NotificationEvent, [title: string, button: string]> = {
  matricula: ['Tu curso te espera', 'Empezar ahora'],
  certificado: ['Tu certificado', 'Ver mi certificado'],
  respuesta: ['Tienes una respuesta', 'Leer la respuesta'],
  mencion: ['Te mencionaron', 'Leer el mensaje'],
  foro: ['Hay novedades en un foro que sigues', 'Leer el foro'],
  calificacion: ['Tu nota', 'Ver mi examen'],
  sesion: ['Tu clase en vivo se acerca', 'Ir a la clase'],
  cumpleanos: ['¡Feliz cumpleaños!', 'Entrar al campus'],
  referido: ['Ganaste puntos por tu invitación', 'Ver mis referidos'],
  comunicado: ['Un mensaje de tu academia', 'Entrar al campus'],
  aviso: ['Un aviso de tu academia', 'Ver en el campus'],
}

type MailError = { code?: unknown; command?: unknown; responseCode?: unknown }

/** Whether the mail server refused this one mail, its recipient or its text, so that others may go through. */
export function isRefusal({ code, command, responseCode }: MailError): boolean {
  if (responseCode === 421 || command === 'MAIL FROM') return false
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}

const isRefusedMail = (error: unknown): boolean => error instanceof Error && isRefusal(error as MailError)

function letterOf({ signer, config: { publicUrl } }: MailDeps, row: ClaimedMail, brand: MailBrand): Promise<Letter> {
  const { title: subject, details } = wholeText(row)
  const extract = excerptOf(row)
  const [title, label] = WORDS[row.evento ?? 'aviso']
  const optional = row.evento && {
    reason: `Recibes este correo por tu preferencia «${NOTIFICATION_EVENTS[row.evento]}».`,
    preferences: brand.link('/notificaciones/preferencias'),
    unsubscribe: unsubscribeUrl(signer, publicUrl, row.id_usuario, row.evento),
  }
  return brandedLetter({
    brand,
    to: row.correo,
    subject,
    title,
    greeting: greetingTo(row.nombres),
    lines: [subject, details, extract ? quoted(extract) : ''].filter(Boolean),
    button: { label, url: brand.link(row.ruta ?? '/notificaciones') },
    messageId: `<notificacion-${row.id}${row.cuenta > 1 ? `-${row.cuenta}` : ''}@${new URL(publicUrl).hostname}>`,
    ...(optional && { optional }),
  })
}

/** Counts the attempt before it is made, so that a crash cannot repeat a mail for ever. */
async function claimNext(db: Db): Promise<ClaimedMail | undefined> {
  const [row] = await query<ClaimedMail>(
    db,
    // Materialized: a plan that runs the subquery again would claim more mails than it returns.
    sql`WITH due AS MATERIALIZED (SELECT id FROM notificaciones WHERE correo = 'pendiente' AND proximo_intento <= now()
        ORDER BY intentos, proximo_intento, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      UPDATE notificaciones n
      SET intentos = n.intentos + 1, proximo_intento = now() + make_interval(mins => ${LEASE_MINUTES})
      FROM due, usuarios u
      WHERE n.id = due.id AND u.id = n.id_usuario
      RETURNING n.id, n.intentos, n.rechazos, n.id_usuario, n.evento, n.mensaje, n.ruta, u.correo, u.nombres, u.id_cliente, ${GROUP_COLUMNS}`,
  )
  return row
}

/** Without `minutes` the mail has failed. */
async function postpone(
  db: Db,
  { id, rechazos }: Pick<ClaimedMail, 'id' | 'rechazos'>,
  minutes?: number,
): Promise<void> {
  const next =
    minutes === undefined
      ? { correo: 'fallido' as const }
      : { proximo_intento: sql`now() + make_interval(mins => ${minutes})` }
  await db
    .update(notificaciones)
    .set({ rechazos, ...next })
    .where(eq(notificaciones.id, id))
}

async function setMail(db: Db, id: number, correo: 'enviado' | 'no'): Promise<void> {
  await db.update(notificaciones).set({ correo }).where(eq(notificaciones.id, id))
}

/** Limited per mailbox, whose owner may be a stranger. @throws when the server is unavailable */
async function sendClaimed(deps: MailDeps, row: ClaimedMail, brands: Brands): Promise<boolean> {
  const { db, mail } = deps
  if (row.intentos === 1 && (await countUse(db, MAILS, mailboxOf(row.correo)))) {
    await setMail(db, row.id, 'no')
    return false
  }
  try {
    const brand = brands.get(row.id_cliente) ?? (await brandOfMail(db, row.id_cliente, deps.config.publicUrl))
    brands.set(row.id_cliente, brand)
    await mail.send(await letterOf(deps, row, brand))
  } catch (error) {
    if (!isRefusedMail(error)) {
      const unavailable = row.intentos - row.rechazos
      await postpone(
        db,
        row,
        unavailable < MAX_UNAVAILABLE
          ? (UNAVAILABLE_RETRY_MINUTES[unavailable - 1] ?? UNAVAILABLE_RETRY_MINUTES.at(-1))
          : undefined,
      )
      throw error
    }
    await postpone(db, { id: row.id, rechazos: row.rechazos + 1 }, RETRY_MINUTES[row.rechazos])
    return false
  }
  await setMail(db, row.id, 'enviado')
  return true
}

/**
 * Sends due mails, as many at once as there are connections, and returns how many; a crash repeats only those under way.
 * @throws when the mail server is unavailable
 */
export async function sendPendingMails(deps: MailDeps, stop?: AbortSignal): Promise<number> {
  const over = new AbortController()
  const ended = AbortSignal.any([over.signal, AbortSignal.timeout(MAX_RUN_MS), ...(stop ? [stop] : [])])
  const brands: Brands = new Map()
  let sent = 0
  async function sendNext(): Promise<void> {
    const row = await claimNext(deps.db)
    if (!row) over.abort()
    else if (await sendClaimed(deps, row, brands)) sent += 1
  }
  async function sendUntilEnd(): Promise<void> {
    try {
      while (!ended.aborted) await sendNext()
    } finally {
      over.abort()
    }
  }
  // The first alone, so that a run asks an unavailable server once.
  if (!ended.aborted) await sendNext()
  const loops = await Promise.allSettled(Array.from({ length: deps.config.smtpConnections }, sendUntilEnd))
  const failed = loops.find((loop) => loop.status === 'rejected')
  if (failed) throw failed.reason
  return sent
}

export const countFailedMails = (db: Db): Promise<number> =>
  db.$count(notificaciones, eq(notificaciones.correo, 'fallido'))

/** Sends those that `which` selects again, or all. */
export const requeueMails = (db: Db, which?: SQL): Promise<{ id: number; usuario: number }[]> =>
  db
    .update(notificaciones)
    .set({ correo: 'pendiente', intentos: 0, rechazos: 0, proximo_intento: sql`now()` })
    .where(and(eq(notificaciones.correo, 'fallido'), which))
    .returning({ id: notificaciones.id, usuario: notificaciones.id_usuario })

export const retryFailedMails = async (db: Db): Promise<number> => (await requeueMails(db)).length
