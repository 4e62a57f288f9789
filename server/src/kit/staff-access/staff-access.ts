import { type Permission, type Role, rolesWith, type Scope, scopeOf } from '@campus/contract/permissions'
import { type SQL, sql } from 'drizzle-orm'
import { fail } from '../../platform/failures.ts'
import { can } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'

/** A person in a request, or as SQL in a query. */
type StaffRow = { id: SQL | number; roles: SQL | Role[] }

const hasRole = (roles: SQL, permission: Permission, scope: Scope) =>
  sql`${roles}::text[] && ${sql.param(rolesWith(permission, scope))}::text[]`

/**
 * Whether a course of the caller's brand is within a permission of theirs: any, or one that they teach. The query limits
 * the brand itself. Roles known beforehand leave one condition, which PostgreSQL can join by.
 */
export function coursesInScope(caller: StaffRow, permission: Permission, idCurso: SQL = sql.raw('c.id')): SQL<boolean> {
  const { id, roles } = caller
  const taught = sql<boolean>`EXISTS (SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = ${idCurso} AND cd.id_usuario = ${id})`
  if (!Array.isArray(roles))
    return sql`(${hasRole(roles, permission, 'marca')} OR (${hasRole(roles, permission, 'propios')} AND ${taught}))`
  const scope = scopeOf(roles, permission)
  if (scope === 'propios') return taught
  return scope === 'marca' ? sql`true` : sql`false`
}

/** Whether a person moderates a course now. */
export const moderatesCourse = (who: SQL, idCurso: SQL) => sql<boolean>`EXISTS (SELECT 1 FROM roles_personal r
  WHERE r.id_usuario = ${who} AND ${coursesInScope({ id: sql.raw('r.id_usuario'), roles: sql.raw('ARRAY[r.rol]') }, 'moderar', idCurso)})`

/** For staff with `alumnos.ver` any student: queries must check their scope. @throws SIN_PERMISO */
export function subjectOf(identity: Identity, id: number): number {
  if (identity.id !== id && !can(identity, 'alumnos.ver')) throw fail('SIN_PERMISO')
  return id
}
