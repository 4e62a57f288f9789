import type { Profile, SessionUser } from '@campus/contract/accounts'
import { RESET_MINUTES, TOKEN_IDLE_DAYS } from '@campus/contract/rules'
import { and, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { audit } from '../audit/audit.ts'
import { forgetFeed } from '../calendar/calendar.ts'
import { accesos, restablecimientos, usuarios } from './accounts.tables.ts'
import { refuseCommon } from './common-passwords.ts'
import { checkPassword, type NewPassword, newPassword } from './passwords.ts'
import { ALIVE, type Origin } from './sessions.ts'
import { hashToken, newToken } from './tokens.ts'

/** Queue of the recovery mail. */
export const RECOVERY_MAIL = 'correo-recuperacion'

/** Queue of the mail that tells a person that their password changed. */
export const PASSWORD_MAIL = 'correo-contrasena'

/** The columns that the browser keeps of a person. */
export const sessionUser = {
  id: usuarios.id,
  id_cliente: usuarios.id_cliente,
  tipo_cliente: usuarios.tipo_cliente,
  nombres: usuarios.nombres,
  apellidos: usuarios.apellidos,
  correo: usuarios.correo,
  foto_perfil: usuarios.foto_perfil,
}

/** Those of these sessions (`accesos.id`) that still open anything, for streams that outlive the request which was checked. */
export async function aliveSessions(db: Db, sessions: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: accesos.id })
    .from(accesos)
    .innerJoin(usuarios, eq(usuarios.id, accesos.id_usuario))
    .where(and(inArray(accesos.id, sessions), ALIVE))
  return new Set(rows.map(({ id }) => id))
}

/**
 * Asks for a reset link. Says nothing of whether the mail exists; the mail itself goes out through a job, so that
 * the time tells nothing either. A new link ends the older ones.
 */
export async function requestReset(db: Db, jobs: Jobs, email: string, origin: Origin): Promise<void> {
  const account = email.toLowerCase()
  await throttle(db, 'recuperar_direccion', origin.ip)
  await throttle(db, 'recuperar_cuenta', account)
  await jobs.send(db, RECOVERY_MAIL, { correo: account })
}

/** The single-use link of a recovery; null when nobody has that mail. The job that mails it calls this. */
export async function createResetLink(db: Db, correo: string): Promise<{ user: SessionUser; token: string } | null> {
  const [user] = await db
    .select(sessionUser)
    .from(usuarios)
    .where(and(eq(sql`lower(${usuarios.correo})`, correo), eq(usuarios.estado, 1)))
  if (!user) return null
  const { token, hash } = newToken()
  await db.transaction(async (tx) => {
    await tx
      .delete(restablecimientos)
      .where(and(eq(restablecimientos.id_usuario, user.id), isNull(restablecimientos.usado_en)))
    await tx.insert(restablecimientos).values({
      hash,
      id_usuario: user.id,
      expira_en: sql`now() + make_interval(mins => ${RESET_MINUTES})`,
    })
  })
  return { user, token }
}

/**
 * Sets a password and ends everything that was opened with the old one: the sessions but the one that asks, open reset links and
 * the calendar subscription. A mail tells the owner.
 * @throws DATOS_INVALIDOS for a password that everybody tries first
 */
export async function setPassword(
  tx: Db,
  jobs: Jobs,
  idUsuario: number,
  { password, hash }: NewPassword,
  keep?: number,
): Promise<void> {
  const [row] = await tx
    .select({ correo: usuarios.correo, documento: usuarios.numero_documento })
    .from(usuarios)
    .where(eq(usuarios.id, idUsuario))
  refuseCommon(password, [row?.correo ?? '', row?.documento ?? ''])
  await tx.update(usuarios).set({ password_hash: hash }).where(eq(usuarios.id, idUsuario))
  await jobs.send(tx, PASSWORD_MAIL, { id: idUsuario })
  await forgetFeed(tx, idUsuario)
  await tx
    .delete(restablecimientos)
    .where(and(eq(restablecimientos.id_usuario, idUsuario), isNull(restablecimientos.usado_en)))
  await tx
    .delete(accesos)
    .where(and(eq(accesos.id_usuario, idUsuario), keep ? sql`${accesos.id} <> ${keep}` : undefined))
}

