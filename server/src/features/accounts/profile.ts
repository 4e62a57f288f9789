import type { Profile } from '@campus/contract/accounts'
import type { OpenSession, ProfileForm } from '@campus/contract/profile'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { fail, invalid } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { audit } from '../audit/audit.ts'
import { accesos, usuarios } from './accounts.tables.ts'
import { findProfile, setPassword } from './accounts.ts'
import { checkPassword, newPassword } from './passwords.ts'
import { keepPhoto, letPhotoGo } from './photos.ts'

async function checkCurrent(db: Db, idUsuario: number, password: string): Promise<void> {
  await throttle(db, 'login_cuenta', `cambio ${idUsuario}`)
  const [row] = await db.select({ hash: usuarios.password_hash }).from(usuarios).where(eq(usuarios.id, idUsuario))
  if (!(await checkPassword(row?.hash, password)))
    throw invalid('password_actual', 'La contraseña actual no es correcta.')
}

/**
 * The person's row, held until the transaction ends, and the photo that they have now.
 * @throws NO_AUTENTICADO when the account was deleted meanwhile: nothing may be written into it again
 */
export async function holdPerson(tx: Db, id: number): Promise<{ foto_perfil: string | null }> {
  const [row] = await tx
    .select({ foto_perfil: usuarios.foto_perfil })
    .from(usuarios)
    .where(and(eq(usuarios.id, id), eq(usuarios.estado, 1)))
    .for('update')
  if (!row) throw fail('NO_AUTENTICADO')
  return row
}

/**
 * Saves the own profile: only the fields of the form, everything else is read-only (contract section 4). A new
 * password asks for the current one and ends the other sessions. A new photo, or `quitar_foto`, takes the one of before away.
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
  if (password) await checkCurrent(db, identity.id, password_actual ?? '')
  const taken = quitar_foto ? null : undefined
  const foto_perfil = photo ? await keepPhoto(db, jobs, storage, identity.id, photo) : taken
  const chosen = password ? await newPassword(password) : undefined
  await db.transaction(async (tx) => {
    const before = await holdPerson(tx, identity.id)
    if (chosen) await setPassword(tx, jobs, identity.id, chosen, identity.id_acceso)
    const changes = { ...values, foto_perfil }
    if (Object.values(changes).some((value) => value !== undefined))
      await tx.update(usuarios).set(changes).where(eq(usuarios.id, identity.id))
    if (foto_perfil !== undefined) await letPhotoGo(tx, jobs, identity.id, before.foto_perfil)
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
