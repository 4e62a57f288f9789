import { isDeepStrictEqual } from 'node:util'
import { ROLES, type Role, scopeOf } from '@campus/contract/permissions'
import {
  type InviteBody,
  type TeamBody,
  type TeamMember,
  type TeamQuery,
  WRONG_PASSWORD_TEXT,
} from '@campus/contract/team'
import { and, eq, ne, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type List, listRows, matchesWords } from '../../kit/lists/lists.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { Failure, fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { roles_personal, usuarios } from '../accounts/accounts.tables.ts'
import {
  changeStaff,
  checkCurrentPassword,
  inviteStaff,
  sendInvitation,
  unknownPassword,
} from '../accounts/accounts.ts'
import { clientes } from '../brands/brands.tables.ts'

const INVITATIONS = limit('invitacion_usuario', 30, 60 * 60)

const STATE = sql`CASE WHEN u.estado = 0 THEN 'inactivo' WHEN NOT u.clave_propia THEN 'invitado' ELSE 'activo' END`

const LAST_USE = sql`greatest((SELECT max(a.usado_en) FROM accesos a WHERE a.id_usuario = u.id),
  (SELECT x.fecha FROM auditoria x WHERE x.sobre = u.id AND x.accion = 'acceso_concedido' ORDER BY x.id DESC LIMIT 1))`

const COLUMNS = sql`u.id, u.nombres, u.apellidos, u.correo, u.foto_perfil, u.version, ${STATE} AS estado,
  ARRAY(SELECT r.rol FROM roles_personal r WHERE r.id_usuario = u.id ORDER BY r.rol) AS roles,
  (SELECT count(*)::int FROM curso_docentes cd WHERE cd.id_usuario = u.id) AS cursos, ${LAST_USE} AS ultimo_acceso`

type Filters = Pick<TeamQuery, 'rol' | 'estado'>

const TEAM: List<Filters> = {
  from: sql`usuarios u`,
  id: sql.raw('u.id'),
  columns: COLUMNS,
  sorts: {
    nombre: { by: alphabetical(sql.raw(`u.nombres || ' ' || u.apellidos`)), type: 'text' },
    alta: { by: sql.raw('u.creado_en'), type: 'timestamptz' },
  },
  defaultSort: 'nombre',
  search: (q) => matchesWords(sql.raw('u.busqueda'), q),
  filters: {
    rol: (rol) => sql`EXISTS (SELECT 1 FROM roles_personal r WHERE r.id_usuario = u.id AND r.rol = ${rol})`,
    estado: (estado) => sql`${STATE} = ${estado}`,
  },
}

/** The kinds by name, as the index has them. */
const staffOf = (brand: number) =>
  sql`u.id_cliente = ${brand} AND u.tipo_cliente IN ('Administrador', 'Docente', 'Personal')`

export const listTeam = (db: Db, identity: Identity, asked: TeamQuery) =>
  listRows<TeamMember, Filters>(db, TEAM, asked, staffOf(identity.id_cliente))

