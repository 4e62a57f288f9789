import { permissionsOf, scopeOf } from '@campus/contract/permissions'
import type { StaffMember } from '@campus/contract/staff'
import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'

/** The caller, what they may do, and the brand they work in. */
export async function findMember(db: Db, { id, id_cliente, roles }: Identity): Promise<StaffMember> {
  const { nombres, apellidos, foto_perfil } = usuarios
  const [row] = await db
    .select({
      id: usuarios.id,
      nombres,
      apellidos,
      foto_perfil,
      marca: { id: clientes.id, nombre: clientes.nombre },
    })
    .from(usuarios)
    .innerJoin(clientes, eq(clientes.id, id_cliente))
    .where(eq(usuarios.id, id))
  if (!row) throw fail('NO_ENCONTRADO')
  const permisos = permissionsOf(roles)
  const solo_propios = permisos.filter((permission) => scopeOf(roles, permission) === 'propios')
  return { ...row, roles, permisos, solo_propios }
}
