import { randomBytes, randomUUID } from 'node:crypto'
import type { Role } from '@campus/contract/permissions'
import { EMAIL_TAKEN_TEXT, TOKEN_IDLE_DAYS } from '@campus/contract/rules'
import type { Invited } from '@campus/contract/team'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { LockStrength } from 'drizzle-orm/pg-core'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import { type Db, isAnyOf, query, recordset } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import {
  accesos,
  restablecimientos,
  roles_personal,
  suscripciones_calendario,
  usuarios,
  verificaciones_correo,
} from './accounts.tables.ts'
import { INVITATION_MAIL, type Invitation } from './invitations.ts'
import { checkPassword, hashPassword, PASSWORD_TRIES } from './passwords.ts'
import { schedulePhotoRemoval } from './photos.ts'
import { endAccess, writeRoles } from './roles.ts'
import { VALID_SESSION } from './sessions.ts'

export const sessionUser = {
  id: usuarios.id,
  id_cliente: usuarios.id_cliente,
  tipo_cliente: usuarios.tipo_cliente,
  nombres: usuarios.nombres,
  apellidos: usuarios.apellidos,
  correo: usuarios.correo,
  foto_perfil: usuarios.foto_perfil,
  falta_nombre: usuarios.falta_nombre,
  correo_verificado: sql<boolean>`${usuarios.correo_verificado_en} IS NOT NULL`,
}

/** For streams, which outlive the access check of their request. */
export async function validSessions(db: Db, sessions: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: accesos.id })
    .from(accesos)
    .innerJoin(usuarios, eq(usuarios.id, accesos.id_usuario))
    .where(and(isAnyOf(accesos.id, sessions), VALID_SESSION))
  return new Set(rows.map(({ id }) => id))
}

/** @throws DATOS_INVALIDOS under the field, DEMASIADOS_INTENTOS */
export async function checkCurrentPassword(
  db: Db,
  idUsuario: number,
  password: string,
  { campo, text } = { campo: 'password_actual', text: 'La contraseña actual no es correcta.' },
): Promise<void> {
  await throttle(db, PASSWORD_TRIES, `cambio ${idUsuario}`)
  const [row] = await db.select({ hash: usuarios.password_hash }).from(usuarios).where(eq(usuarios.id, idUsuario))
  if (!(await checkPassword(row?.hash, password))) throw invalid(campo, text)
}

/** A password that no one knows; hashed before the transaction, which would hold a connection meanwhile. */
export const unknownPassword = (): Promise<string> => hashPassword(randomUUID() + randomUUID())

type NewStaff = Invited & {
  id_cliente: number
  roles: Role[]
  password_hash: string
  correo_verificado_en?: SQL
  clave_propia?: boolean
}

/** `by` is missing for the first of all. @throws DATOS_INVALIDOS under `correo` */
export async function insertStaff(tx: Db, { roles, ...person }: NewStaff, by?: number): Promise<number> {
  const [row] = await tx
    .insert(usuarios)
    .values({ ...person, correo: person.correo.toLowerCase() })
    .onConflictDoNothing()
    .returning({ id: usuarios.id })
  if (!row) throw invalid('correo', EMAIL_TAKEN_TEXT)
  await writeRoles(tx, [{ id: row.id, roles }], by ?? row.id)
  return row.id
}

/** An account without a password of its own, and the mail with the link that sets it. @throws DATOS_INVALIDOS under `correo` */
export async function inviteStaff(tx: Db, jobs: Jobs, person: NewStaff, by: number): Promise<number> {
  const id = await insertStaff(tx, { ...person, clave_propia: false }, by)
  await sendInvitation(tx, jobs, id, person.id_cliente)
  return id
}

export const sendInvitation = (tx: Db, jobs: Jobs, id: number, marca: number, to: 'campus' | 'equipo' = 'equipo') =>
  jobs.send(tx, INVITATION_MAIL, mailJob({ id }, { marca, usuario: id, asunto: `Invitación al ${to}` }))

/** `guessed`: no one wrote the name. `curso`: in which they are enrolled. */
type NewStudent = Invited & {
  guessed?: boolean
  curso?: number | undefined
} & Partial<Record<'tipo_documento' | 'numero_documento' | 'telefono' | 'ciudad' | 'pais', string | undefined>>

/**
 * Accounts without a password of their own, and the mails with the link that sets it. Leaves out those whose mail or
 * document is taken; returns the mails of the others.
 */