/** @throws NO_ENCONTRADO also for students and for another brand */
async function findTeamMember(db: Db, brand: number, id: number): Promise<TeamMember> {
  const [row] = await query<TeamMember>(
    db,
    sql`SELECT ${COLUMNS} FROM usuarios u WHERE u.id = ${id} AND ${staffOf(brand)}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

const confirmed = (db: Db, identity: Identity, password: string) =>
  checkCurrentPassword(db, identity.id, password, { campo: 'password', text: WRONG_PASSWORD_TEXT })

/** Only a platform administrator gives that role, or takes it. @throws SIN_PERMISO */
function requireGrantable(identity: Identity, ...roles: readonly (readonly Role[])[]): void {
  if (roles.some((some) => some.includes('plataforma')) && !identity.roles.includes('plataforma'))
    throw fail('SIN_PERMISO')
}

/** @throws SIN_PERMISO, DATOS_INVALIDOS, DEMASIADOS_INTENTOS */
export async function inviteMember(db: Db, jobs: Jobs, identity: Identity, body: InviteBody): Promise<TeamMember> {
  const { password, ...person } = body
  requireGrantable(identity, person.roles)
  await confirmed(db, identity, password)
  await throttle(db, INVITATIONS, String(identity.id))
  const password_hash = await unknownPassword()
  const { id_cliente } = identity
  const invited = db.transaction(async (tx) => {
    const id = await inviteStaff(tx, jobs, { ...person, id_cliente, password_hash }, identity.id)
    await audit(tx, 'gestion', { sobre: id, objeto: `usuario:${id}`, detalle: { invitado: true, roles: person.roles } })
    return findTeamMember(tx, id_cliente, id)
  })
  return invited.catch(async (refusal) => {
    // It tells that the mail has an account, perhaps in another academy.
    if (refusal instanceof Failure)
      await audit(db, 'gestion', { objeto: 'equipo', detalle: { hecho: 'correos rechazados', rechazados: 1 } })
    throw refusal
  })
}

/** Who wrote the version that a stale save met. */
async function lastChange(tx: Db, id: number) {
  const [row] = await query<{ id: number | null; nombre: string; en: string }>(
    tx,
    sql`SELECT p.id, p.nombres || ' ' || p.apellidos AS nombre, r.dado_en AS en FROM roles_personal r
      LEFT JOIN usuarios p ON p.id = r.dado_por WHERE r.id_usuario = ${id} ORDER BY r.dado_en DESC LIMIT 1`,
  )
  return { por: row?.id ? { id: row.id, nombre: row.nombre } : null, en: row?.en ?? '' }
}

const ADMINISTRATOR = (id_cliente: number) =>
  and(eq(usuarios.id_cliente, id_cliente), eq(usuarios.estado, 1), eq(roles_personal.rol, 'marca'))

/** @throws ULTIMO_ADMINISTRADOR */
async function requireAnotherAdministrator(tx: Db, brand: number, id: number): Promise<void> {
  const [other] = await tx
    .select({ id: usuarios.id })
    .from(usuarios)
    .innerJoin(roles_personal, eq(roles_personal.id_usuario, usuarios.id))
    .where(and(ADMINISTRATOR(brand), ne(usuarios.id, id)))
    .limit(1)
  if (!other) throw fail('ULTIMO_ADMINISTRADOR')
}

/** Their own role may have been taken since the request began. @throws SIN_PERMISO */
async function requireStillManages(tx: Db, identity: Identity): Promise<void> {
  const rows = await tx
    .select({ rol: roles_personal.rol })
    .from(roles_personal)
    .innerJoin(usuarios, and(eq(usuarios.id, roles_personal.id_usuario), eq(usuarios.estado, 1)))
    .where(eq(roles_personal.id_usuario, identity.id))
  const roles = rows.map(({ rol }) => rol)
  if (!scopeOf(roles, 'academia')) throw fail('SIN_PERMISO')
}

const others = (roles: readonly Role[]): Role[] => ROLES.filter((role) => role !== 'docente' && roles.includes(role))

/** To teach adds nothing to what an administrator may do. */
const changesTeachingOnly = (before: TeamMember, { roles, estado }: TeamBody): boolean =>
  estado === 'activo' && isDeepStrictEqual(others(before.roles), others(roles))

/** For a member who has no password yet. @throws DEMASIADOS_INTENTOS */
async function inviteAgain(tx: Db, jobs: Jobs, identity: Identity, { id, estado }: TeamMember): Promise<void> {
  if (estado !== 'invitado') return
  await throttle(tx, INVITATIONS, String(identity.id))
  await sendInvitation(tx, jobs, id, identity.id_cliente)
}

/**
 * Changes a member's roles and whether they may log in; their sessions and links end, so that who has no password yet is
 * invited again. The brand's row is locked, so that two
 * administrators who remove each other run one after the other.
 * @throws PROPIO_ROL, SIN_PERMISO, NO_ENCONTRADO, CAMBIO_MIENTRAS, ULTIMO_ADMINISTRADOR, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function changeMember(
  db: Db,
  jobs: Jobs,
  identity: Identity,
  id: number,
  body: TeamBody,
): Promise<TeamMember> {
  const { roles, estado, version, password } = body
  const known = await findTeamMember(db, identity.id_cliente, id)
  if (id === identity.id && !changesTeachingOnly(known, body)) throw fail('PROPIO_ROL')
  await confirmed(db, identity, password)
  return db.transaction(async (tx) => {
    const brand = identity.id_cliente
    await tx.select({ id: clientes.id }).from(clientes).where(eq(clientes.id, brand)).for('no key update')
    const before = await findTeamMember(tx, brand, id)
    if (id === identity.id && !changesTeachingOnly(before, body)) throw fail('PROPIO_ROL')
    requireGrantable(identity, before.roles, roles)
    if (before.version !== version)
      throw fail('CAMBIO_MIENTRAS', {
        actual: { datos: before, version: before.version, ...(await lastChange(tx, id)) },
      })
    if (!(roles.includes('marca') && estado === 'activo') && before.roles.includes('marca'))
      await requireAnotherAdministrator(tx, brand, id)
    await requireStillManages(tx, identity)
    await changeStaff(tx, id, { roles, estado: estado === 'activo' ? 1 : 0 }, identity.id)
    const detalle = { antes: before.roles, roles, estado }
    await audit(tx, 'gestion', { sobre: id, objeto: `usuario:${id}`, detalle })
    const after = await findTeamMember(tx, brand, id)
    await inviteAgain(tx, jobs, identity, after)
    return after
  })
}
