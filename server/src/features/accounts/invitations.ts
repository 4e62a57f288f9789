import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { restablecimientos, usuarios } from './accounts.tables.ts'
import { newToken } from './sessions.ts'

export const INVITATION_MAIL = 'correo-invitacion'

/** `curso`: the course in which a student was enrolled. */
export type Invitation = { id: number; curso?: number }

export const INVITATION_DAYS = 14
export const INVITATION_MINUTES = INVITATION_DAYS * 24 * 60

/** Locks the account before its links, as disabling it does, to avoid a deadlock; undefined when it is disabled. */
export async function lockActive(tx: Db, id: number) {
  const { clave_propia, correo, correo_verificado_en, nombres, id_cliente } = usuarios
  const [row] = await tx
    .select({ id: usuarios.id, clave_propia, correo, correo_verificado_en, nombres, id_cliente })
    .from(usuarios)
    .where(and(eq(usuarios.id, id), eq(usuarios.estado, 1)))
    .for('no key update')
  return row
}

type Kind = (typeof restablecimientos.$inferSelect)['tipo']

/** A single-use link that sets the password; the caller holds the account. `ends`: unused ones of the same kind. */
export async function insertLink(tx: Db, idUsuario: number, tipo: Kind, minutes: number, { ends }: { ends: boolean }) {
  const { token, hash } = newToken()
  const { id_usuario, usado_en } = restablecimientos
  if (ends)
    await tx
      .delete(restablecimientos)
      .where(and(eq(id_usuario, idUsuario), eq(restablecimientos.tipo, tipo), isNull(usado_en)))
  const [row] = await tx
    .insert(restablecimientos)
    .values({ hash, tipo, id_usuario: idUsuario, expira_en: sql`now() + make_interval(mins => ${minutes})` })
    .returning({ vence: restablecimientos.expira_en })
  return { token, vence: row?.vence ?? '' }
}

/** For the mail; null when the person has a password by now, or was disabled. */
export async function createInvitation(db: Db, { id, curso }: Invitation) {
  const { id_cliente, correo, nombres } = usuarios
  return db.transaction(async (tx) => {
    if ((await lockActive(tx, id))?.clave_propia !== false) return null
    const [person] = await tx
      .select({ id: usuarios.id, id_cliente, correo, nombres, curso: cursos.nombre })
      .from(usuarios)
      .leftJoin(cursos, eq(cursos.id, curso ?? 0))
      .where(eq(usuarios.id, id))
    if (!person) return null
    // Copied ones, and those of an earlier mail, open the account until one of them is used.
    const { token } = await insertLink(tx, id, 'invitacion', INVITATION_MINUTES, { ends: false })
    return { person, token }
  })
}
