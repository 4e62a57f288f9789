import type { Profile } from '@campus/contract/accounts'
import type { OpenSession, ProfileForm } from '@campus/contract/profile'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { storePicture } from '../../platform/pictures.ts'
import type { Storage } from '../../platform/storage.ts'
import { throttle } from '../../platform/throttle.ts'
import { audit } from '../audit/audit.ts'
import { accesos, usuarios } from './accounts.tables.ts'
import { findProfile, setPassword } from './accounts.ts'
import { checkPassword, newPassword } from './passwords.ts'

async function checkCurrent(db: Db, idUsuario: number, password: string): Promise<void> {
  await throttle(db, 'login_cuenta', `cambio ${idUsuario}`)
  const [row] = await db.select({ hash: usuarios.password_hash }).from(usuarios).where(eq(usuarios.id, idUsuario))
  if (!(await checkPassword(row?.hash, password)))
    throw invalid('password_actual', 'La contraseña actual no es correcta.')
}

async function storePhoto(db: Db, storage: Storage, idUsuario: number, photo: Buffer): Promise<string> {
  await throttle(db, 'foto_usuario', String(idUsuario))
  return `/api/storage/${await storePicture(storage, photo, { ratio: 1 })}`
}

/**
 * Saves the own profile: only the fields of the form, everything else is read-only (contract section 4). A new
 * password asks for the current one and ends the other sessions.
 * @throws DATOS_INVALIDOS, IMAGEN_INVALIDA, DEMASIADOS_INTENTOS
 */
export async function saveProfile(
  db: Db,
  jobs: Jobs,
  storage: Storage,
  identity: Identity,
  form: ProfileForm,
  photo: Buffer | null,
): Promise<Profile> {
  const { password, password_actual, password_confirmation: _, ...values } = form
  if (password) await checkCurrent(db, identity.id, password_actual ?? '')
  const foto_perfil = photo ? await storePhoto(db, storage, identity.id, photo) : undefined
  const chosen = password ? await newPassword(password) : undefined
  await db.transaction(async (tx) => {
    if (chosen) await setPassword(tx, jobs, identity.id, chosen, identity.id_acceso)
    const changes = { ...values, foto_perfil }
    if (Object.values(changes).some((value) => value !== undefined))
      await tx.update(usuarios).set(changes).where(eq(usuarios.id, identity.id))
    // Which fields, not what they say: the trail is no second copy of a person's data.
    const campos = Object.entries(changes).flatMap(([campo, value]) => (value === undefined ? [] : [campo]))
    if (campos.length > 0) await audit(tx, 'perfil_cambiado', { sobre: identity.id, detalle: { campos } })
    if (chosen) await audit(tx, 'contrasena_cambiada', { sobre: identity.id })
  })
  return findProfile(db, identity, identity.id)
}

/** Where the person is logged in, the latest used first. */
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

/** Ends one of the own sessions. @throws NO_ENCONTRADO */
export async function endSession(db: Db, identity: Identity, id: number): Promise<void> {
  const ended = await db
    .delete(accesos)
    .where(and(eq(accesos.id, id), eq(accesos.id_usuario, identity.id)))
    .returning({ id: accesos.id })
  if (ended.length === 0) throw fail('NO_ENCONTRADO')
}

/** Ends all own sessions but the one that asks. */
export async function endOtherSessions(db: Db, identity: Identity): Promise<void> {
  await db.delete(accesos).where(and(eq(accesos.id_usuario, identity.id), sql`${accesos.id} <> ${identity.id_acceso}`))
}