/**
 * Sets a new password with the link of the mail, once. All sessions of the person end.
 * @throws ENLACE_INVALIDO
 */
export async function resetPassword(
  db: Db,
  jobs: Jobs,
  idUsuario: number,
  token: string,
  password: string,
  origin: Origin,
): Promise<void> {
  await throttle(db, 'restablecer_direccion', origin.ip)
  const chosen = await newPassword(password)
  await db.transaction(async (tx) => {
    // One statement consumes it: of many parallel tries one wins.
    const used = await tx
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
      .returning({ id: restablecimientos.id_usuario })
    if (used.length === 0) throw fail('ENLACE_INVALIDO')
    await setPassword(tx, jobs, idUsuario, chosen)
    const [{ id_cliente } = {}] = await tx
      .select({ id_cliente: usuarios.id_cliente })
      .from(usuarios)
      .where(eq(usuarios.id, idUsuario))
    await audit(tx, 'contrasena_restablecida', { id_usuario: idUsuario, sobre: idUsuario, id_cliente })
  })
}

/**
 * Changes the own password; the other sessions end.
 * @throws ENLACE_INVALIDO when it is another's account, DATOS_INVALIDOS when the current password is wrong
 */
export async function changePassword(
  db: Db,
  jobs: Jobs,
  identity: Identity | null,
  idUsuario: number,
  actual: string,
  password: string,
): Promise<void> {
  if (identity?.id !== idUsuario) throw fail('ENLACE_INVALIDO')
  await throttle(db, 'login_cuenta', `cambio ${idUsuario}`)
  const [row] = await db
    .select({ password_hash: usuarios.password_hash })
    .from(usuarios)
    .where(eq(usuarios.id, idUsuario))
  if (!(await checkPassword(row?.password_hash, actual)))
    throw invalid('password_actual', 'La contraseña actual no es correcta.')
  const chosen = await newPassword(password)
  await db.transaction(async (tx) => {
    await setPassword(tx, jobs, idUsuario, chosen, identity.id_acceso)
    await audit(tx, 'contrasena_cambiada', { sobre: idUsuario })
  })
}

/** Whom staff may look at: of the brand, and a teacher only who is or was in a course of theirs (contract section 2). */
function lookedAtBy(identity: Identity): SQL | undefined {
  const ofBrand = eq(usuarios.id_cliente, identity.id_cliente)
  if (identity.tipo_cliente !== 'Docente') return ofBrand
  const taught = sql`EXISTS (SELECT 1 FROM matriculas m JOIN curso_docentes cd ON cd.id_curso = m.id_curso
    WHERE m.id_usuario = ${usuarios.id} AND cd.id_usuario = ${identity.id})`
  return and(ofBrand, or(eq(usuarios.id, identity.id), taught))
}

/** A person's data: the own, or of whom staff may look at. @throws NO_ENCONTRADO */
export async function findProfile(db: Db, identity: Identity, id: number): Promise<Profile> {
  const [row] = await db
    .select({
      ...sessionUser,
      telefono: usuarios.telefono,
      direccion: usuarios.direccion,
      ciudad: usuarios.ciudad,
      pais: usuarios.pais,
      profesion: usuarios.profesion,
      numero_documento: usuarios.numero_documento,
      tipo_documento: usuarios.tipo_documento,
      fecha_nacimiento: usuarios.fecha_nacimiento,
      estado: usuarios.estado,
      creado_en: usuarios.creado_en,
    })
    .from(usuarios)
    .where(and(eq(usuarios.id, id), lookedAtBy(identity)))
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

/** Removes what no longer opens anything: ended sessions and old reset links. A job runs it. */
export async function sweepAccess(db: Db): Promise<void> {
  await db
    .delete(accesos)
    .where(sql`${accesos.expira_en} < now() OR ${accesos.usado_en} < now() - make_interval(days => ${TOKEN_IDLE_DAYS})`)
  await db.delete(restablecimientos).where(sql`${restablecimientos.expira_en} < now() - interval '1 day'`)
}

/** Whether rankings show a person's initials instead of the name. */
export async function setRankingInitials(db: Db, id: number, iniciales: boolean): Promise<void> {
  await db.update(usuarios).set({ ranking_iniciales: iniciales }).where(eq(usuarios.id, id))
}
