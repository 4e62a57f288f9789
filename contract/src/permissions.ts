/** Of the staff (docs/product/staff.md 1). */
export const PERMISSIONS = [
  'cursos.editar',
  'catalogo',
  'calificar',
  'sitio',
  'alumnos.ver',
  'alumnos.gestionar',
  'ventas.ver',
  'ventas.registrar',
  'ventas.descuento',
  'cupones',
  'devoluciones',
  'contabilidad',
  'soporte',
  'reclamos',
  'moderar',
  'comunicados',
  'reportes',
  'academia',
  'plataforma',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = ['plataforma', 'marca', 'docente', 'soporte', 'caja'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_NAMES: Record<Role, string> = {
  plataforma: 'Administrador de plataforma',
  marca: 'Administrador de marca',
  docente: 'Docente',
  soporte: 'Soporte',
  caja: 'Caja',
}

/** `marca`: the whole brand; `propios`: the courses that the person teaches. */
export type Scope = 'marca' | 'propios'

const OF_BRAND = PERMISSIONS.filter((permission) => permission !== 'plataforma')

const everywhere = (permissions: readonly Permission[]): Partial<Record<Permission, Scope>> =>
  Object.fromEntries(permissions.map((permission) => [permission, 'marca']))

const inOwnCourses = (permissions: readonly Permission[]): Partial<Record<Permission, Scope>> =>
  Object.fromEntries(permissions.map((permission) => [permission, 'propios']))

const GRANTS: Record<Role, Partial<Record<Permission, Scope>>> = {
  plataforma: everywhere(PERMISSIONS),
  marca: everywhere(OF_BRAND),
  docente: inOwnCourses(['cursos.editar', 'calificar', 'alumnos.ver', 'moderar', 'comunicados', 'reportes']),
  soporte: everywhere(['alumnos.ver', 'alumnos.gestionar', 'ventas.ver', 'soporte', 'moderar']),
  caja: everywhere(['ventas.ver', 'ventas.registrar']),
}

/** The widest scope among the roles; undefined without the permission. */
export function scopeOf(roles: readonly Role[], permission: Permission): Scope | undefined {
  const scopes = roles.map((role) => GRANTS[role][permission])
  return scopes.includes('marca') ? 'marca' : scopes.find((scope) => scope !== undefined)
}

export const permissionsOf = (roles: readonly Role[]): Permission[] =>
  PERMISSIONS.filter((permission) => scopeOf(roles, permission) !== undefined)

export const rolesWith = (permission: Permission, scope: Scope): Role[] =>
  ROLES.filter((role) => GRANTS[role][permission] === scope)
