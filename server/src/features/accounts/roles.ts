import type { Role } from '@campus/contract/permissions'
import { and, isNull, ne, sql } from 'drizzle-orm'
import { type Db, isAnyOf } from '../../platform/db/database.ts'
import {
  accesos,
  restablecimientos,
  roles_personal,
  suscripciones_calendario,
  type usuarios,
  verificaciones_correo,
} from './accounts.tables.ts'
import { IS_OPEN } from './sessions.ts'

/** What the specification's reads call a person with these roles. */
export function kindOf(roles: readonly Role[]): (typeof usuarios.$inferSelect)['tipo_cliente'] {
  if (roles.includes('marca') || roles.includes('plataforma')) return 'Administrador'
  if (roles.includes('docente')) return 'Docente'
  return roles.length > 0 ? 'Personal' : 'Alumno'
}

type PersonRoles = { id: number; roles: readonly Role[] }

const sameRoles = (a: readonly Role[], b: readonly Role[]) =>
  a.length === b.length && a.every((role) => b.includes(role))

async function currentRoles(tx: Db, ids: number[]): Promise<Map<number, Role[]>> {
  const rows = await tx.select().from(roles_personal).where(isAnyOf(roles_personal.id_usuario, ids))
  const byPerson = Map.groupBy(rows, ({ id_usuario }) => id_usuario)
  return new Map([...byPerson].map(([id, rows]) => [id, rows.map(({ rol }) => rol)]))
}

/**
 * The one writer of roles and of `tipo_cliente`; who changes must log in again. `by` is null for an academy's files.
 * Returns the ids that changed.
 */
export async function writeRoles(tx: Db, people: PersonRoles[], by: number | null): Promise<number[]> {
  if (people.length === 0) return []
  const before = await currentRoles(
    tx,
    people.map(({ id }) => id),
  )
  const changed = people.filter(({ id, roles }) => !sameRoles(before.get(id) ?? [], roles))
  const ids = changed.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = changed.flatMap(({ id, roles }) => roles.map((rol) => ({ id_usuario: id, rol, dado_por: by })))
  await tx.delete(roles_personal).where(isAnyOf(roles_personal.id_usuario, ids))
  if (rows.length > 0) await tx.insert(roles_personal).values(rows)
  const kinds = changed.map(({ roles }) => kindOf(roles))
  await tx.execute(sql`UPDATE usuarios u SET tipo_cliente = x.kind
    FROM unnest(${sql.param(ids)}::bigint[], ${sql.param(kinds)}::text[]) x (id, kind) WHERE u.id = x.id`)
  await endAccess(tx, ids)
  return ids
}

/** Streams end with them. Returns how many were open. */
export async function endSessions(tx: Db, ids: number[], keepSession?: number): Promise<number> {
  const others = keepSession === undefined ? undefined : ne(accesos.id, keepSession)
  const ended = await tx
    .delete(accesos)
    .where(and(isAnyOf(accesos.id_usuario, ids), others))
    .returning({ open: IS_OPEN })
  return ended.filter(({ open }) => open).length
}

/** Unused links that set a password. */
export const endPasswordLinks = (tx: Db, ids: number[]) =>
  tx
    .delete(restablecimientos)
    .where(and(isAnyOf(restablecimientos.id_usuario, ids), isNull(restablecimientos.usado_en)))

/** What opens an account beside its password: sessions, links that set one, and the calendar's address. */
export async function endLogins(tx: Db, ids: number[], keepSession?: number): Promise<void> {
  await endSessions(tx, ids, keepSession)
  await endPasswordLinks(tx, ids)
  await tx.delete(suscripciones_calendario).where(isAnyOf(suscripciones_calendario.id_usuario, ids))
}

/** Whenever an account's state, roles or brand change: nothing that was given out before opens it afterwards. */
export async function endAccess(tx: Db, ids: number[]): Promise<void> {
  await endLogins(tx, ids)
  await tx.delete(verificaciones_correo).where(isAnyOf(verificaciones_correo.id_usuario, ids))
}