export async function inviteStudents(
  tx: Db,
  jobs: Jobs,
  students: NewStudent[],
  { curso, ...shared }: { curso?: number; id_cliente: number; password_hash: string },
): Promise<string[]> {
  if (students.length === 0) return []
  const rows = students.map((student) => {
    const { nombres, apellidos, correo, guessed: falta_nombre = false } = student
    const { tipo_documento, numero_documento, telefono, ciudad, pais } = student
    const person = { nombres, apellidos, falta_nombre, correo: correo.toLowerCase(), telefono, ciudad, pais }
    const document = { tipo_documento, numero_documento, codigo_alumno: numero_documento }
    return { ...person, ...document, clave_propia: false, ...shared }
  })
  // Sorted, so that two lists with the same people do not wait for each other.
  const sorted = rows.toSorted((a, b) => (a.correo < b.correo ? -1 : 1))
  const { id, correo } = usuarios
  const made = await tx.insert(usuarios).values(sorted).onConflictDoNothing().returning({ id, correo })
  const courses = new Map(students.map((student) => [student.correo.toLowerCase(), student.curso ?? curso]))
  const invitations = made.map((person) => {
    const enrolledIn = courses.get(person.correo)
    const invitation: Invitation = { id: person.id, ...(enrolledIn && { curso: enrolledIn }) }
    return mailJob(invitation, { marca: shared.id_cliente, usuario: person.id, asunto: 'Invitación al campus' })
  })
  await jobs.sendAll(tx, INVITATION_MAIL, invitations)
  return made.map((person) => person.correo)
}

type Missing = { id: number } & Partial<Record<'tipo_documento' | 'numero_documento' | 'telefono', string | undefined>>

/** Writes what accounts lack; what they have stays. */
export async function fillStudents(tx: Db, students: Missing[]): Promise<void> {
  if (students.length === 0) return
  await tx.execute(sql`UPDATE usuarios u SET telefono = coalesce(u.telefono, x.telefono), version = u.version + 1,
      tipo_documento = CASE WHEN u.numero_documento IS NULL THEN coalesce(x.tipo_documento, u.tipo_documento) ELSE u.tipo_documento END,
      numero_documento = coalesce(u.numero_documento, x.numero_documento),
      codigo_alumno = coalesce(u.codigo_alumno, x.numero_documento)
    FROM ${recordset(students, 'x(id bigint, tipo_documento text, numero_documento text, telefono text)')} WHERE u.id = x.id`)
}

export type Correction = Pick<Invited, 'nombres' | 'apellidos'> & {
  numero_documento: string | null
  telefono?: string | null | undefined
}

/** What the academy corrects of a student who has `version`. False when that version is no longer the newest. */
export async function correctStudent(tx: Db, id: number, to: Correction, version: number): Promise<boolean> {
  const { codigo_alumno, numero_documento } = usuarios
  const changed = await tx
    .update(usuarios)
    .set({
      ...to,
      falta_nombre: false,
      // The code is the document that the account was made with.
      codigo_alumno: sql`CASE WHEN ${codigo_alumno} IS NOT DISTINCT FROM ${numero_documento}
        THEN ${to.numero_documento}::text ELSE ${codigo_alumno} END`,
      version: sql`${usuarios.version} + 1`,
    })
    .where(and(eq(usuarios.id, id), eq(usuarios.version, version)))
    .returning({ id: usuarios.id })
  return changed.length > 0
}

/** Of an account that has none yet. False when it has. */
export async function nameOwner(tx: Db, id: number, name: Pick<Invited, 'nombres' | 'apellidos'>): Promise<boolean> {
  const named = await tx
    .update(usuarios)
    .set({ ...name, falta_nombre: false, version: sql`${usuarios.version} + 1` })
    .where(and(eq(usuarios.id, id), eq(usuarios.falta_nombre, true)))
    .returning({ id: usuarios.id })
  return named.length > 0
}

/** Of those who chose no password yet. Returns the ids that changed. */
export async function renameInvited(tx: Db, people: (Invited & { id: number })[]): Promise<number[]> {
  const [ids, nombres, apellidos] = (['id', 'nombres', 'apellidos'] as const).map((key) =>
    people.map((one) => one[key]),
  )
  const renamed = await query<{ id: number }>(
    tx,
    sql`UPDATE usuarios u SET nombres = n.nombres, apellidos = n.apellidos, falta_nombre = false, version = u.version + 1
      FROM unnest(${sql.param(ids)}::bigint[], ${sql.param(nombres)}::text[], ${sql.param(apellidos)}::text[]) n (id, nombres, apellidos)
      WHERE u.id = n.id AND NOT u.clave_propia AND (u.nombres, u.apellidos, u.falta_nombre) <> (n.nombres, n.apellidos, false)
      RETURNING u.id`,
  )
  return renamed.map(({ id }) => id)
}

type StaffChange = { roles: readonly Role[]; estado: 0 | 1 }

