import type { Profile } from '@campus/contract/accounts'
import type { OpenSession, ProfileForm } from '@campus/contract/profile'
import { and, desc, eq, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { accesos, usuarios } from './accounts.tables.ts'
import { checkCurrentPassword, findProfile } from './accounts.ts'
import { newPassword } from './passwords.ts'
import { schedulePhotoRemoval, uploadPhoto } from './photos.ts'
import { setPassword } from './recovery.ts'

/** Each save is a line of the audit trail, which stores it for two years. */
const SAVES = limit('perfil_usuario', 30, 10 * 60)

/** Locks an active user's row. @throws NO_AUTENTICADO when the account was deleted meanwhile */
export async function lockUser(tx: Db, id: number): Promise<{ foto_perfil: string | null }> {
  const [row] = await tx
    .select({ foto_perfil: usuarios.foto_perfil })
    .from(usuarios)
    .where(and(eq(usuarios.id, id), eq(usuarios.estado, 1)))
    .for('update')
  if (!row) throw fail('NO_AUTENTICADO')
  return row
}

/**
 * Saves only the form's fields (docs/product/accounts.md 5.1); a new password ends the other sessions.
 * @throws DATOS_INVALIDOS, IMAGEN_INVALIDA, DEMASIADOS_INTENTOS, NO_AUTENTICADO
 */
export async function saveProfile(
  db: Db,
  jobs: Jobs,
  storage: Storage,
  identity: Identity,
  form: ProfileForm,
  photo: Buffer | null,
): Promise<Profile> {
  const { password, password_actual, password_confirmation: _, quitar_foto, ...values } = form
  await throttle(db, SAVES, String(identity.id))
  if (password) await checkCurrentPassword(db, identity.id, password_actual ?? '')
  const removed = quitar_foto ? null : undefined
  const foto_perfil = photo ? await uploadPhoto(db, jobs, storage, identity.id, photo) : removed
  const chosen = password ? await newPassword(password) : undefined
  await db.transaction(async (tx) => {
    const before = await lockUser(tx, identity.id)
    if (chosen) await setPassword(tx, jobs, identity.id, chosen, identity.id_acceso)
    const changes = { ...values, foto_perfil }
    if (Object.values(changes).some((value) => value !== undefined))
      await tx.update(usuarios).set(changes).where(eq(usuarios.id, identity.id))
    if (foto_perfil !== undefined) await schedulePhotoRemoval(tx, jobs, identity.id, before.foto_perfil)
    // Field names only: the audit trail must not copy personal data.
    const campos = Object.entries(changes).flatMap(([campo, value]) => (value === undefined ? [] : [campo]))
    if (campos.length > 0) await audit(tx, 'perfil_cambiado', { sobre: identity.id, detalle: { campos } })
    if (chosen) await audit(tx, 'contrasena_cambiada', { sobre: identity.id })
  })
  return findProfile(db, identity, identity.id)
}

export async function listSessions(db: Db, identity: Identity): Promise<OpenSession[]> {
  return db
    .select({
      id: accesos.id,
      agente: accesos.agente,
      ip: accesos.ip,
      creado_en: accesos.creado_en,
      usado_en: accesos.usado_en,
      actual: sql<boolean>`${accesos.id} = ${identity.id_acceso}`,
    })
    .from(accesos)
    .where(and(eq(accesos.id_usuario, identity.id), sql`${accesos.expira_en} > now()`))
    .orderBy(desc(accesos.usado_en))
    .limit(100)
}

/** @throws NO_ENCONTRADO */
export async function endSession(db: Db, identity: Identity, id: number): Promise<void> {
  const ended = await db
    .delete(accesos)
    .where(and(eq(accesos.id, id), eq(accesos.id_usuario, identity.id)))
    .returning({ id: accesos.id })
  if (ended.length === 0) throw fail('NO_ENCONTRADO')
}

export async function endOtherSessions(db: Db, identity: Identity): Promise<void> {
  await db.delete(accesos).where(and(eq(accesos.id_usuario, identity.id), sql`${accesos.id} <> ${identity.id_acceso}`))
}
