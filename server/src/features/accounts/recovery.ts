import type { SessionUser } from '@campus/contract/accounts'
import { RESET_MINUTES } from '@campus/contract/rules'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import { mailboxOf } from '../../kit/mail-layout/mail-layout.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle, throttleAll } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { restablecimientos, usuarios } from './accounts.tables.ts'
import { checkCurrentPassword, sessionUser } from './accounts.ts'
import { rejectCommon } from './common-passwords.ts'
import { insertLink, lockActive } from './invitations.ts'
import { type NewPassword, newPassword } from './passwords.ts'
import { endLogins } from './roles.ts'
import { hashToken, type Origin } from './sessions.ts'
import { confirmMail, LINK_TRIES } from './verification.ts'

const RECOVERIES = limit('recuperar_cuenta', 5, 60 * 60)
const RECOVERIES_OF_ADDRESS = limit('recuperar_direccion', 40, 60 * 60)

export const RECOVERY_MAIL = 'correo-recuperacion'

export const PASSWORD_MAIL = 'correo-contrasena'

/** The email is sent by a job, so that neither the response nor its time reveals whether the account exists. */
export async function requestReset(db: Db, jobs: Jobs, email: string, origin: Origin): Promise<void> {
  const account = email.toLowerCase()
  await throttleAll(db, [
    [RECOVERIES_OF_ADDRESS, origin.ip],
    [RECOVERIES, mailboxOf(account)],
  ])
  await jobs.send(db, RECOVERY_MAIL, { correo: account })
}

/** Creates a single-use link and ends older ones that were asked for; null when no account has that email. */
export async function createResetLink(db: Db, correo: string): Promise<{ user: SessionUser; token: string } | null> {
  const [user] = await db
    .select(sessionUser)
    .from(usuarios)
    .where(and(eq(sql`lower(${usuarios.correo})`, correo), eq(usuarios.estado, 1)))
  if (!user) return null
  return db.transaction(async (tx) => {
    // Its mail may have changed until the account was held: the link would open it from the old one.
    if ((await lockActive(tx, user.id))?.correo !== user.correo) return null
    const { token } = await insertLink(tx, user.id, 'recuperacion', RESET_MINUTES, { ends: true })
    return { user, token }
  })
}

/**
 * Also ends the other sessions, reset links and the calendar subscription.
 * @throws DATOS_INVALIDOS for a common password
 */
export async function setPassword(
  tx: Db,
  jobs: Jobs,
  idUsuario: number,
  { password, hash }: NewPassword,
  keepSession?: number,
): Promise<void> {
  const [row] = await tx
    .select({ correo: usuarios.correo, documento: usuarios.numero_documento, marca: usuarios.id_cliente })
    .from(usuarios)
    .where(eq(usuarios.id, idUsuario))
  rejectCommon(password, [row?.correo ?? '', row?.documento ?? ''])
  await tx.update(usuarios).set({ password_hash: hash, clave_propia: true }).where(eq(usuarios.id, idUsuario))
  const correo = row && { marca: row.marca, usuario: idUsuario, asunto: 'Cambio de contraseña' }
  await jobs.send(tx, PASSWORD_MAIL, correo ? mailJob({ id: idUsuario }, correo) : { id: idUsuario })
  await endLogins(tx, [idUsuario], keepSession)
}

/**
 * Sets a new password with a reset link and ends every session.
 * @throws ENLACE_INVALIDO, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function resetPassword(
  db: Db,
  jobs: Jobs,
  idUsuario: number,
  token: string,
  password: string,
  origin: Origin,
): Promise<void> {
  await throttle(db, LINK_TRIES, origin.ip)
  const chosen = await newPassword(password)
  await db.transaction(async (tx) => {
    if (!(await lockActive(tx, idUsuario))) throw fail('ENLACE_INVALIDO')
    // A single UPDATE consumes the link, so only one of many concurrent requests succeeds.
    const [link] = await tx
      .update(restablecimientos)
      .set({ usado_en: sql`now()` })
      .where(
        and(
          eq(restablecimientos.hash, hashToken(token)),
          eq(restablecimientos.id_usuario, idUsuario),
          isNull(restablecimientos.usado_en),
          gt(restablecimientos.expira_en, sql`now()`),
        ),
      )
      .returning({ tipo: restablecimientos.tipo })
    if (!link) throw fail('ENLACE_INVALIDO')
    await setPassword(tx, jobs, idUsuario, chosen)
    if (link.tipo !== 'personal') await confirmMail(tx, idUsuario)
    const [{ id_cliente } = {}] = await tx
      .select({ id_cliente: usuarios.id_cliente })
      .from(usuarios)
      .where(eq(usuarios.id, idUsuario))
    await audit(tx, 'contrasena_restablecida', { id_usuario: idUsuario, sobre: idUsuario, id_cliente })
  })
}

/** @throws ENLACE_INVALIDO for another's account, DATOS_INVALIDOS when the current password is wrong */
export async function changePassword(
  db: Db,
  jobs: Jobs,
  identity: Identity | null,
  idUsuario: number,
  actual: string,
  password: string,
): Promise<void> {
  if (identity?.id !== idUsuario) throw fail('ENLACE_INVALIDO')
  await checkCurrentPassword(db, idUsuario, actual)
  const chosen = await newPassword(password)
  await db.transaction(async (tx) => {
    await setPassword(tx, jobs, idUsuario, chosen, identity.id_acceso)
    await audit(tx, 'contrasena_cambiada', { sobre: idUsuario })
  })
}