/** Changes what a member of the staff may do, and whether they may log in; ends all that opened the account. */
export async function changeStaff(tx: Db, id: number, { roles, estado }: StaffChange, by: number): Promise<void> {
  await writeRoles(tx, [{ id, roles }], by)
  // Also where the roles are the same: the files must not undo what the program decided.
  await tx.update(roles_personal).set({ dado_por: by, dado_en: sql`now()` }).where(eq(roles_personal.id_usuario, id))
  await tx
    .update(usuarios)
    .set({ estado, version: sql`${usuarios.version} + 1` })
    .where(eq(usuarios.id, id))
  await endAccess(tx, [id])
}

/** They cannot log in until someone opens them again; sessions and mailed links end. */
export async function closeAccounts(tx: Db, ids: number[]): Promise<void> {
  await tx
    .update(usuarios)
    .set({ estado: 0, version: sql`${usuarios.version} + 1` })
    .where(isAnyOf(usuarios.id, ids))
  await endAccess(tx, ids)
}

/** An open account of a student of the caller's brand. @throws NO_ENCONTRADO */
export async function findStudentAccount(db: Db, { id_cliente }: Identity, id: number, lock?: LockStrength) {
  const { correo, nombres, codigo_alumno, clave_propia, correo_verificado_en, tipo_cliente, estado } = usuarios
  const found = db
    .select({ correo, nombres, codigo_alumno, clave_propia, correo_verificado_en })
    .from(usuarios)
    .where(and(eq(usuarios.id, id), eq(usuarios.id_cliente, id_cliente), eq(tipo_cliente, 'Alumno'), eq(estado, 1)))
  const [account] = await (lock ? found.for(lock) : found)
  if (!account) throw fail('NO_ENCONTRADO')
  return account
}

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

/** Ends all that opens an account, for good. */
export async function eraseAccess(tx: Db, id: number): Promise<void> {
  await endAccess(tx, [id])
  await tx.delete(restablecimientos).where(eq(restablecimientos.id_usuario, id))
}

/** Empties the row of an account that is closed; `unusable` is the hash of a password that no one knows. @throws NO_AUTENTICADO */
export async function eraseAccount(tx: Db, jobs: Jobs, id: number, unusable: string): Promise<void> {
  const { foto_perfil } = await lockUser(tx, id)
  await schedulePhotoRemoval(tx, jobs, id, foto_perfil)
  await tx
    .update(usuarios)
    .set({
      nombres: 'Cuenta',
      apellidos: 'eliminada',
      correo: `eliminada-${id}@eliminada.invalid`,
      password_hash: unusable,
      tipo_documento: 'Eliminado',
      numero_documento: null,
      codigo_alumno: null,
      telefono: null,
      direccion: null,
      ciudad: null,
      profesion: null,
      fecha_nacimiento: null,
      foto_perfil: null,
      biography: null,
      ranking_iniciales: false,
      estado: 0,
    })
    .where(eq(usuarios.id, id))
  await eraseAccess(tx, id)
}

const newSecret = () => randomBytes(32).toString('base64url')

/** The secret in the address of a person's calendar; made on first use. */
export async function feedSecret(db: Db, usuario: number): Promise<string> {
  await db.insert(suscripciones_calendario).values({ id_usuario: usuario, secreto: newSecret() }).onConflictDoNothing()
  const [row] = await db.select().from(suscripciones_calendario).where(eq(suscripciones_calendario.id_usuario, usuario))
  if (!row) throw fail('NO_ENCONTRADO')
  return row.secreto
}

/** The old URL stops working. */
export async function renewFeed(db: Db, usuario: number): Promise<string> {
  const secreto = newSecret()
  await db
    .insert(suscripciones_calendario)
    .values({ id_usuario: usuario, secreto })
    .onConflictDoUpdate({ target: suscripciones_calendario.id_usuario, set: { secreto } })
  return secreto
}

/** Whose calendar an address shows. @throws NO_ENCONTRADO, also for inactive accounts */
export async function feedOwner(db: Db, secreto: string): Promise<number> {
  const [row] = await db
    .select({ id: usuarios.id })
    .from(suscripciones_calendario)
    .innerJoin(usuarios, eq(usuarios.id, suscripciones_calendario.id_usuario))
    .where(and(eq(suscripciones_calendario.secreto, secreto), eq(usuarios.estado, 1)))
  if (!row) throw fail('NO_ENCONTRADO')
  return row.id
}

export async function sweepAccess(db: Db): Promise<void> {
  await db
    .delete(accesos)
    .where(sql`${accesos.expira_en} < now() OR ${accesos.usado_en} < now() - make_interval(days => ${TOKEN_IDLE_DAYS})`)
  await db.delete(restablecimientos).where(sql`${restablecimientos.expira_en} < now() - interval '1 day'`)
  await db.delete(verificaciones_correo).where(sql`${verificaciones_correo.expira_en} < now()`)
}

export async function setRankingInitials(db: Db, id: number, iniciales: boolean): Promise<void> {
  await db.update(usuarios).set({ ranking_iniciales: iniciales }).where(eq(usuarios.id, id))
}
