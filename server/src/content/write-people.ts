import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { usuarios } from '../features/accounts/accounts.tables.ts'
import { hashPassword } from '../features/accounts/passwords.ts'
import { writeRoles } from '../features/accounts/roles.ts'
import type { Db } from '../platform/db/database.ts'
import type { Addresses } from './assets.ts'
import type { NewAcademy } from './existing.ts'
import type { Person } from './people.ts'
import { type Ids, idOf } from './rows.ts'

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
  }
}

/** Adds new people with their roles; their ids by mail. */
export async function writePeople(
  tx: Db,
  { people, brands }: NewAcademy,
  addresses: Addresses,
  password?: string,
): Promise<Ids> {
  if (people.length === 0) return new Map()
  // Otherwise a random one.
  const hash = await hashPassword(password ?? randomUUID() + randomUUID())
  const brandIds = new Map(brands.map(({ slug, id }) => [slug, id]))
  const rows = people.map((person) => personRow(person, idOf(brandIds, person.marca), hash, addresses))
  const added = await tx.insert(usuarios).values(rows).returning({ id: usuarios.id, correo: usuarios.correo })
  const ids: Ids = new Map(added.map(({ id, correo }) => [correo, id]))
  const roles = people.map(({ correo, roles }) => ({ id: idOf(ids, correo), roles }))
  await writeRoles(tx, roles, null)
  return ids
}
