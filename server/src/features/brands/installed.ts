import type { BrandBody, InstalledBrand } from '@campus/contract/settings'
import { asc, eq } from 'drizzle-orm'
import { audit, lastEdit } from '../../kit/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { clientes } from './brands.tables.ts'
import { INSTALLED, lockBrands, requireFreeDomains } from './brands.ts'

/** More than one installation serves. */
const MAX_BRANDS = 200

export const listInstalled = (db: Db): Promise<InstalledBrand[]> =>
  db.select(INSTALLED).from(clientes).orderBy(asc(clientes.id)).limit(MAX_BRANDS)

/** @throws NO_ENCONTRADO, CAMBIO_MIENTRAS, DATOS_INVALIDOS */
export async function changeBrand(db: Db, identity: Identity, id: number, body: BrandBody): Promise<InstalledBrand> {
  const { nombre, dominios, activa, version } = body
  if (!activa && id === identity.id_cliente)
    throw invalid('activa', 'Cambia antes a otra marca: estás trabajando en esta.')
  return db.transaction(async (tx) => {
    await lockBrands(tx)
    const [before] = await tx.select(INSTALLED).from(clientes).where(eq(clientes.id, id)).for('no key update')
    if (!before) throw fail('NO_ENCONTRADO')
    if (before.version !== version) {
      const edit = await lastEdit(tx, `cliente:${id}`)
      throw fail('CAMBIO_MIENTRAS', { actual: { datos: before, version: before.version, ...edit } })
    }
    await requireFreeDomains(tx, id, dominios)
    const [row] = await tx
      .update(clientes)
      .set({ nombre, dominios, estado: activa ? 1 : 0, version: version + 1 })
      .where(eq(clientes.id, id))
      .returning(INSTALLED)
    await audit(tx, 'gestion', { objeto: `cliente:${id}`, id_cliente: id, detalle: { dominios, activa } })
    return row ?? before
  })
}
