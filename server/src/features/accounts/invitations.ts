import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { restablecimientos, usuarios } from './accounts.tables.ts'
import { newToken } from './sessions.ts'

export const INVITATION_MAIL = 'correo-invitacion'

/** `curso`: the course in which a student was enrolled. */
export type Invitation = { id: number; curso?: number }

export const INVITATION_DAYS = 14
const INVITATION_MINUTES = INVITATION_DAYS * 24 * 60

/** Locks the account before its links, as disabling it does, to avoid a deadlock; false when it is disabled. */
export async function lockActive(tx: Db, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: usuarios.id })
    .from(usuarios)
    .where(and(eq(usuarios.id, id), eq(usuarios.estado, 1)))
    .for('no key update')
  return rows.length > 0
}

/** A single-use link that sets the password; ends older ones. Null for a disabled account. */
export async function createLink(db: Db, idUsuario: number, minutes: number): Promise<string | null> {
  const { token, hash } = newToken()
  return db.transaction(async (tx) => {
    if (!(await lockActive(tx, idUsuario))) return null
    await tx
      .delete(restablecimientos)
      .where(and(eq(restablecimientos.id_usuario, idUsuario), isNull(restablecimientos.usado_en)))
    const expira_en = sql`now() + make_interval(mins => ${minutes})`
    await tx.insert(restablecimientos).values({ hash, id_usuario: idUsuario, expira_en })
    return token
  })
}

/** For the mail; null when the person has a password by now, or was disabled. */
export async function createInvitation(db: Db, { id, curso }: Invitation) {
  const { id_cliente, correo, nombres } = usuarios
  const [person] = await db
    .select({ id: usuarios.id, id_cliente, correo, nombres, curso: cursos.nombre })
    .from(usuarios)
    .leftJoin(cursos, eq(cursos.id, curso ?? 0))
    .where(and(eq(usuarios.id, id), eq(usuarios.estado, 1), isNull(usuarios.correo_verificado_en)))
  const token = person && (await createLink(db, id, INVITATION_MINUTES))
  return token ? { person, token } : null
}
