import type { Profile } from '@campus/contract/accounts'
import type { OpenSession, ProfileForm } from '@campus/contract/profile'
import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { can, scopeOfIdentity } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { accesos, usuarios } from './accounts.tables.ts'
import { checkCurrentPassword, lockUser, sessionUser } from './accounts.ts'
import { newPassword } from './passwords.ts'
import { schedulePhotoRemoval, uploadPhoto } from './photos.ts'
import { setPassword } from './recovery.ts'
import { endSessions } from './roles.ts'

/** Each save is a line of the audit trail, which stores it for two years. */
const SAVES = limit('perfil_usuario', 30, 10 * 60)

/** Staff see their brand's users; teachers only those of their courses (docs/product/accounts.md 1.6). */
function visibleTo(identity: Identity): SQL | undefined {
  const ofBrand = eq(usuarios.id_cliente, identity.id_cliente)
  if (scopeOfIdentity(identity, 'alumnos.ver') === 'marca') return or(eq(usuarios.id, identity.id), ofBrand)
  const taught = sql`EXISTS (SELECT 1 FROM matriculas m JOIN curso_docentes cd ON cd.id_curso = m.id_curso
    WHERE m.id_usuario = ${usuarios.id} AND cd.id_usuario = ${identity.id})`
  return and(ofBrand, or(eq(usuarios.id, identity.id), taught))
}

/** Read with `alumnos.gestionar` alone (docs/product/staff.md 3). */
const HIDDEN = { numero_documento: null, direccion: null, telefono: null, fecha_nacimiento: null }

/** @throws NO_ENCONTRADO */
export async function findProfile(db: Db, identity: Identity, id: number): Promise<Profile> {
  const [row] = await db
    .select({
      ...sessionUser,
      telefono: usuarios.telefono,
      direccion: usuarios.direccion,
      ciudad: usuarios.ciudad,
      pais: usuarios.pais,
      profesion: usuarios.profesion,
      profesion_visible: usuarios.profesion_visible,
      numero_documento: usuarios.numero_documento,
      tipo_documento: usuarios.tipo_documento,
      fecha_nacimiento: usuarios.fecha_nacimiento,
      estado: usuarios.estado,
      creado_en: usuarios.creado_en,
    })
    .from(usuarios)
    .where(and(eq(usuarios.id, id), visibleTo(identity)))
  if (!row) throw fail('NO_ENCONTRADO')
  return identity.id === id || can(identity, 'alumnos.gestionar') ? row : { ...row, ...HIDDEN }
}

/** The academy corrects the telephone, too: its form must not write an older one over it. */
const versionWith = (telefono: string | null | undefined): SQL | undefined =>
  telefono === undefined
    ? undefined
    : sql`${usuarios.version} + (${usuarios.telefono} IS DISTINCT FROM ${telefono}::text)::int`

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
      await tx
        .update(usuarios)
        .set({ ...changes, version: versionWith(values.telefono) })
        .where(eq(usuarios.id, identity.id))
    if (foto_perfil !== undefined) await schedulePhotoRemoval(tx, jobs, identity.id, before.foto_perfil)
    // Field names only: the audit trail must not copy personal data.
    const campos = Object.entries(changes).flatMap(([campo, value]) => (value === undefined ? [] : [campo]))
    if (campos.length > 0)
      await audit(tx, 'perfil_cambiado', { sobre: identity.id, objeto: `usuario:${identity.id}`, detalle: { campos } })
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
  await endSessions(db, [identity.id], identity.id_acceso)
}
