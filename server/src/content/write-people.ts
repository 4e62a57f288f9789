import { randomUUID } from 'node:crypto'
import { and, eq, inArray, ne, not, notInArray, sql } from 'drizzle-orm'
import { usuarios } from '../features/accounts/accounts.tables.ts'
import { hashPassword } from '../features/accounts/passwords.ts'
import { endAccess, writeRoles } from '../features/accounts/roles.ts'
import { OWN_PHOTOS } from '../kit/pictures/pictures.ts'
import type { Db } from '../platform/db/database.ts'
import type { ClaimedAcademy } from './academy.ts'
import type { Addresses } from './assets.ts'
import type { Person } from './people.ts'
import { type Ids, idOf, overwrite } from './rows.ts'

function personRow(person: Person, id_cliente: number, password_hash: string, addresses: Addresses) {
  return {
    id_cliente,
    nombres: person.nombres,
    apellidos: person.apellidos,
    correo: person.correo,
    correo_verificado_en: sql`now()`,
    password_hash,
    numero_documento: person.numero_documento ?? null,
    profesion: person.profesion ?? null,
    telefono: person.telefono ?? null,
    direccion: person.direccion ?? null,
    ciudad: person.ciudad ?? null,
    pais: person.pais,
    fecha_nacimiento: person.fecha_nacimiento ?? null,
    foto_perfil: addresses.picture(person.foto),
    biography: person.biografia ?? null,
    estado: 1,
  }
}

async function peopleIds(tx: Db, rows: { correo: string }[]): Promise<Ids> {
  const mail = sql<string>`lower(${usuarios.correo})`
  const mails = rows.map(({ correo }) => correo)
  const found = await tx.select({ id: usuarios.id, correo: mail }).from(usuarios).where(inArray(mail, mails))
  return new Map(found.map(({ id, correo }) => [correo, id]))
}

/** Whose roles were given in the program: the files change neither them nor whether they may log in. */
const MANAGED = sql`EXISTS (SELECT 1 FROM roles_personal r WHERE r.id_usuario = ${usuarios.id} AND r.dado_por IS NOT NULL)`

async function writeStaffRoles(tx: Db, staff: Person[], ids: Ids): Promise<void> {
  const given = staff.map(({ correo, roles }) => ({ id: idOf(ids, correo), roles }))
  const all = given.map(({ id }) => id)
  const managed = await tx
    .select({ id: usuarios.id })
    .from(usuarios)
    .where(and(inArray(usuarios.id, all), MANAGED))
  const skipped = new Set(managed.map(({ id }) => id))
  await writeRoles(
    tx,
    given.filter(({ id }) => !skipped.has(id)),
    null,
  )
}

/** Those who work in another brand by the files than before. */
async function movedPeople(tx: Db, rows: { id: number; id_cliente: number }[]): Promise<number[]> {
  const brand = new Map(rows.map(({ id, id_cliente }) => [id, id_cliente]))
  const before = await tx
    .select({ id: usuarios.id, id_cliente: usuarios.id_cliente })
    .from(usuarios)
    .where(inArray(usuarios.id, [...brand.keys()]))
  return before.flatMap(({ id, id_cliente }) => (id_cliente === brand.get(id) ? [] : [id]))
}

/**
 * Staff follow the files, except password, an uploaded photo and what the program gave them, and are disabled when
 * removed; students, and all of an incomplete file, are only created.
 */
export async function writePeople(
  tx: Db,
  academy: ClaimedAcademy,
  addresses: Addresses,
  password?: string,
): Promise<Ids> {
  if (academy.people.length === 0) return new Map()
  // Otherwise a random one.
  const hash = await hashPassword(password ?? randomUUID() + randomUUID())
  const brandIds = new Map(academy.brands.map(({ slug, id }) => [slug, id]))
  const rows = academy.people.map((person) => personRow(person, idOf(brandIds, person.marca), hash, addresses))
  const ids = await peopleIds(tx, rows)
  const added = rows.filter(({ correo }) => !ids.has(correo))
  const staffMembers = academy.people.filter(({ roles }) => roles.length > 0)
  const mails = new Set(staffMembers.map(({ correo }) => correo))
  const staff = rows.filter(({ correo }) => academy.complete && ids.has(correo) && mails.has(correo))
  if (added.length > 0) await tx.insert(usuarios).values(added)
  if (staff.length > 0) {
    const existing = staff.map((row) => ({ ...row, id: idOf(ids, row.correo) }))
    const { password_hash: _, ...written } = overwrite(existing)
    const foto_perfil = sql`CASE WHEN starts_with(${usuarios.foto_perfil}, ${OWN_PHOTOS}) THEN ${usuarios.foto_perfil}
      ELSE excluded.foto_perfil END`
    const correo_verificado_en = sql`coalesce(${usuarios.correo_verificado_en}, excluded.correo_verificado_en)`
    const estado = sql`CASE WHEN ${MANAGED} THEN ${usuarios.estado} ELSE excluded.estado END`
    const set = { ...written, foto_perfil, correo_verificado_en, estado }
    const moved = await movedPeople(tx, existing)
    await tx.insert(usuarios).overridingSystemValue().values(existing).onConflictDoUpdate({ target: usuarios.id, set })
    await endAccess(tx, moved)
  }
  const all = await peopleIds(tx, rows)
  const withRoles = staffMembers.filter(({ correo }) => academy.complete || !ids.has(correo))
  await writeStaffRoles(tx, withRoles, all)
  if (!academy.complete) return all
  const ofBrands = and(
    inArray(usuarios.id_cliente, [...brandIds.values()]),
    ne(usuarios.tipo_cliente, 'Alumno'),
    not(MANAGED),
  )
  const disabled = await tx
    .update(usuarios)
    .set({ estado: 0 })
    .where(and(ofBrands, eq(usuarios.estado, 1), notInArray(usuarios.id, [...all.values()])))
    .returning({ id: usuarios.id })
  await endAccess(
    tx,
    disabled.map(({ id }) => id),
  )
  return all
}
