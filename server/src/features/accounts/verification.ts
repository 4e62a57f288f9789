import { VERIFY_HOURS } from '@campus/contract/rules'
import { MAIL_TAKEN_SINCE_TEXT } from '@campus/contract/student-account'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail, hasCode, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { restablecimientos, usuarios, verificaciones_correo } from './accounts.tables.ts'
import { lockActive } from './invitations.ts'
import { confirmChange, TAKEN } from './mail-changes.ts'
import { hashToken, newToken, type Origin } from './sessions.ts'

export const LINK_TRIES = limit('restablecer_direccion', 40, 60 * 60)
const VERIFICATION_MAILS = limit('correo_verificacion_usuario', 3, 60 * 60)

export const VERIFICATION_MAIL = 'correo-verificacion'

const { hash, id_usuario, expira_en, correo } = verificaciones_correo

/** Creates a single-use link and ends older ones, not that of another mail; null when the mail is verified already. */
export async function createVerificationLink(db: Db, id: number) {
  const { token, hash } = newToken()
  return db.transaction(async (tx) => {
    const user = await lockActive(tx, id)
    if (!user || user.correo_verificado_en !== null) return null
    await tx.delete(verificaciones_correo).where(and(eq(id_usuario, id), isNull(correo)))
    const expira_en = sql`now() + make_interval(hours => ${VERIFY_HOURS})`
    await tx.insert(verificaciones_correo).values({ hash, id_usuario: id, expira_en })
    return { user, token }
  })
}

export const sendVerification = (db: Db, jobs: Jobs, { id, id_cliente }: Pick<Identity, 'id' | 'id_cliente'>) =>
  jobs.send(
    db,
    VERIFICATION_MAIL,
    mailJob({ id }, { marca: id_cliente, usuario: id, asunto: 'Confirmación del correo' }),
  )

/** @returns false when the mail is verified already. @throws DEMASIADOS_INTENTOS */
export async function requestVerification(db: Db, jobs: Jobs, { id, id_cliente }: Identity): Promise<boolean> {
  const [row] = await db.select({ desde: usuarios.correo_verificado_en }).from(usuarios).where(eq(usuarios.id, id))
  if (!row || row.desde !== null) return false
  await throttle(db, VERIFICATION_MAILS, String(id))
  await sendVerification(db, jobs, { id, id_cliente })
  return true
}

const liveLink = (id: number, token: string) =>
  and(eq(hash, hashToken(token)), eq(id_usuario, id), gt(expira_en, sql`now()`))

/** The mail that a link would give the account, without using it up. @throws ENLACE_INVALIDO, DEMASIADOS_INTENTOS */
export async function readMailLink(db: Db, id: number, token: string, { ip }: Origin) {
  await throttle(db, LINK_TRIES, ip)
  const [link] = await db
    .select({ correo })
    .from(verificaciones_correo)
    .innerJoin(usuarios, and(eq(usuarios.id, id_usuario), eq(usuarios.estado, 1)))
    .where(liveLink(id, token))
  if (!link) throw fail('ENLACE_INVALIDO')
  return link
}

/** Uses up the link of the mail. @throws ENLACE_INVALIDO, DATOS_INVALIDOS for a mail that is taken, DEMASIADOS_INTENTOS */
export async function verifyMail(db: Db, jobs: Jobs, id: number, token: string, { ip }: Origin): Promise<void> {
  await throttle(db, LINK_TRIES, ip)
  const verified = db.transaction(async (tx) => {
    const account = await lockActive(tx, id)
    if (!account) throw fail('ENLACE_INVALIDO')
    const [link] = await tx.delete(verificaciones_correo).where(liveLink(id, token)).returning({ correo })
    if (!link) throw fail('ENLACE_INVALIDO')
    if (link.correo === null) await confirmMail(tx, id)
    else await confirmChange(tx, jobs, account, link.correo)
    const detalle = { campos: [link.correo === null ? 'correo_verificado_en' : 'correo'] }
    await audit(tx, 'perfil_cambiado', { id_usuario: id, sobre: id, id_cliente: account.id_cliente, detalle })
  })
  await verified.catch((error) => {
    throw hasCode(error, TAKEN) ? invalid('correo', MAIL_TAKEN_SINCE_TEXT) : error
  })
}

/** Opening a mailed link proves that the user reads that mailbox. */
export async function confirmMail(tx: Db, idUsuario: number): Promise<void> {
  await tx
    .update(usuarios)
    .set({ correo_verificado_en: sql`now()` })
    .where(and(eq(usuarios.id, idUsuario), isNull(usuarios.correo_verificado_en)))
}

/** Tells a dead reset link before anything is typed, without using it up. @throws ENLACE_INVALIDO, DEMASIADOS_INTENTOS */
export async function checkResetLink(db: Db, id: number, token: string, { ip }: Origin): Promise<void> {
  await throttle(db, LINK_TRIES, ip)
  const { hash, id_usuario, usado_en, expira_en } = restablecimientos
  const live = and(eq(hash, hashToken(token)), eq(id_usuario, id), isNull(usado_en), gt(expira_en, sql`now()`))
  const [row] = await db
    .select({ id: id_usuario })
    .from(restablecimientos)
    .innerJoin(usuarios, and(eq(usuarios.id, id_usuario), eq(usuarios.estado, 1)))
    .where(live)
  if (!row) throw fail('ENLACE_INVALIDO')
}
