import { sql } from 'drizzle-orm'
import { type Db, query } from '../platform/db/database.ts'
import type { Identity } from '../platform/http/http.ts'
import { onBehalfOf } from '../platform/http/requests.ts'

export const BRAND = 2

export async function idOf(tx: Db, statement: ReturnType<typeof sql>): Promise<number> {
  const [row] = await query<{ id: number }>(tx, statement)
  if (!row) throw new Error('the demo lacks what its staff work on')
  return row.id
}

const TYPES = { docente: 'Docente', marca: 'Administrador', soporte: 'Personal' } as const

export async function person(tx: Db, correo: string, role?: keyof typeof TYPES): Promise<Identity> {
  const id = await idOf(tx, sql`SELECT id FROM usuarios WHERE correo = ${correo}`)
  const tipo_cliente = role ? TYPES[role] : 'Alumno'
  return { id, id_cliente: BRAND, tipo_cliente, roles: role ? [role] : [], id_acceso: 0 }
}

/** The audit log says who did it. */
export const as = <T>(who: Identity, work: () => T): T => onBehalfOf('demo', work, who)
